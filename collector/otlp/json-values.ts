import type { OtlpAttributes, OtlpValue } from './batch.ts';
import { compactInteger, exactInteger } from './exact-numbers.ts';
import { field, isObject, type JsonObject, textField } from './json-fields.ts';
import { MAX_VALUE_DEPTH, TOO_DEEP } from './value-depth.ts';

/** `repeated KeyValue` of JSON; an entry that is none is left out, the others stay. A later key wins. */
export function readJsonAttributes(value: unknown, depth = 0): OtlpAttributes {
  const attributes = new Map<string, OtlpValue>();
  if (!Array.isArray(value)) return attributes;
  for (const entry of value) {
    if (isObject(entry)) attributes.set(textField(entry, 'key'), readJsonValue(field(entry, 'value'), depth));
  }
  return attributes;
}

/** `AnyValue` of JSON. `{}` and `null` are the empty value; a bare scalar, as some emitters write, is itself. */
function readJsonValue(value: unknown, depth: number): OtlpValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (!isObject(value)) return null;
  if (depth >= MAX_VALUE_DEPTH) return TOO_DEEP;
  const text = field(value, 'stringValue');
  if (text !== undefined) return typeof text === 'string' ? text : String(text);
  const truth = field(value, 'boolValue');
  if (truth !== undefined) return truth === true || truth === 'true';
  const whole = field(value, 'intValue');
  if (whole !== undefined) return readInteger(whole);
  const real = field(value, 'doubleValue');
  if (real !== undefined) return typeof real === 'number' || typeof real === 'string' ? Number(real) : null;
  return readComposite(value, depth);
}

function readInteger(value: unknown): OtlpValue {
  const exact = exactInteger(value);
  if (exact !== undefined) return compactInteger(exact);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function readComposite(value: JsonObject, depth: number): OtlpValue {
  const list = field(value, 'arrayValue');
  if (isObject(list)) {
    const values = field(list, 'values');
    return Array.isArray(values) ? values.map((inner) => readJsonValue(inner, depth + 1)) : [];
  }
  const map = field(value, 'kvlistValue');
  if (isObject(map)) return readJsonAttributes(field(map, 'values'), depth + 1);
  const bytes = field(value, 'bytesValue');
  return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : null;
}
