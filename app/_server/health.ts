import { assertMigrated, MigrationError } from '#db/migration-state.ts';
import { readJudgingLag } from '#db/queries/read-summary.ts';
import type { Services } from './services.ts';

/** How the web and its database are. */
export interface Health {
  readonly status: 'ok' | 'unavailable';
  readonly database: 'ok' | 'away' | 'not_migrated';
  /** How long the oldest unjudged fact has waited; null when the database cannot say. */
  readonly judgingLagMs: number | null;
}

/** Asks the database; its absence is an answer, not an error. */
export async function checkHealth({ db, now }: Pick<Services, 'db' | 'now'>): Promise<Health> {
  try {
    await assertMigrated(db.sql);
    return { status: 'ok', database: 'ok', judgingLagMs: await readJudgingLag(db, now()) };
  } catch (error) {
    const database = error instanceof MigrationError ? 'not_migrated' : 'away';
    return { status: 'unavailable', database, judgingLagMs: null };
  }
}
