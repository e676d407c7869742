import type { OtlpValue } from './batch.ts';
import { compactInteger } from './exact-numbers.ts';
import { MAX_VALUE_DEPTH, TOO_DEEP } from './value-depth.ts';
import { WIRE_FIXED64, WIRE_FRAME, WIRE_VARINT, type WireReader } from './wire-reader.ts';

/** Numbers of fields in common.proto. */
const KEY_VALUE = { key: 1, value: 2 } as const;
const ANY_VALUE = { string: 1, bool: 2, int: 3, double: 4, array: 5, map: 6, bytes: 7 } as const;
const VALUES = 1;

/** `KeyValue`, put into the map; a later one with the same key wins. */
export function readKeyValue(reader: WireReader, end: number, into: Map<string, OtlpValue>): void {
  readEntry(reader, end, { into, depth: 0 });
}

function readEntry(
  reader: WireReader,
  end: number,
  target: { readonly into: Map<string, OtlpValue>; readonly depth: number },
): void {
  const to = reader.frame(end);
  let key = '';
  let value: OtlpValue = null;
  while (reader.next(to)) {
    const framed = reader.wireType === WIRE_FRAME;
    if (framed && reader.field === KEY_VALUE.key) key = reader.text(to);
    else if (framed && reader.field === KEY_VALUE.value) value = readAnyValue(reader, to, target.depth);
    else reader.skip(to);
  }
  target.into.set(key, value);
}

/** `AnyValue`: a oneof, of which the last one sent counts. None at all is the empty value. */
function readAnyValue(reader: WireReader, end: number, depth: number): OtlpValue {
  const to = reader.frame(end);
  if (depth >= MAX_VALUE_DEPTH) {
    reader.pos = to;
    return TOO_DEEP;
  }
  let value: OtlpValue = null;
  while (reader.next(to)) value = readOneOf(reader, to, { value, depth });
  return value;
}

function readOneOf(
  reader: WireReader,
  end: number,
  so: { readonly value: OtlpValue; readonly depth: number },
): OtlpValue {
  const { field, wireType } = reader;
  if (wireType === WIRE_FRAME) {
    if (field === ANY_VALUE.string) return reader.text(end);
    if (field === ANY_VALUE.array) return readList(reader, end, so.depth + 1);
    if (field === ANY_VALUE.map) return readMap(reader, end, so.depth + 1);
    if (field === ANY_VALUE.bytes) return reader.data(end);
  } else if (wireType === WIRE_VARINT) {
    if (field === ANY_VALUE.int) return compactInteger(reader.varint64(end));
    if (field === ANY_VALUE.bool) return reader.varint64(end) !== 0n;
  } else if (wireType === WIRE_FIXED64 && field === ANY_VALUE.double) {
    return reader.double(end);
  }
  reader.skip(end);
  return so.value;
}

function readList(reader: WireReader, end: number, depth: number): OtlpValue[] {
  const to = reader.frame(end);
  const list: OtlpValue[] = [];
  while (reader.next(to)) {
    if (reader.field === VALUES && reader.wireType === WIRE_FRAME) list.push(readAnyValue(reader, to, depth));
    else reader.skip(to);
  }
  return list;
}

function readMap(reader: WireReader, end: number, depth: number): ReadonlyMap<string, OtlpValue> {
  const to = reader.frame(end);
  const into = new Map<string, OtlpValue>();
  while (reader.next(to)) {
    if (reader.field === VALUES && reader.wireType === WIRE_FRAME) readEntry(reader, to, { into, depth });
    else reader.skip(to);
  }
  return into;
}
