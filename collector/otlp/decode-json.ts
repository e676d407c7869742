import {
  type DecodeResult,
  type OtlpEvent,
  type OtlpGroup,
  type OtlpLogRecord,
  type OtlpScope,
  type OtlpSpan,
  type Signal,
  SPAN_KINDS,
  type SpanKind,
} from './batch.ts';
import { quoteWideNumbers } from './exact-numbers.ts';
import {
  enumField,
  field,
  isObject,
  type JsonObject,
  JsonShapeError,
  listField,
  textField,
  timeField,
} from './json-fields.ts';
import { describeSyntaxError } from './json-syntax.ts';
import { readJsonAttributes } from './json-values.ts';
import { RejectionTally } from './rejection-tally.ts';
import { readLogIds, readSpanIds } from './span-ids.ts';

/** Names of the lists in a request of each signal. */
const SHAPES = {
  traces: { resources: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' },
  logs: { resources: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' },
} as const satisfies Record<Signal, object>;

const STATUS_ERROR = 2;
const STATUS_NAMES = ['unset', 'ok', 'error'] as const;

/**
 * Decodes a request of OTLP/JSON from its text. A request whose frame is broken is refused with the place; a span
 * that is broken costs only itself.
 */
export function decodeJson(signal: Signal, text: string): DecodeResult {
  let document: unknown;
  const source = quoteWideNumbers(text.startsWith('\ufeff') ? text.slice(1) : text);
  try {
    document = JSON.parse(source);
  } catch {
    return { ok: false, message: describeSyntaxError(source) };
  }
  return decodeJsonDocument(signal, document);
}

/** Decodes a parsed document. Its numbers went through doubles: times are exact only when they are text. */
export function decodeJsonDocument(signal: Signal, document: unknown): DecodeResult {
  if (!isObject(document)) return { ok: false, message: 'the body: expected an object' };
  const rejected = new RejectionTally();
  try {
    const groups = readGroups(signal, { document, rejected });
    return { ok: true, batch: { groups, rejected: rejected.result() } };
  } catch (error) {
    if (error instanceof JsonShapeError) return { ok: false, message: error.message };
    throw error;
  }
}

interface Source {
  readonly document: JsonObject;
  readonly rejected: RejectionTally;
}

function readGroups(signal: Signal, { document, rejected }: Source): OtlpGroup[] {
  const shape = SHAPES[signal];
  const groups: OtlpGroup[] = [];
  for (const [r, resourceEntry] of listField(document, { name: shape.resources, where: '' }).entries()) {
    const where = `${shape.resources}[${r}]`;
    const entry = objectAt(resourceEntry, where);
    if (!entry) continue;
    const resource = readJsonAttributes(subField(entry, 'resource', 'attributes'));
    for (const [s, scopeEntry] of listField(entry, { name: shape.scopes, where: `${where}.` }).entries()) {
      const scopeWhere = `${where}.${shape.scopes}[${s}]`;
      const scoped = objectAt(scopeEntry, scopeWhere);
      if (!scoped) continue;
      const items = listField(scoped, { name: shape.items, where: `${scopeWhere}.` });
      const place = { where: `${scopeWhere}.${shape.items}`, rejected };
      groups.push({
        resource,
        scope: readScope(field(scoped, 'scope')),
        spans: signal === 'traces' ? readAll(items, { ...place, read: readSpan }) : [],
        logs: signal === 'logs' ? readAll(items, { ...place, read: readLog }) : [],
      });
    }
  }
  return groups;
}

interface Place {
  readonly where: string;
  readonly rejected: RejectionTally;
}

function readAll<T>(
  items: readonly unknown[],
  place: Place & { readonly read: (item: JsonObject, place: Place) => T | undefined },
): T[] {
  const out: T[] = [];
  for (const [index, item] of items.entries()) {
    const where = `${place.where}[${index}]`;
    const result = isObject(item) ? place.read(item, { where, rejected: place.rejected }) : undefined;
    if (result !== undefined) out.push(result);
    if (!isObject(item)) place.rejected.add('malformed', `${where}: expected an object`);
  }
  return out;
}

function readSpan(item: JsonObject, place: Place): OtlpSpan | undefined {
  const start = timeField(item, 'startTimeUnixNano');
  const end = timeField(item, 'endTimeUnixNano');
  if (start === undefined || end === undefined) {
    place.rejected.add('malformed', `${place.where}: a time is not a whole number`);
    return undefined;
  }
  const ids = readSpanIds(
    {
      traceId: textField(item, 'traceId'),
      spanId: textField(item, 'spanId'),
      parentSpanId: textField(item, 'parentSpanId'),
    },
    place,
  );
  if (!ids) return undefined;
  const status = field(item, 'status');
  return {
    ...ids,
    name: textField(item, 'name'),
    kind: readKind(item),
    start,
    end,
    attributes: readJsonAttributes(field(item, 'attributes')),
    events: readEvents(field(item, 'events')),
    failed: isObject(status) && readStatus(status) === STATUS_ERROR,
  };
}

function readEvents(value: unknown): OtlpEvent[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((event) => ({
    name: textField(event, 'name'),
    time: timeField(event, 'timeUnixNano') ?? 0n,
    attributes: readJsonAttributes(field(event, 'attributes')),
  }));
}

function readLog(item: JsonObject, place: Place): OtlpLogRecord | undefined {
  const time = timeField(item, 'timeUnixNano');
  const observed = timeField(item, 'observedTimeUnixNano');
  if (time === undefined || observed === undefined) {
    place.rejected.add('malformed', `${place.where}: a time is not a whole number`);
    return undefined;
  }
  return {
    eventName: textField(item, 'eventName'),
    time: time === 0n ? observed : time,
    ...readLogIds({ traceId: textField(item, 'traceId'), spanId: textField(item, 'spanId') }),
    attributes: readJsonAttributes(field(item, 'attributes')),
  };
}

function readScope(value: unknown): OtlpScope {
  if (!isObject(value)) return { name: '', version: '' };
  return { name: textField(value, 'name'), version: textField(value, 'version') };
}

function readKind(item: JsonObject): SpanKind {
  const number = enumField(item, { name: 'kind', prefix: 'SPAN_KIND_', names: SPAN_KINDS });
  return SPAN_KINDS[number] ?? 'unspecified';
}

function readStatus(status: JsonObject): number {
  return enumField(status, { name: 'code', prefix: 'STATUS_CODE_', names: STATUS_NAMES });
}

function subField(object: JsonObject, name: string, inner: string): unknown {
  const value = field(object, name);
  return isObject(value) ? field(value, inner) : undefined;
}

/** `null` in a list counts as absent; anything else that is no object breaks the frame. */
function objectAt(value: unknown, where: string): JsonObject | undefined {
  if (value === null) return undefined;
  if (!isObject(value)) throw new JsonShapeError(where, 'an object');
  return value;
}
