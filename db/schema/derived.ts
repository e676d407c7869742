import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Json } from '#domain/api-types.ts';
import type {
  Attempt,
  Disturbance,
  Episode,
  Execution,
  Incarnation,
  StreamSummary,
} from '#domain/judgement.ts';
import { body, count, nanos } from './column-types.ts';

/*
 * What the judge says of a session. Each table has the session and an id that survives a new judgement as
 * its key, typed columns for what is filtered and charted, the whole value as `body`, and the `hash` of the
 * row, by which a new judgement writes only what changed.
 */

export const incarnations = pgTable(
  'incarnations',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    at: nanos('at').notNull(),
    endAt: nanos('end_at'),
    body: body<Json<Incarnation>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionKey, t.id] })],
);

export const streams = pgTable(
  'streams',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    at: nanos('at').notNull(),
    endAt: nanos('end_at').notNull(),
    origin: text('origin'),
    requestId: text('request_id'),
    events: count('events').notNull(),
    floor: doublePrecision('floor'),
    highWater: doublePrecision('high_water'),
    body: body<Json<StreamSummary>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionKey, t.id] })],
);

export const attempts = pgTable(
  'attempts',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    at: nanos('at').notNull(),
    endAt: nanos('end_at').notNull(),
    service: text('service').notNull(),
    instance: text('instance'),
    environment: text('environment'),
    clientName: text('client_name'),
    verdict: text('verdict').notNull(),
    session: text('session').notNull(),
    delivery: text('delivery').notNull(),
    given: text('given').notNull(),
    owed: text('owed').notNull(),
    claimed: text('claimed'),
    /** All failing reasons, the primary one first. */
    reasons: text('reasons').array().notNull(),
    notes: text('notes').array().notNull(),
    tags: text('tags').array().notNull(),
    missing: text('missing').array().notNull(),
    lastEventId: text('last_event_id'),
    status: integer('status'),
    replayedCount: doublePrecision('replayed_count'),
    floor: doublePrecision('floor'),
    highWater: doublePrecision('high_water'),
    traceId: text('trace_id').notNull(),
    episode: text('episode'),
    body: body<Json<Attempt>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionKey, t.id] }),
    index('attempts_by_session').on(t.sessionKey, t.at, t.id),
    index('attempts_by_time').on(t.at.desc(), t.id.desc()),
    index('attempts_by_service').on(t.service, t.at.desc()),
    index('attempts_by_trace').on(t.traceId),
  ],
);

export const executions = pgTable(
  'executions',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    at: nanos('at').notNull(),
    endAt: nanos('end_at').notNull(),
    service: text('service').notNull(),
    instance: text('instance'),
    tool: text('tool'),
    argumentsDigest: text('arguments_digest'),
    idempotencyKey: text('idempotency_key'),
    clientId: text('client_id'),
    clientAddress: text('client_address'),
    requestId: text('request_id'),
    traceId: text('trace_id').notNull(),
    deduplicated: boolean('deduplicated').notNull(),
    /** True when a finding says that it ran more than once. */
    doubled: boolean('doubled').notNull(),
    error: text('error'),
    deliveredAt: nanos('delivered_at'),
    body: body<Json<Execution>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionKey, t.id] }),
    index('executions_by_session').on(t.sessionKey, t.at, t.id),
    index('executions_by_call')
      .on(t.service, t.tool, t.argumentsDigest, t.at)
      .where(sql`${t.argumentsDigest} is not null`),
    index('executions_by_idempotency_key')
      .on(t.service, t.tool, t.idempotencyKey, t.at)
      .where(sql`${t.idempotencyKey} is not null`),
    index('executions_by_trace').on(t.traceId),
    index('executions_by_request').on(t.requestId, t.at.desc()),
  ],
);

export const disturbances = pgTable(
  'disturbances',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    at: nanos('at').notNull(),
    kind: text('kind').notNull(),
    /** What disturbed a client in one request chain may explain what it did in another. */
    clientId: text('client_id'),
    body: body<Json<Disturbance>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionKey, t.id] }),
    index('disturbances_by_session').on(t.sessionKey, t.at),
    index('disturbances_by_client').on(t.clientId, t.at).where(sql`${t.clientId} is not null`),
  ],
);

export const episodes = pgTable(
  'episodes',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    at: nanos('at').notNull(),
    until: nanos('until').notNull(),
    ended: text('ended').notNull(),
    body: body<Json<Episode>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionKey, t.id] })],
);
