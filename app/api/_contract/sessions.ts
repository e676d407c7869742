import { z } from 'zod';
import { ERAS, FINDING_KINDS, SEVERITIES, STRENGTHS, VERDICTS } from '#domain/words.ts';
import { attempt, episode, evidence, execution, incarnation, stream } from './judgement.ts';
import { components, count, findingCounts, listOf, nextCursor, time, verdictCounts } from './values.ts';

const text = z.string();

const SESSION_COMMON = {
  id: text.describe('The hash of the session id, or `t:` and the trace id where no session is named.'),
  label: text.describe('The first eight characters of the hash, for people.'),
  service: text,
  era: z.enum(ERAS),
  environment: text.nullable(),
  protocol: text.nullable(),
  clientName: text.nullable(),
  clientVersion: text.nullable(),
  firstSeen: time,
  lastSeen: time,
  verdicts: verdictCounts,
  marks: listOf(z.object({ at: time, verdict: z.enum(VERDICTS) })).describe(
    'At most 60 attempts; the worst are kept when there are more.',
  ),
  lives: listOf(z.object({ at: time, end: time.nullable() })).describe('Spans of the incarnations.'),
};

const sessionRow = z
  .object({ ...SESSION_COMMON, attempts: count, executions: count, findings: findingCounts })
  .register(components, { id: 'SessionRow' });

export const sessionsAnswer = z
  .object({ sessions: listOf(sessionRow), nextCursor })
  .register(components, { id: 'Sessions' });

const triage = z
  .object({ state: z.enum(['confirmed', 'benign']), note: text.nullable(), at: time })
  .register(components, { id: 'Triage' });

export const findingRow = z
  .object({
    id: text,
    kind: z.enum(FINDING_KINDS),
    severity: z.enum(SEVERITIES),
    strength: z.enum(STRENGTHS).optional(),
    at: time,
    until: time,
    count: count.describe('How many repetitions are in this one.'),
    session: z.object({ id: text, label: text }),
    alsoOn: listOf(text).describe('Ids of other sessions on which it shows too.'),
    service: text,
    tool: text.optional(),
    streamId: text.optional(),
    requestId: text.optional(),
    attempts: listOf(text),
    executions: listOf(text),
    sentence: text,
    evidence: listOf(evidence),
    clientName: text.nullable(),
    triage: triage.nullable(),
  })
  .register(components, { id: 'Finding' });

export const findingsAnswer = z
  .object({ findings: listOf(findingRow), nextCursor })
  .register(components, { id: 'Findings' });

export const sessionDetail = z
  .object({
    ...SESSION_COMMON,
    services: listOf(text),
    instances: listOf(text),
    factCount: count,
    incarnations: listOf(incarnation),
    streams: listOf(stream),
    attempts: listOf(attempt),
    attemptsCursor: nextCursor,
    executions: listOf(execution),
    executionsCursor: nextCursor,
    findings: listOf(findingRow),
    episodes: listOf(episode),
    judgedAt: time,
    dirty: z.boolean().describe('Facts are stored that are not judged yet.'),
  })
  .register(components, { id: 'SessionDetail' });

export const facetsAnswer = z
  .object({
    facets: z
      .record(text, listOf(z.object({ value: text, count, more: z.boolean() })))
      .readonly()
      .describe('By filter: its values with the number of sessions; `more` where counting stopped.'),
  })
  .register(components, { id: 'Facets' });
