import type { RejectionTally } from './rejection-tally.ts';

const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;
const ZEROS = /^0*$/;
/** 16 or 8 bytes in base64: what a plain protobuf-to-JSON mapping makes of an id; OTLP/JSON wants hex. */
const BASE64_ID = /^(?:[A-Za-z0-9+/_-]{22}(?:==)?|[A-Za-z0-9+/_-]{11}=?)$/;

/** The ids of a span as sent: hex of any case. */
export interface SentIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
}

export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
}

/** Reads the ids of a span, or tells the tally why the span named by `where` is unusable. */
export function readSpanIds(
  sent: SentIds,
  refusal: { readonly where: string; readonly rejected: RejectionTally },
): SpanIds | undefined {
  const traceId = sent.traceId.toLowerCase();
  const spanId = sent.spanId.toLowerCase();
  if (!isId(traceId, TRACE_ID)) {
    refusal.rejected.add('bad_trace_id', `${refusal.where}: trace id ${whatIsWrong(sent.traceId, 16)}`);
    return undefined;
  }
  if (!isId(spanId, SPAN_ID)) {
    refusal.rejected.add('bad_span_id', `${refusal.where}: span id ${whatIsWrong(sent.spanId, 8)}`);
    return undefined;
  }
  return { traceId, spanId, parentSpanId: optionalId(sent.parentSpanId, SPAN_ID) };
}

/** The ids of a log record: both may be absent, and a broken one counts as absent. */
export function readLogIds(sent: { readonly traceId: string; readonly spanId: string }): {
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
} {
  return { traceId: optionalId(sent.traceId, TRACE_ID), spanId: optionalId(sent.spanId, SPAN_ID) };
}

function isId(id: string, shape: RegExp): boolean {
  return shape.test(id) && !ZEROS.test(id);
}

function optionalId(sent: string, shape: RegExp): string | undefined {
  const id = sent.toLowerCase();
  return isId(id, shape) ? id : undefined;
}

function whatIsWrong(sent: string, bytes: number): string {
  if (sent === '') return 'is missing';
  if (ZEROS.test(sent) && sent.length === bytes * 2) return 'is all zeros';
  if (BASE64_ID.test(sent)) {
    return `is base64; OTLP/JSON carries ids as ${bytes * 2} hex digits`;
  }
  return `is not ${bytes} bytes (${bytes * 2} hex digits)`;
}
