import type postgres from 'postgres';
import type { Json } from '#domain/api-types.ts';
import { eventId, factId, type SessionKey, sessionKey, unixNanos } from '#domain/brand.ts';
import type { ContextQuestions, ForeignEmission, RelatedExecution, SessionContext } from '#domain/context.ts';
import type { Disturbance, Execution } from '#domain/judgement.ts';
import { disturbanceFromBody, executionFromBody } from '../rows/from-body.ts';
import { indexText, indexTextOrNull } from '../rows/index-text.ts';
import type { CallIdentity, Within } from './session-questions.ts';

/** A session that asks, by the keys that name it. */
export interface Asking {
  readonly members: readonly string[];
  readonly questions: ContextQuestions;
  /** Its own runs: another session's run is related by client, address, trace or idempotency key. */
  readonly runs: readonly CallIdentity[];
  /** What of its own facts answers the questions: it may not be stored yet. */
  readonly ownOpens: SessionContext['clientOpens'];
  /** Opens of its clients count within this time. */
  readonly opensWithin: Within;
}

/** Other sessions that emitted one event id: more than "exactly one" needs to know, and bounded. */
const SESSIONS_PER_EVENT = 4;
/** Executions of other sessions for one call, those nearest in time. */
const EXECUTIONS_PER_CALL = 100;
/** Disturbances of one other session, or of one client elsewhere, the latest. */
const DISTURBANCES_PER_SESSION = 200;
const DISTURBANCES_PER_CLIENT = 500;
const OPENS_PER_CLIENT = 500;

/** Answers what a session asks of others. Nothing is asked of the database where there is no question. */
export async function sessionContext(tx: postgres.TransactionSql, asking: Asking): Promise<SessionContext> {
  return {
    foreignEmissions: await foreignEmissions(tx, asking),
    relatedExecutions: await relatedExecutions(tx, asking),
    clientDisturbances: await clientDisturbances(tx, asking),
    clientOpens: [...asking.ownOpens, ...(await otherOpens(tx, asking))],
  };
}

/** Goes by `facts_by_emitted_event`, whose expression and condition must stand here word for word. */
async function foreignEmissions(
  tx: postgres.TransactionSql,
  { members, questions }: Asking,
): Promise<readonly ForeignEmission[]> {
  if (questions.eventIds.length === 0) return [];
  const rows = await tx<{ event_id: string; session: string; fact_id: string; at: string }[]>`
    select asked.id as event_id, coalesce(m.canonical_key, seen.session_key) as session,
      seen.fact_id, seen.at
    from unnest(${questions.eventIds}::text[]) as asked(id)
    cross join lateral (
      select distinct on (session_key) session_key, fact_id, at from facts
      where hashtextextended(event_id, 0) = hashtextextended(asked.id, 0) and event_id = asked.id
        and kind = 'emit' and event_id !~ '^[0-9]+$'
        and service = ${questions.service} and session_key <> all(${members})
      order by session_key, at, fact_id limit ${SESSIONS_PER_EVENT}
    ) as seen
    left join session_members m on m.key = seen.session_key collate "default"
    order by asked.id, seen.at, seen.fact_id`;
  return rows.map((row) => ({
    eventId: eventId(row.event_id),
    session: sessionKey(row.session),
    fact: factId(row.fact_id),
    at: unixNanos(BigInt(row.at)),
  }));
}

