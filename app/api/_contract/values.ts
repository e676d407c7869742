import { z } from 'zod';
import { FINDING_KINDS, VERDICTS } from '#domain/words.ts';

/** Every schema that the OpenAPI document names as a component. */
export const components = z.registry<{ id: string }>();

/** A list that nobody changes; the domain's types are readonly throughout. */
export const listOf = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** A time as it leaves: ISO 8601 in UTC, to the millisecond, or to the nanosecond where it is that fine. */
export const time = z.string().meta({ format: 'date-time' });

/** A whole number from 0. */
export const count = z.int().nonnegative();

/** Attempts by verdict; a verdict that nothing came to is absent. */
export const verdictCounts = z
  .partialRecord(z.enum(VERDICTS), count)
  .readonly()
  .register(components, { id: 'VerdictCounts' })
  .describe('Attempts by verdict. A verdict that nothing came to is absent.');

/** Findings by kind; a kind that was not found is absent. */
export const findingCounts = z
  .partialRecord(z.enum(FINDING_KINDS), count)
  .readonly()
  .register(components, { id: 'FindingCounts' })
  .describe('Findings by kind. A kind that was not found is absent.');

/** Where to go on; null at the end. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as the cursor to get the next page; null at the end.');

/** The rate with what must never be missing beside it. */
export const rateFigures = z.object({
  attempts: count,
  judged: count.describe('attempts - indeterminate - not_applicable'),
  fabricated: count,
  indeterminate: count,
  rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('fabricated / judged; null when nothing was judged, which is no 0 %.'),
  low: z.number().min(0).max(1).nullable().describe('Lower bound of the 95 % Wilson interval.'),
  high: z.number().min(0).max(1).nullable().describe('Upper bound of the 95 % Wilson interval.'),
  verdicts: verdictCounts,
});
