import { createHash } from 'node:crypto';
import type { SessionSalt } from '#db/session-ids.ts';
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '#semconv';
import { isList, isMap, type OtlpAttributes, type OtlpLogRecord, type OtlpValue } from '../otlp/batch.ts';

/**
 * What a log record is known by, since it has no id of its own (collector.md section 2): 128 bits over its time,
 * name, trace, span, attributes and sender, in hex. It is taken over the record as sent, so that a repeat gives the
 * same digest whatever else is in the batch; the salt keeps what was sent from being guessed by it.
 */
export function logDigest(
  log: OtlpLogRecord,
  of: { readonly resource: OtlpAttributes; readonly salt: SessionSalt },
): string {
  const parts = [
    log.time.toString(),
    log.eventName,
    log.traceId ?? '',
    log.spanId ?? '',
    sortable(of.resource.get(ATTR_SERVICE_NAME) ?? null),
    sortable(of.resource.get(ATTR_SERVICE_INSTANCE_ID) ?? null),
    sortable(log.attributes),
  ];
  return createHash('sha256').update(of.salt).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** One form for each value, whatever the order of keys. */
function sortable(value: OtlpValue): unknown {
  if (value instanceof Uint8Array) return ['bytes', Buffer.from(value).toString('base64')];
  if (isMap(value)) {
    const entries = [...value].map(([key, inner]) => [key, sortable(inner)] as const);
    return ['map', ...entries.sort(([a], [b]) => (a < b ? -1 : 1))];
  }
  if (isList(value)) return ['list', ...value.map(sortable)];
  return typeof value === 'number' ? String(value) : value;
}
