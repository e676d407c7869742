import type { RatesAnswer } from '#domain/api-types.ts';
import type { Verdict } from '#domain/words.ts';

/** From the bottom of a bar to its top: calm below, the worst where the eye goes. */
export const STACK_ORDER = [
  'continuous',
  'new_stream',
  'resynced',
  'refused',
  'indeterminate',
  'misrefused',
  'fabricated',
] as const satisfies readonly Verdict[];
export type StackedVerdict = (typeof STACK_ORDER)[number];

export type MixPoint = { readonly at: number } & Readonly<Record<StackedVerdict, number>>;

/** The points of all series added up by time, verdicts that nothing came to as 0. */
export function mixPoints(rates: RatesAnswer): readonly MixPoint[] {
  const sums = new Map<number, Record<StackedVerdict, number>>();
  for (const point of rates.series.flatMap((series) => series.points)) {
    const at = Date.parse(point.at);
    const sum = sums.get(at) ?? emptyMix();
    for (const verdict of STACK_ORDER) sum[verdict] += point.verdicts[verdict] ?? 0;
    sums.set(at, sum);
  }
  return [...sums.entries()].sort(([a], [b]) => a - b).map(([at, sum]) => ({ at, ...sum }));
}

/** So many steps are drawn at least, however late the first reconnect came. */
const LEAST_STEPS = 15;

/** Leaves out empty steps before the first reconnect, so that a young installation fills its chart. */
export function fromFirst(points: readonly MixPoint[]): readonly MixPoint[] {
  const first = points.findIndex((point) => totalOf(point) > 0);
  if (first < 0) return points;
  return points.slice(Math.max(0, Math.min(first - 1, points.length - LEAST_STEPS)));
}

const emptyMix = (): Record<StackedVerdict, number> => ({
  continuous: 0,
  new_stream: 0,
  resynced: 0,
  refused: 0,
  indeterminate: 0,
  misrefused: 0,
  fabricated: 0,
});

export const totalOf = (point: MixPoint): number =>
  STACK_ORDER.reduce((sum, verdict) => sum + point[verdict], 0);
