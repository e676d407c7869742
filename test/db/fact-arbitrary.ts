import fc from 'fast-check';
import { factId, sessionKey, unixNanos } from '#domain/brand.ts';
import type { AttributeValue, Fact } from '#domain/facts.ts';
import {
  CLOSE_REASONS,
  DETACH_REASONS,
  EVENT_KINDS,
  OBSERVERS,
  REQUEST_OUTCOMES,
  SESSION_ORIGINS,
  STREAM_ORIGINS,
} from '#domain/words.ts';

/** Text as the ingest lets it through: anything but NUL and lone surrogates, which it replaces. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('\\N', '\\.', 'a\tb\nc\rd\\e', '', '"', "'", '{}', '€ 𝄞 ‮'),
  )
  .map((value) => value.replaceAll('\0', '�'));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const { attribute } = fc.letrec<{ attribute: AttributeValue }>((tie) => ({
  attribute: fc.oneof(
    { maxDepth: 2 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('attribute'), { maxLength: 3 }),
  ),
}));

const day = 86_400_000_000_000n;
const start = 20_000n * day;

/** Times within three days, so that several partitions are met. */
const time = fc.bigInt({ min: start, max: start + 3n * day - 1n }).map(unixNanos);

const common = {
  at: time,
  end: time,
  session: hex(26).map(sessionKey),
  identified: fc.boolean(),
  observer: fc.constantFrom(...OBSERVERS),
  service: text,
  instance: optional(text),
  serviceVersion: optional(text),
  environment: optional(text),
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: optional(hex(16)),
  scope: optional(text),
  protocol: optional(text),
  incarnation: optional(text),
  clientName: optional(text),
  clientVersion: optional(text),
  clientId: optional(text),
  clientAddress: optional(text),
  attributes: fc.dictionary(
    text.filter((key) => key !== '__proto__'),
    attribute,
    { maxKeys: 4 },
  ),
};

const stream = {
  streamId: optional(text),
  origin: optional(fc.constantFrom(...STREAM_ORIGINS)),
  sequence: optional(text),
  streamRequestId: optional(text),
  connectionId: optional(text),
};

const event = {
  ...stream,
  eventId: optional(text),
  ordinal: optional(number),
  eventKind: optional(fc.constantFrom(...EVENT_KINDS)),
  requestId: optional(text),
  method: optional(text),
  digest: optional(text),
};

const kinds = [
  { kind: 'open', sessionOrigin: optional(fc.constantFrom(...SESSION_ORIGINS)), inferred: fc.boolean() },
  { kind: 'close', closeReason: optional(fc.constantFrom(...CLOSE_REASONS)) },
  { kind: 'alias', aliasOf: optional(hex(26)) },
  { kind: 'attach', ...stream },
  { kind: 'detach', ...stream, detachReason: optional(fc.constantFrom(...DETACH_REASONS)) },
  { kind: 'fence', ...stream },
  { kind: 'emit', ...event, replayed: fc.boolean() },
  { kind: 'receive', ...event },
  { kind: 'evict', ...stream, floor: optional(number) },
  { kind: 'heartbeat' },
  {
    kind: 'request',
    requestId: optional(text),
    method: optional(text),
    tool: optional(text),
    status: optional(number),
    outcome: optional(fc.constantFrom(...REQUEST_OUTCOMES)),
  },
  {
    kind: 'execution',
    requestId: optional(text),
    requestIdLowTrust: fc.boolean(),
    tool: optional(text),
    argumentsDigest: optional(text),
    idempotencyKey: optional(text),
    readOnly: optional(fc.boolean()),
    idempotent: optional(fc.boolean()),
    destructive: optional(fc.boolean()),
    deduplicated: fc.boolean(),
    error: optional(text),
  },
  {
    kind: 'resumption',
    ...stream,
    httpMethod: optional(text),
    transport: optional(text),
    lastEventId: optional(text),
    token: optional(fc.constantFrom('present', 'absent', 'unknown', 'unused')),
    cursorState: optional(fc.constantFrom('resolved', 'unknown', 'evicted', 'unparseable', 'absent')),
    cursorOrdinal: optional(number),
    floor: optional(number),
    highWater: optional(number),
    rivalIdleMs: optional(number),
    status: optional(number),
    firstEventId: optional(text),
    replayedCount: optional(number),
    resyncUnrecoverable: optional(fc.boolean()),
    claimed: optional(text),
    thin: fc.boolean(),
  },
] as const;

/** Any fact that the ingest can make, of every kind. */
export const anyFact: fc.Arbitrary<Fact> = fc
  .oneof(
    ...kinds.map(({ kind, ...own }) =>
      fc.record({ ...common, ...own }).map((fields) => ({ ...fields, kind })),
    ),
  )
  .chain((fields) =>
    fc.nat(99).map(
      (index) =>
        ({
          ...fields,
          id: factId(`${(fields as { traceId: string }).traceId}:${index}`),
        }) as unknown as Fact,
    ),
  );