async function relatedExecutions(
  tx: postgres.TransactionSql,
  { members, questions, runs }: Asking,
): Promise<readonly RelatedExecution[]> {
  if (questions.calls.length === 0) return [];
  const calls = questions.calls.map((call) => ({
    tool: indexText(call.tool),
    digest: indexTextOrNull(call.argumentsDigest),
    key: indexTextOrNull(call.idempotencyKey),
    from_at: String(call.from),
    to_at: String(call.to),
  }));
  const services = distinct([questions.service, ...runs.map((run) => run.service)]);
  const rows = await tx<{ session_key: string; body: Json<Execution> }[]>`
    select distinct on (e.at, e.session_key, e.id) e.session_key, e.body
    from json_to_recordset(${JSON.stringify(calls)}::text::json)
      as call(tool text, digest text, key text, from_at bigint, to_at bigint)
    cross join lateral (
      (select * from executions
       where service = any(${services}) and tool = call.tool
         and arguments_digest = call.digest and at between call.from_at and call.to_at
         and session_key <> all(${members})
         and (client_id = any(${distinct(runs.map((run) => run.clientId))})
           or client_address = any(${distinct(runs.map((run) => run.clientAddress))})
           or trace_id = any(${distinct(runs.map((run) => run.traceId))}))
       order by abs(at - call.from_at / 2 - call.to_at / 2), id limit ${EXECUTIONS_PER_CALL})
      union all
      (select * from executions
       where service = any(${services}) and tool = call.tool
         and idempotency_key = call.key and at between call.from_at and call.to_at
         and session_key <> all(${members})
       order by abs(at - call.from_at / 2 - call.to_at / 2), id limit ${EXECUTIONS_PER_CALL})
    ) as e
    order by e.at, e.session_key, e.id`;
  const related = rows.map((row) => ({ key: row.session_key, execution: executionFromBody(row.body) }));
  const disturbed = await disturbancesOf(tx, [...new Set(rows.map((row) => row.session_key))]);
  return related.map(({ key, execution }) => ({
    execution,
    disturbances: disturbed.get(key) ?? [],
  }));
}

/** Values as they stand in indexed columns, each once; what is absent or empty joins nothing. */
function distinct(values: readonly (string | undefined)[]): readonly string[] {
  const known = values.filter((value) => value !== undefined && value !== '');
  return [...new Set(known.map((value) => indexText(String(value))))];
}

async function disturbancesOf(
  tx: postgres.TransactionSql,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Disturbance[]>> {
  if (keys.length === 0) return new Map();
  const rows = await tx<DisturbanceRow[]>`
    select d.session_key, d.body from unnest(${keys}::text[]) as asked(key)
    cross join lateral (
      select session_key, body, at, id from disturbances where session_key = asked.key
      order by at desc, id limit ${DISTURBANCES_PER_SESSION}
    ) as d
    order by d.session_key, d.at, d.id`;
  const found = new Map<string, Disturbance[]>();
  for (const row of rows) {
    const list = found.get(row.session_key) ?? [];
    list.push(disturbanceFromBody(row.body));
    found.set(row.session_key, list);
  }
  return found;
}

/**
 * What disturbed the clients of its own runs elsewhere, whether or not they ran anything there: in the sessionless era
 * a client tells of a lost request in a chain of its own.
 */
async function clientDisturbances(
  tx: postgres.TransactionSql,
  { members, questions, runs }: Asking,
): Promise<readonly Disturbance[]> {
  const clients = distinct(runs.map((run) => run.clientId));
  const times = questions.calls.flatMap((call) => [call.from, call.to]).sort((a, b) => (a < b ? -1 : 1));
  const [from, to] = [times[0], times.at(-1)];
  if (clients.length === 0 || from === undefined || to === undefined) return [];
  const rows = await tx<DisturbanceRow[]>`
    select d.session_key, d.body from unnest(${clients}::text[]) as asked(client)
    cross join lateral (
      select session_key, body, at, id from disturbances
      where client_id = asked.client and session_key <> all(${members})
        and at between ${String(from)}::bigint and ${String(to)}::bigint
      order by at desc, id limit ${DISTURBANCES_PER_CLIENT}
    ) as d
    order by d.at, d.id`;
  return rows.map((row) => disturbanceFromBody(row.body));
}

interface DisturbanceRow {
  readonly session_key: string;
  readonly body: Json<Disturbance>;
}

async function otherOpens(
  tx: postgres.TransactionSql,
  { members, questions, opensWithin }: Asking,
): Promise<SessionContext['clientOpens']> {
  if (questions.clientIds.length === 0) return [];
  const rows = await tx<{ asked: string; session_key: SessionKey; at: string }[]>`
    select asked.id as asked, o.session_key, o.at
    from unnest(${questions.clientIds}::text[], ${questions.clientIds.map(indexText)}::text[])
      as asked(id, client_id)
    cross join lateral (
      select session_key, at from client_opens
      where client_id = asked.client_id and session_key <> all(${members})
        and at between ${String(opensWithin.from)}::bigint and ${String(opensWithin.to)}::bigint
      order by at limit ${OPENS_PER_CLIENT}
    ) as o
    order by o.at, o.session_key`;
  return rows.map((row) => ({
    clientId: row.asked,
    session: row.session_key,
    at: unixNanos(BigInt(row.at)),
  }));
}
