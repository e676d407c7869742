import type postgres from 'postgres';
import type { UnixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import type { FactKind } from '#domain/words.ts';
import type { Db } from '../client.ts';
import { FACT_COLUMN_LIST } from '../rows/fact-columns.ts';
import { type Cell, factFromCells } from '../rows/fact-row.ts';
import { type Page, type Position, pageOf } from './page.ts';

export interface FactsQuery {
  /** The session's key, or an alias of it. */
  readonly key: string;
  readonly from?: UnixNanos | undefined;
  readonly to?: UnixNanos | undefined;
  readonly kinds?: readonly FactKind[] | undefined;
  readonly limit: number;
  readonly after?: Position | undefined;
}

/** A key whose facts belong to a session, and the times between which they lie. */
interface Member {
  readonly key: string;
  readonly firstAt: bigint;
  readonly lastAt: bigint;
}

/**
 * One page of a session's facts in order of time, those under its aliases included; nothing when there is
 * no such session. Every key is read along its own index, and only in the days that it lived in.
 */
export async function readFacts(db: Db, query: FactsQuery): Promise<Page<Fact> | undefined> {
  const members = await readMembers(db, query.key);
  if (members === undefined) return undefined;
  const perKey = await Promise.all(members.map((member) => readOfKey(db, member, query)));
  const facts = perKey.length === 1 ? (perKey[0] ?? []) : perKey.flat().sort(inOrder);
  return pageOf(facts, query.limit, ({ at, id }) => [String(at), id]);
}

/** The order of the index: by time, then by id as Postgres orders bytes. */
function inOrder(a: Fact, b: Fact): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
}

async function readMembers(db: Db, key: string): Promise<readonly Member[] | undefined> {
  const rows = await db.sql<{ key: string; first_at: string | null; last_at: string | null }[]>`
    select key, first_at, last_at from session_members
    where canonical_key = coalesce((select canonical_key from session_members where key = ${key}), ${key})`;
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) =>
    row.first_at === null || row.last_at === null
      ? []
      : [{ key: row.key, firstAt: BigInt(row.first_at), lastAt: BigInt(row.last_at) }],
  );
}

async function readOfKey(db: Db, member: Member, query: FactsQuery): Promise<readonly Fact[]> {
  const from = larger(query.from, member.firstAt);
  const to = query.to === undefined || query.to > member.lastAt ? member.lastAt + 1n : query.to;
  const cells = await db.sql`
    select ${db.sql.unsafe(FACT_COLUMN_LIST)} from facts
    where session_key = ${member.key} and at >= ${String(from)}::bigint and at < ${String(to)}::bigint
      ${ofKinds(db.sql, query.kinds)} ${afterPosition(db.sql, query.after)}
    order by at, fact_id limit ${query.limit + 1}`.values();
  return cells.map((row) => factFromCells(row as readonly Cell[]));
}

const larger = (a: bigint | undefined, b: bigint): bigint => (a !== undefined && a > b ? a : b);

function ofKinds(sql: postgres.Sql, kinds: readonly FactKind[] | undefined) {
  return kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]})`;
}

function afterPosition(sql: postgres.Sql, after: Position | undefined) {
  // Apart from the pair, the time alone lets Postgres leave out the days before it.
  return after === undefined
    ? sql``
    : sql`and at >= ${after[0]}::bigint and (at, fact_id) > (${after[0]}::bigint, ${after[1]}::text)`;
}
