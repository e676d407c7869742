import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { appliedUpTo, LATEST_MIGRATION, MigrationError, newerDatabase } from './migration-state.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

export { assertMigrated, MigrationError } from './migration-state.ts';

export interface MigrateOptions {
  readonly url: string;
  readonly log: (line: string) => void;
}

/**
 * Brings the database to this version's schema. Safe to call from several processes at once and again:
 * one works under an advisory lock, the others find it done.
 *
 * @throws MigrationError SMK-221 when a newer Seamark has migrated it, SMK-222 when Postgres is too old
 */
export async function migrate({ url, log }: MigrateOptions): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await refuseOldPostgres(sql);
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.migrate})`;
    const before = await appliedUpTo(sql);
    if (before > LATEST_MIGRATION) throw newerDatabase();
    if (before === LATEST_MIGRATION) return;
    log(before === 0 ? 'creating the tables' : 'migrating the database');
    await applyMigrations(drizzle(sql), { migrationsFolder: FOLDER });
    log('the database is up to date');
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function refuseOldPostgres(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`;
  const version = row?.version ?? 0;
  if (version < 140_000) {
    const major = Math.floor(version / 10_000);
    throw new MigrationError('SMK-222', `Postgres ${major} is too old: Seamark needs 14 or newer`);
  }
}
