import type postgres from 'postgres';
import { sessionKey, type UnixNanos, unixNanos } from '#domain/brand.ts';
import type { DirtyRow } from './dirty-sessions.ts';
import type { KeySpan } from './load-facts.ts';

/** What is known of one key of a session: its facts lie within these times. Decimal text; null without facts. */
export interface Member {
  readonly key: string;
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly facts: number;
}

/** What is stored of the keys, brought up to date by the reasons for which they are dirty. */
export async function readMembers(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  const rows = await tx<{ key: string; first_at: string | null; last_at: string | null; facts: string }[]>`
    select key, first_at, last_at, facts from session_members where key = any(${keys})`;
  return new Map(rows.map((row) => [row.key, { ...row, facts: Number(row.facts) }]));
}

/** The member as it is once these reasons are judged. */
export function grownBy(member: Member, reasons: readonly DirtyRow[]): Member {
  const own = reasons.filter((row) => row.session_key === member.key);
  return {
    key: member.key,
    first_at: textOf(earliest([member.first_at, ...own.map((row) => row.from_at)])),
    last_at: textOf(latest([member.last_at, ...own.map((row) => row.to_at)])),
    facts: own.reduce((sum, row) => sum + Number(row.facts), member.facts),
  };
}

const textOf = (at: UnixNanos | undefined): string | null => (at === undefined ? null : String(at));

/** The earliest of times in decimal text; nothing when all are null. */
export const earliest = (times: readonly (string | null)[]): UnixNanos | undefined => sorted(times)[0];

/** The latest of times in decimal text; nothing when all are null. */
export const latest = (times: readonly (string | null)[]): UnixNanos | undefined => sorted(times).at(-1);

function sorted(times: readonly (string | null)[]): readonly UnixNanos[] {
  const known = times.filter((time) => time !== null).map((time) => unixNanos(BigInt(time)));
  return known.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Where the facts of a member lie; nothing when it has none. */
export function spanOf(member: Member): KeySpan | undefined {
  if (member.first_at === null || member.last_at === null) return undefined;
  return {
    key: sessionKey(member.key),
    from: unixNanos(BigInt(member.first_at)),
    to: unixNanos(BigInt(member.last_at)),
  };
}

/** Stores the members and under which session they are judged. */
export async function writeMembers(
  tx: postgres.TransactionSql,
  members: readonly (Member & { readonly canonical_key: string })[],
): Promise<void> {
  await tx`
    insert into session_members as m (key, canonical_key, first_at, last_at, facts)
    select key, canonical_key, first_at, last_at, facts
    from json_to_recordset(${JSON.stringify(members)}::text::json)
      as row(key text, canonical_key text, first_at bigint, last_at bigint, facts bigint)
    on conflict (key) do update set canonical_key = excluded.canonical_key,
      first_at = excluded.first_at, last_at = excluded.last_at, facts = excluded.facts`;
}
