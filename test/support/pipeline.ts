import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { pointWebAt } from './api.ts';
import { startCollector } from './collector-process.ts';
import { freshDatabase } from './database.ts';
import { shiftTimes } from './expected-answers.ts';

export const SECRET_KEY = 'a secret key for tests only';
const HOUR_NS = 3_600_000_000_000n;
const JUDGED_MS = 20_000;

/** OTLP in at a real collector, answers out of the real API handlers, one database between them. */
export interface Pipeline {
  readonly sql: postgres.Sql;
  /** Sends an OTLP JSON document of traces; the answer must be 200 with everything taken. */
  send(otlp: string): Promise<void>;
  /** Resolves when nothing waits to be judged. */
  judged(): Promise<void>;
  /** Empties the database of all but its key and its schema. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPipeline(): Promise<Pipeline> {
  const database = await freshDatabase();
  await migrate({ url: database.url, log: () => {} });
  const settings = { databaseUrl: database.url, secretKey: SECRET_KEY };
  const collector = await startCollector(settings);
  const restore = pointWebAt(settings);
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  return {
    sql,
    send: (otlp) => send(collector.url, otlp),
    judged: () => judged(sql),
    clear: () => clear(sql),
    stop: async () => {
      await restore();
      await sql.end();
      await collector.stop();
      await database.drop();
    },
  };
}

/** Moves a worked case so that its last fact lies one hour back: its horizon is then now. */
export function anHourAgo(otlp: string): string {
  return shiftTimes(otlp, BigInt(Date.now()) * 1_000_000n - HOUR_NS);
}

async function send(url: string, otlp: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body: otlp });
  const text = await response.text();
  if (response.status !== 200 || text !== '{}')
    throw new Error(`the collector answered ${response.status} ${text}`);
}

async function judged(sql: postgres.Sql): Promise<void> {
  const deadline = Date.now() + JUDGED_MS;
  while (Date.now() < deadline) {
    const [row] = await sql<{ waiting: number; failed: string[] | null }[]>`
      select (select count(*) from dirty)::int as waiting,
        (select array_agg(code) from judge_failures where tries > 1) as failed`;
    if (row?.failed) throw new Error(`sessions could not be judged: ${row.failed.join(', ')}`);
    if (row?.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not judged within ${JUDGED_MS} ms`);
}

async function clear(sql: postgres.Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'meta'`;
  await sql`truncate ${sql(tables.map(({ name }) => name))}`;
}
