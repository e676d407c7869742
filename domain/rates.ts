import type { RateFigures } from './api-types.ts';
import type { Verdict } from './words.ts';

/** Quantile of the normal distribution for a two-sided interval of 95 %. */
const Z = 1.959963984540054;

/** Bounds of a proportion, both within 0 and 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % Wilson score interval of `hits` out of `total` (E. B. Wilson, 1927): never outside 0 to 1,
 * and honest for few trials and for rates at the edge. Nothing when there were no trials.
 */
export function wilson95(hits: number, total: number): Interval | null {
  if (total <= 0) return null;
  const share = hits / total;
  const squared = Z * Z;
  const denominator = 1 + squared / total;
  const centre = share + squared / (2 * total);
  const margin = Z * Math.sqrt((share * (1 - share)) / total + squared / (4 * total * total));
  // Rounding errors must not lift the bound of "none" above 0 or keep that of "all" below 1.
  return {
    low: hits === 0 ? 0 : Math.max(0, (centre - margin) / denominator),
    high: hits === total ? 1 : Math.min(1, (centre + margin) / denominator),
  };
}

/** How many attempts came to which verdict; absent is none. */
export type VerdictCounts = Readonly<Partial<Record<Verdict, number>>>;

/** Adds counts up; verdicts that nothing came to stay absent. */
export function addCounts(all: readonly VerdictCounts[]): VerdictCounts {
  const sum: Partial<Record<Verdict, number>> = {};
  for (const counts of all) {
    for (const [verdict, count] of entriesOf(counts)) sum[verdict] = (sum[verdict] ?? 0) + count;
  }
  return sum;
}

/**
 * The fabricated-continuity rate with all that must stand beside it (domain.md section 3):
 * judged = attempts - indeterminate - not_applicable; without any judged the rate is null, never 0.
 */
export function rateFigures(verdicts: VerdictCounts): RateFigures {
  const attempts = entriesOf(verdicts).reduce((sum, [, count]) => sum + count, 0);
  const fabricated = verdicts.fabricated ?? 0;
  const indeterminate = verdicts.indeterminate ?? 0;
  const judged = attempts - indeterminate - (verdicts.not_applicable ?? 0);
  const interval = wilson95(fabricated, judged);
  return {
    attempts,
    judged,
    fabricated,
    indeterminate,
    rate: interval ? fabricated / judged : null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    verdicts,
  };
}

/** The counts that are there; the keys of such a record are verdicts by its type. */
function entriesOf(counts: VerdictCounts): readonly (readonly [Verdict, number])[] {
  return Object.entries(counts) as readonly (readonly [Verdict, number])[];
}
