/**
 * Names of facts: a span, a span event or a log record whose name is one of these is the fact of that name,
 * whatever the kind of the span. Page "Telemetry", section 1.
 */
export const FACT_SESSION_OPEN = 'seamark.session.open';
export const FACT_SESSION_CLOSE = 'seamark.session.close';
export const FACT_SESSION_ALIAS = 'seamark.session.alias';
export const FACT_STREAM_ATTACH = 'seamark.stream.attach';
export const FACT_STREAM_DETACH = 'seamark.stream.detach';
export const FACT_STREAM_FENCE = 'seamark.stream.fence';
export const FACT_STREAM_EMIT = 'seamark.stream.emit';
export const FACT_STREAM_RECEIVE = 'seamark.stream.receive';
export const FACT_STREAM_EVICT = 'seamark.stream.evict';
export const FACT_RESUMPTION = 'seamark.resumption';
export const FACT_HEARTBEAT = 'seamark.heartbeat';
export const FACT_REQUEST = 'seamark.request';

/** Every name above. Executions and `initialize` have no name of their own: `METHOD_TOOLS_CALL`, `METHOD_INITIALIZE`. */
export const FACT_NAMES = [
  FACT_SESSION_OPEN,
  FACT_SESSION_CLOSE,
  FACT_SESSION_ALIAS,
  FACT_STREAM_ATTACH,
  FACT_STREAM_DETACH,
  FACT_STREAM_FENCE,
  FACT_STREAM_EMIT,
  FACT_STREAM_RECEIVE,
  FACT_STREAM_EVICT,
  FACT_RESUMPTION,
  FACT_HEARTBEAT,
  FACT_REQUEST,
] as const;
export type FactName = (typeof FACT_NAMES)[number];

/** Carries emissions as span events: at most `SEGMENT_MAX_EVENTS`, flushed at least every `SEGMENT_FLUSH_MS` while active. */
export const SPAN_STREAM_SEGMENT = 'seamark.stream.segment';
export const SEGMENT_MAX_EVENTS = 100;
export const SEGMENT_FLUSH_MS = 1_000;

/** How often an instrumented server says that it is alive, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 60_000;

/** `mcp.method.name` of a server span that is an execution, and of one that begins a session. */
export const METHOD_TOOLS_CALL = 'tools/call';
export const METHOD_INITIALIZE = 'initialize';
