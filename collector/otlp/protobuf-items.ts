import {
  type OtlpEvent,
  type OtlpLogRecord,
  type OtlpScope,
  type OtlpSpan,
  type OtlpValue,
  SPAN_KINDS,
} from './batch.ts';
import { readKeyValue } from './protobuf-values.ts';
import type { RejectionTally } from './rejection-tally.ts';
import { readLogIds, readSpanIds } from './span-ids.ts';
import { WIRE_FIXED64, WIRE_FRAME, WIRE_VARINT, type WireReader } from './wire-reader.ts';

/** Numbers of fields in trace.proto, logs.proto and common.proto. */
const SPAN = {
  traceId: 1,
  spanId: 2,
  parent: 4,
  name: 5,
  kind: 6,
  start: 7,
  end: 8,
  attributes: 9,
  events: 11,
  status: 15,
} as const;
const EVENT = { time: 1, name: 2, attributes: 3 } as const;
const STATUS_CODE = 3;
const STATUS_ERROR = 2;
const LOG = { time: 1, attributes: 6, traceId: 9, spanId: 10, observed: 11, eventName: 12 } as const;
const RESOURCE_ATTRIBUTES = 1;
const SCOPE = { name: 1, version: 2 } as const;

/** Where an item stands in the request, for the sentence that refuses it. */
export interface ItemPlace {
  readonly where: string;
  readonly rejected: RejectionTally;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** `Span`, from `reader.pos` to `to`. */
export function readSpan(reader: WireReader, to: number, place: ItemPlace): OtlpSpan | undefined {
  const sent = { traceId: '', spanId: '', parentSpanId: '' };
  const attributes = new Map<string, OtlpValue>();
  const events: OtlpEvent[] = [];
  const span: Writable<Pick<OtlpSpan, 'name' | 'kind' | 'start' | 'end' | 'failed'>> = {
    name: '',
    kind: 'unspecified',
    start: 0n,
    end: 0n,
    failed: false,
  };
  while (reader.next(to)) {
    const { field, wireType } = reader;
    if (wireType === WIRE_FRAME) {
      if (field === SPAN.attributes) readKeyValue(reader, to, attributes);
      else if (field === SPAN.events) events.push(readEvent(reader, to));
      else if (field === SPAN.traceId) sent.traceId = reader.hex(to);
      else if (field === SPAN.spanId) sent.spanId = reader.hex(to);
      else if (field === SPAN.parent) sent.parentSpanId = reader.hex(to);
      else if (field === SPAN.name) span.name = reader.text(to);
      else if (field === SPAN.status) span.failed = readStatus(reader, to);
      else reader.skip(to);
    } else if (wireType === WIRE_FIXED64 && field === SPAN.start) span.start = reader.fixed64(to);
    else if (wireType === WIRE_FIXED64 && field === SPAN.end) span.end = reader.fixed64(to);
    else if (wireType === WIRE_VARINT && field === SPAN.kind)
      span.kind = SPAN_KINDS[reader.varint32(to)] ?? 'unspecified';
    else reader.skip(to);
  }
  const ids = readSpanIds(sent, place);
  return ids && { ...ids, ...span, attributes, events };
}

function readEvent(reader: WireReader, end: number): OtlpEvent {
  const to = reader.frame(end);
  const attributes = new Map<string, OtlpValue>();
  let name = '';
  let time = 0n;
  while (reader.next(to)) {
    const framed = reader.wireType === WIRE_FRAME;
    if (framed && reader.field === EVENT.attributes) readKeyValue(reader, to, attributes);
    else if (framed && reader.field === EVENT.name) name = reader.text(to);
    else if (reader.wireType === WIRE_FIXED64 && reader.field === EVENT.time) time = reader.fixed64(to);
    else reader.skip(to);
  }
  return { name, time, attributes };
}

function readStatus(reader: WireReader, end: number): boolean {
  const to = reader.frame(end);
  let code = 0;
  while (reader.next(to)) {
    if (reader.wireType === WIRE_VARINT && reader.field === STATUS_CODE) code = reader.varint32(to);
    else reader.skip(to);
  }
  return code === STATUS_ERROR;
}

/** `LogRecord`, from `reader.pos` to `to`. Its body is not read: it may be a payload. */
export function readLog(reader: WireReader, to: number): OtlpLogRecord {
  const sent = { traceId: '', spanId: '' };
  const attributes = new Map<string, OtlpValue>();
  let [eventName, time, observed] = ['', 0n, 0n];
  while (reader.next(to)) {
    const { field, wireType } = reader;
    if (wireType === WIRE_FRAME) {
      if (field === LOG.attributes) readKeyValue(reader, to, attributes);
      else if (field === LOG.traceId) sent.traceId = reader.hex(to);
      else if (field === LOG.spanId) sent.spanId = reader.hex(to);
      else if (field === LOG.eventName) eventName = reader.text(to);
      else reader.skip(to);
    } else if (wireType === WIRE_FIXED64 && field === LOG.time) time = reader.fixed64(to);
    else if (wireType === WIRE_FIXED64 && field === LOG.observed) observed = reader.fixed64(to);
    else reader.skip(to);
  }
  return { eventName, time: time === 0n ? observed : time, ...readLogIds(sent), attributes };
}

/** `Resource`, whose attributes are added to the map: a message sent in two pieces is one. */
export function readResource(reader: WireReader, end: number, into: Map<string, OtlpValue>): void {
  const to = reader.frame(end);
  while (reader.next(to)) {
    if (reader.wireType === WIRE_FRAME && reader.field === RESOURCE_ATTRIBUTES)
      readKeyValue(reader, to, into);
    else reader.skip(to);
  }
}

/** `InstrumentationScope`. */
export function readScope(reader: WireReader, end: number): OtlpScope {
  const to = reader.frame(end);
  let [name, version] = ['', ''];
  while (reader.next(to)) {
    const framed = reader.wireType === WIRE_FRAME;
    if (framed && reader.field === SCOPE.name) name = reader.text(to);
    else if (framed && reader.field === SCOPE.version) version = reader.text(to);
    else reader.skip(to);
  }
  return { name, version };
}
