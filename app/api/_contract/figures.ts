import { z } from 'zod';
import { CHECKS, REASONS, VERDICTS } from '#domain/words.ts';
import { components, count, listOf, rateFigures, time } from './values.ts';

const text = z.string();

const figures = rateFigures.register(components, { id: 'RateFigures' });

const ratePoint = z
  .object({ at: time.describe('Start of the step.'), ...rateFigures.shape })
  .register(components, { id: 'RatePoint' });

export const ratesAnswer = z
  .object({ series: listOf(z.object({ key: text, points: listOf(ratePoint) })) })
  .register(components, { id: 'Rates' });

export const summaryAnswer = z
  .object({
    from: time,
    to: time,
    figures,
    services: listOf(
      z.object({
        service: text,
        lastFactAt: time.nullable(),
        lastHeartbeatAt: time.nullable(),
        ...rateFigures.shape,
      }),
    ),
    resyncs: z.object({ count, eventsGivenUp: count }),
    rejectedIncarnations: count,
    doubles: z.object({ proven: count, probable: count, possible: count, destructive: count }),
    lostResults: count,
    reasons: listOf(z.object({ reason: z.enum(REASONS), verdict: z.enum(VERDICTS), count })),
    missing: listOf(z.object({ name: text, count })),
    sessions: count,
    judgingLagMs: z.number().nonnegative(),
  })
  .register(components, { id: 'Summary' });

export const setupAnswer = z
  .object({
    otlpHttp: text,
    received: listOf(
      z.object({
        service: text,
        instance: text.nullable(),
        facts: count,
        lastFactAt: time,
        kinds: z.record(text, count).readonly(),
      }),
    ),
    blind: listOf(
      z.object({
        service: text,
        attempts: count,
        checks: listOf(z.object({ check: z.enum(CHECKS), missing: listOf(text) })),
      }),
    ),
  })
  .register(components, { id: 'Setup' });

export const healthAnswer = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    database: z.enum(['ok', 'away', 'not_migrated']),
    judgingLagMs: z.number().nonnegative().nullable(),
    version: text,
  })
  .register(components, { id: 'Health' });

export const errorAnswer = z
  .object({ error: z.object({ code: text.regex(/^SMK-\d{3}$/), message: text, help: text }) })
  .register(components, { id: 'Error' });
