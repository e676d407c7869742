import { msToNanos, type UnixNanos, unixNanos } from '#domain/brand.ts';
import type { Range } from '#domain/rate-series.ts';
import { Problem } from './problem.ts';

const DEFAULT_MS = 24 * 3_600_000;

/** A range with its defaults: up to now, and 24 hours long. */
export function rangeOf(
  given: { readonly from?: UnixNanos | undefined; readonly to?: UnixNanos | undefined },
  now: UnixNanos,
): Range | Problem {
  const to = given.to ?? now;
  const from = given.from ?? unixNanos(to - msToNanos(DEFAULT_MS));
  return from < to ? { from, to } : new Problem('invalid_parameter', '"from" must be before "to".');
}
