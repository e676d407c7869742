import { and, type SQL, sql } from 'drizzle-orm';
import type { SessionRow } from '#domain/api-types.ts';
import { unixNanos } from '#domain/brand.ts';
import { toIso } from '#domain/iso-time.ts';
import { ERAS, oneOf } from '#domain/words.ts';
import type { Db } from '../client.ts';
import { sessions } from '../schema/index.ts';
import { sessionLabel } from '../session-ids.ts';
import { type Page, type Position, pageOf } from './page.ts';
import { type SessionFilter, type SessionSort, sessionCondition } from './session-filter.ts';

export interface SessionsQuery {
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
  readonly limit: number;
  readonly after?: Position | undefined;
}

/** One page of the list. Pages by key: later pages cost what the first one does. */
export async function readSessions(db: Db, query: SessionsQuery): Promise<Page<SessionRow>> {
  const { column, ascending } = orderOf(query.sort);
  const rows = await db.orm
    .select(LIST_COLUMNS)
    .from(sessions)
    .where(and(sessionCondition(query.filter), afterPosition(column, ascending, query.after)))
    // The indexes are NULLS LAST: without saying so here none of them would serve.
    .orderBy(
      ascending ? sql`${column} asc nulls first` : sql`${column} desc nulls last`,
      ascending ? sql`${sessions.key} asc nulls first` : sql`${sessions.key} desc nulls last`,
    )
    .limit(query.limit + 1);
  const byLast = column === sessions.lastSeen;
  const page = pageOf(rows, query.limit, (row) => [String(byLast ? row.lastSeen : row.firstSeen), row.key]);
  return { rows: page.rows.map(toSessionRow), next: page.next };
}

function orderOf(sort: SessionSort) {
  const ascending = !sort.startsWith('-');
  const column = sort.endsWith('lastSeen') ? sessions.lastSeen : sessions.firstSeen;
  return { column, ascending } as const;
}

function afterPosition(
  column: typeof sessions.lastSeen | typeof sessions.firstSeen,
  ascending: boolean,
  after: Position | undefined,
): SQL | undefined {
  if (after === undefined) return undefined;
  const [order, key] = after;
  const position = sql`(${order}::bigint, ${key}::text)`;
  return ascending
    ? sql`(${column}, ${sessions.key}) > ${position}`
    : sql`(${column}, ${sessions.key}) < ${position}`;
}

/** The columns that a row of the list shows. */
export const LIST_COLUMNS = {
  key: sessions.key,
  era: sessions.era,
  service: sessions.service,
  environment: sessions.environment,
  protocol: sessions.protocol,
  clientName: sessions.clientName,
  clientVersion: sessions.clientVersion,
  firstSeen: sessions.firstSeen,
  lastSeen: sessions.lastSeen,
  attempts: sessions.attempts,
  executions: sessions.executions,
  verdicts: sessions.verdicts,
  findings: sessions.findings,
  marks: sessions.marks,
  lives: sessions.lives,
};

type ListColumns = Pick<typeof sessions.$inferSelect, keyof typeof LIST_COLUMNS>;

/** A row of the list in its HTTP form. */
export function toSessionRow(row: ListColumns): SessionRow {
  const { key, era, firstSeen, lastSeen, ...rest } = row;
  return {
    id: key,
    label: sessionLabel(key),
    era: oneOf(ERAS, era) ?? 'unknown',
    firstSeen: toIso(unixNanos(firstSeen)),
    lastSeen: toIso(unixNanos(lastSeen)),
    ...rest,
  };
}
