import { z } from 'zod';
import {
  CLOSE_REASONS,
  DETACH_REASONS,
  EVENT_KINDS,
  OBSERVERS,
  REQUEST_OUTCOMES,
  SESSION_ORIGINS,
  STREAM_ORIGINS,
} from '#domain/words.ts';
import { components, count, listOf, nextCursor, time } from './values.ts';

const text = z.string();
const whole = z.int();
const maybeText = text.optional();
const maybeWhole = whole.optional();

const attributeValue = z.union([text, z.number(), z.boolean(), z.null(), listOf(z.unknown())]);

const COMMON = {
  id: text,
  at: time,
  end: time,
  session: text,
  identified: z.boolean().describe('Whether a session id was named; when not, `session` is the trace.'),
  observer: z.enum(OBSERVERS),
  service: text,
  instance: maybeText,
  serviceVersion: maybeText,
  environment: maybeText,
  traceId: text,
  spanId: text,
  parentSpanId: maybeText,
  scope: maybeText,
  protocol: maybeText,
  incarnation: maybeText,
  clientName: maybeText,
  clientVersion: maybeText,
  clientId: maybeText,
  clientAddress: maybeText,
  attributes: z
    .record(text, attributeValue)
    .readonly()
    .describe('As sent; without payloads and session ids.'),
};

const STREAM = {
  streamId: maybeText,
  origin: z.enum(STREAM_ORIGINS).optional(),
  sequence: maybeText,
  streamRequestId: maybeText,
  connectionId: maybeText,
};

const EVENT = {
  ...STREAM,
  eventId: maybeText,
  ordinal: maybeWhole,
  eventKind: z.enum(EVENT_KINDS).optional(),
  requestId: maybeText,
  method: maybeText,
  digest: maybeText,
};

const sameOrDifferent = z.enum(['same', 'different', 'absent', 'unknown']).optional();
const sameOrOther = z.enum(['same', 'other', 'unknown']).optional();

const resumption = z.object({
  kind: z.literal('resumption'),
  ...COMMON,
  ...STREAM,
  httpMethod: maybeText,
  transport: maybeText,
  lastEventId: maybeText,
  token: z.enum(['present', 'absent', 'unknown', 'unused']).optional(),
  tokenStreamId: maybeText,
  sessionState: z.enum(['live', 'missing', 'expired', 'uninitialized', 'none', 'unknown']).optional(),
  sessionEcho: sameOrDifferent,
  cursorState: z.enum(['resolved', 'unknown', 'evicted', 'unparseable', 'absent']).optional(),
  cursorSession: sameOrOther,
  cursorIncarnation: maybeText,
  cursorStreamId: maybeText,
  cursorSequence: maybeText,
  cursorOrigin: z.enum(STREAM_ORIGINS).optional(),
  cursorOrdinal: maybeWhole,
  streamState: z.enum(['open', 'completed', 'fenced', 'unknown']).optional(),
  floor: maybeWhole,
  highWater: maybeWhole,
  activeSequences: maybeWhole,
  namespacing: z.enum(['none', 'stream', 'mode', 'session', 'incarnation', 'unique', 'unknown']).optional(),
  predecessor: z.enum(['none', 'closed', 'fenced', 'live', 'unknown']).optional(),
  rivalStreamId: maybeText,
  rivalIdleMs: maybeWhole,
  graceMs: maybeWhole,
  status: maybeWhole,
  responseKind: z.enum(['stream', 'json', 'empty', 'unknown']).optional(),
  retryAfterS: maybeWhole,
  outcome: z.enum(['replayed', 'resynced', 'refused', 'new_stream', 'failed', 'unknown']).optional(),
  marker: z.enum(['none', 'resumed', 'new_stream', 'resync', 'unknown']).optional(),
  errorCode: maybeText,
  streamEcho: sameOrDifferent,
  firstEventId: maybeText,
  firstSession: sameOrOther,
  firstStreamId: maybeText,
  firstIncarnation: maybeText,
  firstOrdinal: maybeWhole,
  replayedCount: count.optional(),
  replayState: z.enum(['complete', 'aborted', 'running', 'unknown']).optional(),
  resyncEarliest: maybeWhole,
  resyncUnrecoverable: z.boolean().optional(),
  claimed: maybeText,
  thin: z.boolean(),
});

const flag = z.boolean().optional();

const execution = z.object({
  kind: z.literal('execution'),
  ...COMMON,
  requestId: maybeText,
  requestIdLowTrust: z.boolean(),
  tool: maybeText,
  argumentsDigest: maybeText,
  idempotencyKey: maybeText,
  readOnly: flag,
  idempotent: flag,
  destructive: flag,
  deduplicated: z.boolean(),
  error: maybeText,
});

const request = z.object({
  kind: z.literal('request'),
  ...COMMON,
  requestId: maybeText,
  method: maybeText,
  tool: maybeText,
  status: maybeWhole,
  outcome: z.enum(REQUEST_OUTCOMES).optional(),
});

/** One fact, by its kind (telemetry.md section 1). */
export const fact = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('open'),
      ...COMMON,
      sessionOrigin: z.enum(SESSION_ORIGINS).optional(),
      inferred: z.boolean(),
    }),
    z.object({ kind: z.literal('close'), ...COMMON, closeReason: z.enum(CLOSE_REASONS).optional() }),
    z.object({ kind: z.literal('alias'), ...COMMON, aliasOf: maybeText }),
    z.object({ kind: z.literal('attach'), ...COMMON, ...STREAM }),
    z.object({
      kind: z.literal('detach'),
      ...COMMON,
      ...STREAM,
      detachReason: z.enum(DETACH_REASONS).optional(),
    }),
    z.object({ kind: z.literal('fence'), ...COMMON, ...STREAM }),
    z.object({ kind: z.literal('emit'), ...COMMON, ...EVENT, replayed: z.boolean() }),
    z.object({ kind: z.literal('receive'), ...COMMON, ...EVENT }),
    z.object({ kind: z.literal('evict'), ...COMMON, ...STREAM, floor: maybeWhole }),
    z.object({ kind: z.literal('heartbeat'), ...COMMON }),
    request,
    execution,
    resumption,
  ])
  .register(components, { id: 'Fact' });

export const factsAnswer = z
  .object({ facts: listOf(fact), nextCursor })
  .register(components, { id: 'Facts' });
