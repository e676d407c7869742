/** Sets of values, each a const array: the source of its union. What is not listed is kept as `unknown` with the raw text. */

export const OBSERVERS = ['server', 'client', 'proxy'] as const;
export type Observer = (typeof OBSERVERS)[number];

export const SESSION_ORIGINS = ['initialized', 'restored', 'adopted'] as const;
export type SessionOrigin = (typeof SESSION_ORIGINS)[number];

export const CLOSE_REASONS = ['expired', 'deleted', 'evicted', 'rotated', 'shutdown'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export const SESSION_STATES = ['live', 'missing', 'expired', 'uninitialized', 'none'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Of a session id or a stream id in an answer, against the request. */
export const ECHOES = ['same', 'different', 'absent'] as const;
export type Echo = (typeof ECHOES)[number];

export const STREAM_ORIGINS = ['post', 'get', 'legacy_sse'] as const;
export type StreamOrigin = (typeof STREAM_ORIGINS)[number];

export const DETACH_REASONS = [
  'completed',
  'client_closed',
  'server_closed',
  'network',
  'replaced',
  'timeout',
] as const;
export type DetachReason = (typeof DETACH_REASONS)[number];

export const STREAM_STATES = ['open', 'completed', 'fenced'] as const;
export type StreamState = (typeof STREAM_STATES)[number];

export const EVENT_KINDS = [
  'result',
  'error',
  'request',
  'notification',
  'priming',
  'resync',
  'keepalive',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What an event id names, so that one id cannot be taken for another's. A transport-mode header counts as `mode`. */
export const NAMESPACINGS = ['none', 'stream', 'mode', 'session', 'incarnation', 'unique'] as const;
export type Namespacing = (typeof NAMESPACINGS)[number];

/** `unused` is the default: the server uses none beside the event id. */
export const TOKEN_STATES = ['present', 'absent', 'unknown', 'unused'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

export const CURSOR_STATES = ['resolved', 'unknown', 'evicted', 'unparseable', 'absent'] as const;
export type CursorState = (typeof CURSOR_STATES)[number];

/** Whose session a cursor or an event belongs to, against the one of the request. */
export const OWNERSHIPS = ['same', 'other'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

export const PREDECESSOR_STATES = ['none', 'closed', 'fenced', 'live'] as const;
export type PredecessorState = (typeof PREDECESSOR_STATES)[number];

export const RESPONSE_KINDS = ['stream', 'json', 'empty'] as const;
export type ResponseKind = (typeof RESPONSE_KINDS)[number];

export const RESUMPTION_OUTCOMES = ['replayed', 'resynced', 'refused', 'new_stream', 'failed'] as const;
export type ResumptionOutcome = (typeof RESUMPTION_OUTCOMES)[number];

export const MARKERS = ['none', 'resumed', 'new_stream', 'resync'] as const;
export type Marker = (typeof MARKERS)[number];

export const REPLAY_STATES = ['complete', 'aborted', 'running'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

export const REQUEST_OUTCOMES = ['result', 'error', 'timeout', 'cancelled', 'lost'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** Booleans are sent as text. */
export const HINTS = ['true', 'false'] as const;
export type Hint = (typeof HINTS)[number];

/** The words of a verdict, for `seamark.resumption.verdict`: what a server says of itself. It never decides. */
export const VERDICTS = [
  'continuous',
  'resynced',
  'refused',
  'new_stream',
  'misrefused',
  'fabricated',
  'indeterminate',
  'not_applicable',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Error codes by which a refusal says that the session, or its incarnation, is gone. */
export const GONE_ERROR_CODES = [
  'session_expired',
  'session_not_found',
  'session_terminated',
  'incarnation_mismatch',
  '-32001',
] as const;
export type GoneErrorCode = (typeof GONE_ERROR_CODES)[number];
