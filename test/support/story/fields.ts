import type { Fact } from '#domain/facts.ts';
import type { Words } from './words.ts';

const NUMBERS = new Set([
  'ordinal',
  'floor',
  'status',
  'cursorOrdinal',
  'highWater',
  'activeSequences',
  'rivalIdleMs',
  'graceMs',
  'retryAfterS',
  'firstOrdinal',
  'replayedCount',
  'resyncEarliest',
]);
const TRUTHS = new Set([
  'identified',
  'inferred',
  'replayed',
  'requestIdLowTrust',
  'readOnly',
  'idempotent',
  'destructive',
  'deduplicated',
  'resyncUnrecoverable',
  'thin',
]);
const TEXTS = new Set([
  'service',
  'instance',
  'serviceVersion',
  'environment',
  'traceId',
  'spanId',
  'parentSpanId',
  'scope',
  'protocol',
  'incarnation',
  'clientName',
  'clientVersion',
  'clientId',
  'clientAddress',
  'observer',
  'sessionOrigin',
  'closeReason',
  'aliasOf',
  'streamId',
  'origin',
  'sequence',
  'streamRequestId',
  'connectionId',
  'detachReason',
  'eventId',
  'eventKind',
  'requestId',
  'method',
  'digest',
  'tool',
  'outcome',
  'argumentsDigest',
  'idempotencyKey',
  'error',
  'httpMethod',
  'transport',
  'lastEventId',
  'token',
  'tokenStreamId',
  'sessionState',
  'sessionEcho',
  'cursorState',
  'cursorSession',
  'cursorIncarnation',
  'cursorStreamId',
  'cursorSequence',
  'cursorOrigin',
  'streamState',
  'namespacing',
  'predecessor',
  'rivalStreamId',
  'responseKind',
  'marker',
  'errorCode',
  'streamEcho',
  'firstEventId',
  'firstSession',
  'firstStreamId',
  'firstIncarnation',
  'replayState',
  'claimed',
]);

/** Reads `field=value`; the empty value takes a field away again. Field names are those of `domain/facts.ts`. */
export function fieldOf(
  word: string,
  words: Words,
): readonly [string, string | number | boolean | undefined] {
  const [name = '', ...rest] = word.split('=');
  const value = rest.join('=');
  if (value === '') return [name, undefined];
  if (NUMBERS.has(name))
    return [name, /^-?\d+$/.test(value) ? Number(value) : words.fail(`${name} must be a whole number`)];
  if (TRUTHS.has(name))
    return [name, value === 'true' || (value === 'false' ? false : words.fail(`${name} is true or false`))];
  return TEXTS.has(name) ? [name, value] : words.fail(`no fact has a field "${name}"`);
}

/** The fact with these fields said otherwise. The names and types were checked by `fieldOf`. */
export function withFields(fact: Fact, fields: readonly (readonly [string, unknown])[]): Fact {
  return fields.length === 0 ? fact : ({ ...fact, ...Object.fromEntries(fields) } as Fact);
}
