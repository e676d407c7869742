import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { FindingRow } from '#domain/api-types.ts';
import type { UnixNanos } from '#domain/brand.ts';
import type { Db } from '../client.ts';
import { indexText } from '../rows/index-text.ts';
import { findingSessions, findings, triage } from '../schema/index.ts';
import { sessionLabel } from '../session-ids.ts';
import { type Page, type Position, pageOf } from './page.ts';

export interface FindingsQuery {
  readonly kind?: readonly string[] | undefined;
  readonly service?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  readonly severity?: readonly string[] | undefined;
  readonly from?: UnixNanos | undefined;
  readonly to?: UnixNanos | undefined;
  readonly limit: number;
  readonly after?: Position | undefined;
}

/** One page of findings, newest first. */
export async function readFindings(db: Db, query: FindingsQuery): Promise<Page<FindingRow>> {
  const rows = await selectFindings(db)
    .where(and(...conditions(query)))
    // The indexes are NULLS LAST: without saying so here none of them would serve.
    .orderBy(sql`${findings.at} desc nulls last`, sql`${findings.id} desc nulls last`)
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, ({ at, id }) => [String(at), id]);
  return { rows: page.rows.map(toFindingRow), next: page.next };
}

/** Every finding that shows on a session: its own, and those of others that name it. */
export async function findingsOfSession(db: Db, key: string): Promise<readonly FindingRow[]> {
  const rows = await selectFindings(db)
    .innerJoin(
      findingSessions,
      and(eq(findingSessions.sessionKey, findings.sessionKey), eq(findingSessions.findingId, findings.id)),
    )
    .where(eq(findingSessions.shownOn, key))
    .orderBy(asc(findings.at), asc(findings.id));
  return rows.map(toFindingRow);
}

function conditions(query: FindingsQuery): readonly (SQL | undefined)[] {
  const oneOf = (column: Parameters<typeof inArray>[0], values: readonly string[] | undefined) =>
    values === undefined ? undefined : inArray(column, [...values]);
  const position = query.after && sql`(${query.after[0]}::bigint, ${query.after[1]}::text)`;
  return [
    oneOf(findings.kind, query.kind),
    oneOf(findings.service, query.service?.map(indexText)),
    oneOf(findings.environment, query.environment?.map(indexText)),
    oneOf(findings.severity, query.severity),
    query.from === undefined ? undefined : gte(findings.at, query.from),
    query.to === undefined ? undefined : lt(findings.at, query.to),
    position && sql`(${findings.at}, ${findings.id}) < ${position}`,
  ];
}

function selectFindings(db: Db) {
  return db.orm
    .select({
      id: findings.id,
      at: findings.at,
      sessionKey: findings.sessionKey,
      clientName: findings.clientName,
      body: findings.body,
      state: triage.state,
      note: triage.note,
      triagedAt: sql<
        string | null
      >`to_char(${triage.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(findings)
    .leftJoin(triage, eq(triage.findingId, findings.id))
    .$dynamic();
}

type Selected = Awaited<ReturnType<typeof selectFindings>>[number];

function toFindingRow(row: Selected): FindingRow {
  return {
    ...row.body,
    session: { id: row.sessionKey, label: sessionLabel(row.sessionKey) },
    clientName: row.clientName,
    triage:
      row.state === null || row.triagedAt === null
        ? null
        : { state: row.state, note: row.note, at: row.triagedAt },
  };
}
