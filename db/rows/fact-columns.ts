import type { Fact } from '#domain/facts.ts';

/** All field names that any kind of fact has. */
type KeyOfUnion<T> = T extends unknown ? keyof T : never;
export type FactField = KeyOfUnion<Fact>;

/**
 * Where each field of a fact stands in its row, in the order of COPY. Fields that are not listed go into
 * `detail` as JSON: they belong to one kind only and nothing filters by them.
 */
export const FACT_COLUMNS = [
  ['session', 'session_key'],
  ['at', 'at'],
  ['id', 'fact_id'],
  ['end', 'end_at'],
  ['kind', 'kind'],
  ['identified', 'identified'],
  ['observer', 'observer'],
  ['service', 'service'],
  ['instance', 'instance'],
  ['serviceVersion', 'service_version'],
  ['environment', 'environment'],
  ['traceId', 'trace_id'],
  ['spanId', 'span_id'],
  ['parentSpanId', 'parent_span_id'],
  ['scope', 'scope'],
  ['protocol', 'protocol'],
  ['incarnation', 'incarnation'],
  ['clientName', 'client_name'],
  ['clientVersion', 'client_version'],
  ['clientId', 'client_id'],
  ['clientAddress', 'client_address'],
  ['streamId', 'stream_id'],
  ['origin', 'origin'],
  ['sequence', 'sequence'],
  ['streamRequestId', 'stream_request_id'],
  ['connectionId', 'connection_id'],
  ['eventId', 'event_id'],
  ['ordinal', 'ordinal'],
  ['eventKind', 'event_kind'],
  ['requestId', 'request_id'],
  ['method', 'method'],
  ['tool', 'tool'],
  ['digest', 'digest'],
] as const satisfies readonly (readonly [FactField, string])[];

/** Fields with a column of their own, and `attributes`, which has one too. */
export const COLUMN_FIELDS: ReadonlySet<string> = new Set([
  ...FACT_COLUMNS.map(([field]) => field),
  'attributes',
]);

const OWN_COLUMNS = FACT_COLUMNS.map(([, column]) => column);

/** All columns of `facts` as SQL, in the order in which rows are written and read. */
export const FACT_COLUMN_LIST = [...OWN_COLUMNS, 'detail', 'attributes'].join(', ');

/** The same without what is kept for display only: a third of the work of reading. */
export const JUDGED_COLUMN_LIST = [...OWN_COLUMNS, 'detail', 'null as attributes'].join(', ');
