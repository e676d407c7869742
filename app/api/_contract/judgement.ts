import { z } from 'zod';
import { EVIDENCE_SOURCES } from '#domain/judgement.ts';
import {
  CHECK_RESULTS,
  CHECKS,
  CLOSE_REASONS,
  DELIVERIES,
  GIVEN,
  NOTES,
  OBSERVERS,
  OWED,
  REASONS,
  SESSION_ANSWERS,
  SESSION_ORIGINS,
  STREAM_ORIGINS,
  TAGS,
  VERDICTS,
} from '#domain/words.ts';
import { components, count, listOf, time } from './values.ts';

const text = z.string();

export const evidence = z
  .object({
    name: text,
    value: text,
    source: z
      .enum(EVIDENCE_SOURCES)
      .describe('Seen happening, said by the server, or worked out from what was seen.'),
    fact: text.optional().describe('Id of the fact that says so.'),
    at: time.optional(),
    session: text.optional().describe('Set when the fact belongs to another session.'),
  })
  .register(components, { id: 'Evidence' });

const checkOutcome = z
  .object({
    check: z.enum(CHECKS),
    result: z.enum(CHECK_RESULTS),
    reason: z.enum(REASONS).nullable().describe('Why it fails; null when it does not.'),
    reasons: listOf(z.enum(REASONS)),
    facts: listOf(evidence),
    missing: listOf(text).describe('Names of the facts that were wanted and not known.'),
    error: text.optional().describe('Code of an error inside the check; the result is then unknown.'),
  })
  .register(components, { id: 'CheckOutcome' });

const position = z
  .object({
    streamId: text.optional(),
    origin: z.enum(STREAM_ORIGINS).optional(),
    sequence: text.optional(),
    incarnation: text.optional(),
    ordinal: z.int().optional(),
  })
  .register(components, { id: 'Position' });

const first = z
  .object({ ...position.shape, eventId: text.optional() })
  .register(components, { id: 'FirstEvent' });

export const attempt = z
  .object({
    id: text,
    at: time,
    end: time,
    lastEventId: text.optional(),
    observers: listOf(z.enum(OBSERVERS)),
    session: z.enum(SESSION_ANSWERS),
    verdict: z.enum(VERDICTS),
    reasons: listOf(z.enum(REASONS)).describe('The first is the primary one.'),
    notes: listOf(z.enum(NOTES)),
    tags: listOf(z.enum(TAGS)),
    given: z.enum(GIVEN),
    owed: z.enum(OWED),
    owedRange: z
      .tuple([z.int(), z.int()])
      .readonly()
      .optional()
      .describe('Owed ordinals: after the first, up to the second.'),
    claimed: text.optional().describe('What the server itself says. It never decides.'),
    delivery: z.enum(DELIVERIES),
    missing: listOf(text),
    checks: listOf(checkOutcome),
    cursor: position,
    served: position,
    first,
    replayedCount: count.optional(),
    floor: z.int().optional(),
    highWater: z.int().optional(),
    status: z.int().optional(),
    method: text.optional(),
    service: text,
    instance: text.optional(),
    traceId: text,
    facts: listOf(text),
    episode: text.optional(),
  })
  .register(components, { id: 'Attempt' });

export const execution = z
  .object({
    id: text,
    session: text,
    at: time,
    end: time,
    service: text,
    instance: text.optional(),
    incarnation: text.optional(),
    requestId: text.optional(),
    requestIdLowTrust: z.boolean(),
    tool: text.optional(),
    argumentsDigest: text.optional(),
    idempotencyKey: text.optional(),
    readOnly: z.boolean().optional(),
    idempotent: z.boolean().optional(),
    destructive: z.boolean().optional(),
    deduplicated: z.boolean(),
    error: text.optional(),
    clientId: text.optional(),
    clientAddress: text.optional(),
    identified: z.boolean(),
    traceId: text,
    parentSpanId: text.optional(),
    deliveredAt: time.optional(),
    facts: listOf(text),
    doubleOf: listOf(text).optional(),
  })
  .register(components, { id: 'Execution' });

export const incarnation = z
  .object({
    id: text,
    at: time,
    end: time.optional(),
    origin: z.enum(SESSION_ORIGINS).optional(),
    closeReason: z.enum(CLOSE_REASONS).optional(),
    instance: text.optional(),
    service: text,
    derived: z.boolean().describe('True where nobody attests it and it was worked out.'),
  })
  .register(components, { id: 'Incarnation' });

const connection = z
  .object({ id: text, at: time, end: time.optional(), reason: text.optional() })
  .register(components, { id: 'StreamConnection' });

export const stream = z
  .object({
    id: text,
    origin: z.enum(STREAM_ORIGINS).optional(),
    sequence: text.optional(),
    requestId: text.optional(),
    incarnation: text.optional(),
    at: time,
    end: time,
    events: count,
    floor: z.int().optional(),
    highWater: z.int().optional(),
    fencedAt: time.optional(),
    connections: listOf(connection),
  })
  .register(components, { id: 'Stream' });

export const episode = z
  .object({
    id: text,
    at: time,
    until: time,
    ended: z.enum(['served', 'gave_up', 'open']),
    attempts: listOf(text),
    findings: listOf(text),
    sentence: text,
  })
  .register(components, { id: 'Episode' });
