import { factsFromOtlpJson, type JsonFactsResult } from '#collector/ingest/facts-from-json.ts';
import type { IngestOptions } from '#collector/ingest/otlp-to-facts.ts';
import { createSessionIds, type SessionIds } from '#db/session-ids.ts';
import type { Fact } from '#domain/facts.ts';

export const sessionIds: SessionIds = createSessionIds({ secretKey: 'a key for tests only', mode: 'hashed' });
export const TRACE = '0123456789abcdef0123456789abcdef';
export const AT = '1793613600000000000';

export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** An attribute's value in OTLP/JSON; an object becomes a nested map. */
export function otlpValue(value: Plain): object {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  if (isList(value)) return { arrayValue: { values: value.map(otlpValue) } };
  return { kvlistValue: { values: otlpAttributes(value) } };
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

export function otlpAttributes(attributes: { readonly [key: string]: Plain }): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
}

export interface SpanText {
  readonly name?: string;
  readonly kind?: 'internal' | 'server' | 'client' | 'producer';
  readonly attributes?: { readonly [key: string]: Plain };
  readonly events?: readonly {
    readonly name: string;
    readonly attributes?: { readonly [key: string]: Plain };
    readonly at?: string;
  }[];
  readonly failed?: boolean;
  readonly at?: string;
  readonly end?: string;
  readonly spanId?: string;
  readonly parentSpanId?: string;
}

export interface BatchText {
  readonly resource?: { readonly [key: string]: Plain };
  readonly scope?: string;
  readonly spans: readonly SpanText[];
}

/** A document of OTLP/JSON with one scope. */
export function documentOf(batch: BatchText): string {
  const spans = batch.spans.map((span, index) => ({
    traceId: TRACE,
    spanId: span.spanId ?? (index + 1).toString(16).padStart(16, '0'),
    parentSpanId: span.parentSpanId,
    name: span.name ?? 'some span',
    kind: span.kind ?? 'internal',
    startTimeUnixNano: span.at ?? AT,
    endTimeUnixNano: span.end ?? span.at ?? AT,
    attributes: otlpAttributes(span.attributes ?? {}),
    events: span.events?.map((event) => ({
      name: event.name,
      timeUnixNano: event.at ?? span.at ?? AT,
      attributes: otlpAttributes(event.attributes ?? {}),
    })),
    status: span.failed ? { code: 2 } : {},
  }));
  const resource = { attributes: otlpAttributes(batch.resource ?? { 'service.name': 'orders' }) };
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: batch.scope ?? '' }, spans }] }],
  });
}

/** What came of a document, which must be decodable. */
export function ingest(
  text: string,
  options: Partial<IngestOptions> = {},
): Extract<JsonFactsResult, { ok: true }> {
  const result = factsFromOtlpJson(text, { sessionIds, ...options });
  if (!result.ok) throw new Error(result.message);
  return result;
}

/** The facts of spans in one batch. */
export function factsOf(spans: readonly SpanText[], batch: Omit<BatchText, 'spans'> = {}): readonly Fact[] {
  return ingest(documentOf({ ...batch, spans })).facts;
}

/** The one fact of one span, without the fields that are absent. */
export function factOf(span: SpanText, batch: Omit<BatchText, 'spans'> = {}): Fact {
  const [fact, ...others] = factsOf([span], batch);
  if (!fact || others.length > 0) throw new Error(`expected one fact, got ${others.length + (fact ? 1 : 0)}`);
  return fact;
}

/** Facts as text, to look for what must not be in them. */
export function asText(facts: readonly Fact[]): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
