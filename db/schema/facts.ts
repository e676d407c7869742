import { boolean, doublePrecision, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { nanos } from './column-types.ts';

/**
 * Everything that was ever told, one row a fact, partitioned by UTC day on `at` (a range of nanoseconds).
 * Made by hand in `migrations/0000_facts.sql`, since drizzle-kit knows no partitions; this declares its
 * columns for queries. The primary key is the identity of collector.md section 2 and begins with the
 * session, so that the table can be distributed by it; `fact_id` holds trace id, span id and event index.
 */
export const facts = pgTable(
  'facts',
  {
    sessionKey: text('session_key').notNull(),
    at: nanos('at').notNull(),
    factId: text('fact_id').notNull(),
    endAt: nanos('end_at').notNull(),
    kind: text('kind').notNull(),
    identified: boolean('identified').notNull(),
    observer: text('observer').notNull(),
    service: text('service').notNull(),
    instance: text('instance'),
    serviceVersion: text('service_version'),
    environment: text('environment'),
    traceId: text('trace_id').notNull(),
    spanId: text('span_id').notNull(),
    parentSpanId: text('parent_span_id'),
    scope: text('scope'),
    protocol: text('protocol'),
    incarnation: text('incarnation'),
    clientName: text('client_name'),
    clientVersion: text('client_version'),
    clientId: text('client_id'),
    clientAddress: text('client_address'),
    streamId: text('stream_id'),
    origin: text('origin'),
    sequence: text('sequence'),
    streamRequestId: text('stream_request_id'),
    connectionId: text('connection_id'),
    eventId: text('event_id'),
    /** A double like every number of JavaScript, so that whatever was sent comes back. */
    ordinal: doublePrecision('ordinal'),
    eventKind: text('event_kind'),
    requestId: text('request_id'),
    method: text('method'),
    tool: text('tool'),
    digest: text('digest'),
    /** Fields that only one kind of fact has; null when there are none. */
    detail: json('detail').$type<Record<string, unknown>>(),
    attributes: json('attributes').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionKey, t.at, t.factId] })],
);
