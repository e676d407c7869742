import type postgres from 'postgres';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

/*
 * Apart from migrate.ts, since the web asks too and is bundled: it must not drag in the migrator, which
 * reads the folder of migrations when it runs.
 */

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

/** The time stamp of the newest migration that this version has. */
export const LATEST_MIGRATION: number = Math.max(0, ...journal.entries.map((entry) => entry.when));

/**
 * Checks, without changing anything, that the database has exactly this version's schema.
 *
 * @throws MigrationError SMK-221 when it is newer, SMK-223 when it was not migrated yet
 */
export async function assertMigrated(sql: postgres.Sql): Promise<void> {
  const applied = await appliedUpTo(sql);
  if (applied > LATEST_MIGRATION) throw newerDatabase();
  if (applied < LATEST_MIGRATION) {
    throw new MigrationError('SMK-223', 'the database has not been migrated to this version of Seamark');
  }
}

export function newerDatabase(): MigrationError {
  return new MigrationError(
    'SMK-221',
    'the database was migrated by a newer version of Seamark; start that version, or restore a backup',
  );
}

/** The time stamp of the newest migration that was applied; 0 for an empty database. */
export async function appliedUpTo(sql: postgres.Sql): Promise<number> {
  const [table] = await sql<{ found: string | null }[]>`
    select to_regclass('drizzle.__drizzle_migrations')::text as found`;
  if (!table?.found) return 0;
  const [row] = await sql<{ latest: string | null }[]>`
    select max(created_at) as latest from drizzle.__drizzle_migrations`;
  return Number(row?.latest ?? 0);
}
