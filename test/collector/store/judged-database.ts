import { type BatchResult, judgeBatch } from '#collector/judge/judge-batch.ts';
import type { JudgeRules } from '#collector/judge/judge-group.ts';
import { type Db, openDb } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createPartitions, type Partitions } from '#db/partitions.ts';
import { markDue } from '#db/queries/dirty-sessions.ts';
import { recountAll } from '#db/queries/minute-counts.ts';
import { storeFacts } from '#db/queries/store-facts.ts';
import { fromEpochMs } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { freshDatabase } from '#test/support/database.ts';

export type Dump = Readonly<Record<string, readonly unknown[]>>;

/** A database of its own in which facts are stored and judged step by step, as a collector does it. */
export interface JudgedDatabase {
  readonly url: string;
  readonly db: Db;
  readonly partitions: Partitions;
  store(facts: readonly Fact[]): Promise<void>;
  /** Judges until nothing is dirty; `at` is the clock in milliseconds. */
  judge(at?: number): Promise<readonly BatchResult[]>;
  /** All that is judged, in a form that can be compared. */
  dump(): Promise<Dump>;
  /** The minute counts as they are, and as counting anew makes them. */
  counts(): Promise<{ readonly kept: readonly unknown[]; readonly recounted: readonly unknown[] }>;
  clear(): Promise<void>;
  drop(): Promise<void>;
}

const JUDGED = [
  'sessions',
  'session_members',
  'incarnations',
  'streams',
  'attempts',
  'executions',
  'disturbances',
  'findings',
  'finding_sessions',
  'episodes',
  'session_questions',
  'client_opens',
] as const;
const TABLES = [
  ...JUDGED,
  'facts',
  'dirty',
  'judge_failures',
  'aliases',
  'arrivals',
  'services',
  'minute_counts',
];

export const LIMITS = { sessions: 32, facts: 20_000 };

export function rulesAt(at: number): JudgeRules {
  return { settings: DEFAULT_SETTINGS, clock: () => at };
}

export async function judgedDatabase(): Promise<JudgedDatabase> {
  const fresh = await freshDatabase();
  await migrate({ url: fresh.url, log: () => {} });
  const db = openDb({ url: fresh.url });
  const partitions = createPartitions(db);
  return {
    url: fresh.url,
    db,
    partitions,
    store: async (facts) => {
      await storeFacts({ db, partitions }, facts);
    },
    judge: (at = Date.now()) => judgeAll(db, at),
    dump: () => dump(db),
    counts: () => counts(db),
    clear: async () => {
      await db.sql`truncate ${db.sql(TABLES)}`;
    },
    drop: async () => {
      await db.close();
      await fresh.drop();
    },
  };
}

async function judgeAll(db: Db, at: number): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (;;) {
    await markDue(db.sql, { now: fromEpochMs(at), limit: 100 });
    const result = await judgeBatch(db, rulesAt(at), { limits: LIMITS, except: [] });
    if (result.judged.length + result.failed.length === 0) return results;
    results.push(result);
    if (results.length > 200) throw new Error('judging does not come to an end');
  }
}

async function dump(db: Db): Promise<Dump> {
  const tables: Record<string, readonly unknown[]> = {};
  for (const table of JUDGED) {
    const rows = await db.sql.unsafe<Record<string, unknown>[]>(`select * from ${table}`);
    tables[table] = rows
      .map(({ judged_at: _when, hash: _hash, ...rest }) => rest)
      .map((row) => JSON.stringify(row, sortedKeys))
      .sort();
  }
  tables.counts = (await counts(db)).kept;
  return tables;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function counts(db: Db) {
  const read = async () => {
    const rows = await db.sql<Record<string, unknown>[]>`select * from minute_counts where count <> 0`;
    return rows.map((row) => JSON.stringify(row, sortedKeys)).sort();
  };
  const kept = await read();
  const recounted = await db.sql.begin(async (tx) => {
    await recountAll(tx);
    const rows = await tx<Record<string, unknown>[]>`select * from minute_counts where count <> 0`;
    return rows.map((row) => JSON.stringify(row, sortedKeys)).sort();
  });
  return { kept, recounted };
}
