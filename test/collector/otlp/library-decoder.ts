import { type OtlpBatch, type OtlpSpan, type OtlpValue, SPAN_KINDS } from '#collector/otlp/batch.ts';
import { RejectionTally } from '#collector/otlp/rejection-tally.ts';
import { readSpanIds } from '#collector/otlp/span-ids.ts';
import { decodeMessage } from './otlp-schema.ts';

type Plain = Readonly<Record<string, unknown>>;

/** What a request holds according to the library, in our neutral form. */
export function neutralSpans(bytes: Uint8Array): OtlpBatch {
  const rejected = new RejectionTally();
  let index = 0;
  const groups = list(decodeMessage('ExportTraceServiceRequest', bytes).resource_spans).flatMap(
    (resourceSpans) =>
      list(resourceSpans.scope_spans).map((scopeSpans) => {
        const scope = object(scopeSpans.scope);
        return {
          resource: attributes(object(resourceSpans.resource).attributes),
          scope: { name: text(scope.name), version: text(scope.version) },
          spans: list(scopeSpans.spans).flatMap((span) => {
            const read = neutralSpan(span, { where: `span ${index}`, rejected });
            index += 1;
            return read ? [read] : [];
          }),
          logs: [],
        };
      }),
  );
  return { groups, rejected: rejected.result() };
}

function neutralSpan(span: Plain, place: Parameters<typeof readSpanIds>[1]): OtlpSpan | undefined {
  const ids = readSpanIds(
    { traceId: hex(span.trace_id), spanId: hex(span.span_id), parentSpanId: hex(span.parent_span_id) },
    place,
  );
  return (
    ids && {
      ...ids,
      name: text(span.name),
      kind: SPAN_KINDS[Number(span.kind ?? 0)] ?? 'unspecified',
      start: BigInt(String(span.start_time_unix_nano ?? 0)),
      end: BigInt(String(span.end_time_unix_nano ?? 0)),
      attributes: attributes(span.attributes),
      events: list(span.events).map((event) => ({
        name: text(event.name),
        time: BigInt(String(event.time_unix_nano ?? 0)),
        attributes: attributes(event.attributes),
      })),
      failed: Number(object(span.status).code ?? 0) === 2,
    }
  );
}

function attributes(value: unknown): Map<string, OtlpValue> {
  return new Map(list(value).map((entry) => [text(entry.key), neutralValue(entry.value)]));
}

function neutralValue(value: unknown): OtlpValue {
  const any = object(value);
  if (any.string_value !== undefined) return text(any.string_value);
  if (any.bool_value !== undefined) return any.bool_value === true;
  if (any.int_value !== undefined) {
    const number = Number(any.int_value);
    return Number.isSafeInteger(number) ? number : String(any.int_value);
  }
  if (any.double_value !== undefined) return Number(any.double_value);
  if (any.bytes_value instanceof Uint8Array) return new Uint8Array(any.bytes_value);
  if (any.array_value !== undefined) return list(object(any.array_value).values).map(neutralValue);
  if (any.kvlist_value !== undefined) return attributes(object(any.kvlist_value).values);
  return null;
}

function hex(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function object(value: unknown): Plain {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function list(value: unknown): Plain[] {
  return Array.isArray(value) ? value.map(object) : [];
}
