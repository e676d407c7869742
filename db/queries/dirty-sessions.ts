import type postgres from 'postgres';
import type { UnixNanos } from '#domain/brand.ts';
import { DIRTY_CHANNEL } from './write-ledger.ts';

type Sql = postgres.Sql | postgres.TransactionSql;

/** One reason for which a session is dirty, as it stands in the table. Times are decimal text. */
export interface DirtyRow {
  readonly session_key: string;
  readonly from_at: string | null;
  readonly to_at: string | null;
  readonly facts: string;
  readonly since: string;
}

/** How many of the oldest reasons are looked at for one batch; a busy session has many. */
const LOOKED_AT = 500;

/**
 * Keys of sessions that are dirty for the longest time, passing over those that another judge holds and those
 * that failed and whose time has not come.
 */
export async function pickDirty(
  tx: postgres.TransactionSql,
  want: { readonly sessions: number; readonly except: readonly string[] },
): Promise<readonly string[]> {
  const rows = await tx<{ session_key: string }[]>`
    select session_key from (
      select session_key, seq from dirty
      where session_key <> all(${want.except}) and not exists (
        select 1 from judge_failures
        where judge_failures.session_key = dirty.session_key and not_before > now()
      )
      order by seq limit ${LOOKED_AT} for update skip locked
    ) as oldest
    group by session_key order by min(seq) limit ${want.sessions}`;
  return rows.map((row) => row.session_key);
}

/** How many new facts wait under each key. */
export async function pendingFacts(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx<{ session_key: string; facts: string }[]>`
    select session_key, sum(facts) as facts from dirty where session_key = any(${keys}) group by session_key`;
  return new Map(rows.map((row) => [row.session_key, Number(row.facts)]));
}

/**
 * Takes the reasons of these keys out of the table; a rollback puts them back. Those that another judge is looking at
 * are passed over, since two that waited for each other's would never end: they stay, and the session is judged again.
 */
export function takeDirty(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<readonly DirtyRow[]> {
  return tx<DirtyRow[]>`
    delete from dirty where seq in (
      select seq from dirty where session_key = any(${keys}) for update skip locked
    )
    returning session_key, from_at, to_at, facts, since`;
}

/** Puts reasons back that were taken for a session that then could not be judged. */
export async function putBackDirty(tx: postgres.TransactionSql, rows: readonly DirtyRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into dirty (session_key, from_at, to_at, facts, since)
    select session_key, from_at, to_at, facts, since
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as row(session_key text, from_at bigint, to_at bigint, facts bigint, since timestamptz)`;
}

/** Marks sessions to be judged again though nothing new was stored under them. */
export async function markDirty(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into dirty (session_key, facts)
    select key, 0 from unnest(${[...new Set(keys)]}::text[]) as key
    where not exists (select 1 from dirty where session_key = key)`;
  await sql`select pg_notify(${DIRTY_CHANNEL}, '')`;
}

/** Marks the sessions whose time to be judged again has come, at most `limit`; says how many. */
export async function markDue(
  sql: Sql,
  due: { readonly now: UnixNanos; readonly limit: number },
): Promise<number> {
  const rows = await sql`
    with due as (
      update sessions set judge_again_at = null
      where key in (
        select key from sessions where judge_again_at <= ${String(due.now)}::bigint
        order by judge_again_at limit ${due.limit} for update skip locked
      )
      returning key
    )
    insert into dirty (session_key, facts) select key, 0 from due returning session_key`;
  return rows.length;
}

/** Longest wait before a session that fails again and again is tried again. */
const LONGEST_WAIT_S = 600;

/** Records that sessions could not be judged; the wait before the next try doubles each time. */
export async function recordFailures(
  sql: Sql,
  failures: readonly { readonly key: string; readonly code: string }[],
): Promise<void> {
  for (const { key, code } of failures) {
    await sql`
      insert into judge_failures as f (session_key, tries, code, not_before)
      values (${key}, 1, ${code}, now() + interval '1 second')
      on conflict (session_key) do update set
        tries = f.tries + 1, code = excluded.code, at = now(),
        not_before = now() + make_interval(secs => least(${LONGEST_WAIT_S}, 2 ^ least(f.tries, 12)))`;
  }
}

/** Forgets the failures of sessions that were judged after all. */
export async function forgetFailures(tx: postgres.TransactionSql, keys: readonly string[]): Promise<void> {
  await tx`delete from judge_failures where session_key = any(${keys})`;
}

/** Seconds for which the oldest dirty session has been waiting; 0 when none is dirty. */
export async function judgingLag(sql: Sql): Promise<number> {
  const [row] = await sql<{ lag: number }[]>`
    select coalesce(extract(epoch from now() - min(since)), 0)::float8 as lag from dirty`;
  return Math.max(0, row?.lag ?? 0);
}
