/**
 * One request of OTLP in a neutral form, the same for protobuf and JSON, traces and logs
 * (opentelemetry-proto: trace.proto, logs.proto, common.proto). Only what Seamark can use is kept: links, trace
 * state, severities and bodies of log records are not even decoded.
 */

/** A whole number that a double cannot hold is kept as its decimal text. */
export type OtlpValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly OtlpValue[]
  | ReadonlyMap<string, OtlpValue>;

/** A map, since keys come from strangers: `__proto__` is a key like any other. */
export type OtlpAttributes = ReadonlyMap<string, OtlpValue>;

export function isList(value: OtlpValue): value is readonly OtlpValue[] {
  return Array.isArray(value);
}

export function isMap(value: OtlpValue): value is ReadonlyMap<string, OtlpValue> {
  return value instanceof Map;
}

/** In the order of `Span.SpanKind`: the index is the number on the wire. */
export const SPAN_KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export interface OtlpScope {
  readonly name: string;
  readonly version: string;
}

export interface OtlpEvent {
  readonly name: string;
  readonly time: bigint;
  readonly attributes: OtlpAttributes;
}

export interface OtlpSpan {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** 16 lower-case hex digits. */
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Nanoseconds since the Unix epoch; 0 where the field was not sent. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: OtlpAttributes;
  readonly events: readonly OtlpEvent[];
  /** Whether the status says error. */
  readonly failed: boolean;
}

export interface OtlpLogRecord {
  readonly eventName: string;
  /** `time_unix_nano`, else when it was observed. */
  readonly time: bigint;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly attributes: OtlpAttributes;
}

/** What one scope of one resource sent. */
export interface OtlpGroup {
  readonly resource: OtlpAttributes;
  readonly scope: OtlpScope;
  readonly spans: readonly OtlpSpan[];
  readonly logs: readonly OtlpLogRecord[];
}

export const SIGNALS = ['traces', 'logs'] as const;
export type Signal = (typeof SIGNALS)[number];

export interface OtlpBatch {
  readonly groups: readonly OtlpGroup[];
  /** Spans and records that could not be read; the others are unharmed. */
  readonly rejected: Rejections;
}

/** Why a span, an event or a log record was not taken. */
export const REJECTION_CODES = [
  'malformed',
  'bad_trace_id',
  'bad_span_id',
  'no_time',
  'too_old',
  'in_future',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

export interface Rejections {
  /** Spans or records that were refused, whole or in part. */
  readonly count: number;
  readonly byCode: Readonly<Partial<Record<RejectionCode, number>>>;
  /** The first few, in words, for the answer. Never quotes a value. */
  readonly first: readonly string[];
}

/** An undecodable request carries where and why. */
export type DecodeResult =
  | { readonly ok: true; readonly batch: OtlpBatch }
  | { readonly ok: false; readonly message: string };
