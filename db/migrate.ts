import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Why a database cannot be used by this version; explained in docs/errors.md. */
export class MigrationError extends Error {
  constructor(
    readonly code: 'SMK-221' | 'SMK-222' | 'SMK-223',
    message: string,
  ) {
    super(message);
    this.name = 'MigrationError';
  }
}

export interface MigrateOptions {
  readonly url: string;
  readonly log: (line: string) => void;
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
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
    const latest = await latestKnown();
    if (before > latest) throw newerDatabase();
    if (before === latest) return;
    log(before === 0 ? 'creating the tables' : 'migrating the database');
    await applyMigrations(drizzle(sql), { migrationsFolder: FOLDER });
    log('the database is up to date');
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Checks, without changing anything, that the database has exactly this version's schema.
 *
 * @throws MigrationError SMK-221 when it is newer, SMK-223 when it was not migrated yet
 */
export async function assertMigrated(sql: postgres.Sql): Promise<void> {
  const applied = await appliedUpTo(sql);
  const latest = await latestKnown();
  if (applied > latest) throw newerDatabase();
  if (applied < latest) {
    throw new MigrationError('SMK-223', 'the database has not been migrated to this version of Seamark');
  }
}

function newerDatabase(): MigrationError {
  return new MigrationError(
    'SMK-221',
    'the database was migrated by a newer version of Seamark; start that version, or restore a backup',
  );
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

/** The time stamp of the newest migration that was applied; 0 for an empty database. */
async function appliedUpTo(sql: postgres.Sql): Promise<number> {
  const [table] = await sql<{ found: string | null }[]>`
    select to_regclass('drizzle.__drizzle_migrations')::text as found`;
  if (!table?.found) return 0;
  const [row] = await sql<{ latest: string | null }[]>`
    select max(created_at) as latest from drizzle.__drizzle_migrations`;
  return Number(row?.latest ?? 0);
}

async function latestKnown(): Promise<number> {
  const journal: Journal = JSON.parse(await readFile(`${FOLDER}/meta/_journal.json`, 'utf8'));
  return Math.max(0, ...journal.entries.map((entry) => entry.when));
}
