import type { RatesAnswer } from './api-types.ts';
import { fromEpochMs, toEpochMs, type UnixNanos } from './brand.ts';
import { toIso } from './iso-time.ts';
import { addCounts, rateFigures, type VerdictCounts } from './rates.ts';
import type { Verdict } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Lengths of a step that people read easily, in milliseconds. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE);
const DAY = 24 * HOUR;
const POINTS_WANTED = 120;

/** A range of time, the end exclusive. */
export interface Range {
  readonly from: UnixNanos;
  readonly to: UnixNanos;
}

/** Attempts of one verdict in one step of one series. */
export interface VerdictCount {
  readonly key: string;
  /** Start of the step, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly verdict: Verdict;
  readonly count: number;
}

/** The shortest step that is easily read and gives about 120 points or fewer; whole days past that. */
export function stepFor({ from, to }: Range): number {
  const span = Math.max(0, toEpochMs(to) - toEpochMs(from));
  const fitting = STEPS.find((step) => span / step <= POINTS_WANTED);
  return fitting ?? Math.ceil(span / POINTS_WANTED / DAY) * DAY;
}

/** How many steps touch a range. Steps begin at whole multiples of their length since the Unix epoch. */
export function stepsIn(range: Range, stepMs: number): number {
  return Math.max(0, Math.ceil((toEpochMs(range.to) - firstStep(range, stepMs)) / stepMs));
}

function firstStep({ from }: Range, stepMs: number): number {
  return Math.floor(toEpochMs(from) / stepMs) * stepMs;
}

/**
 * Series with a point for every step of the range, those without attempts too: a chart must show where
 * nothing was judged, and must not join what lies on both sides of it. Keys of `always` are there without
 * any attempt too.
 */
export function rateSeries(
  counts: readonly VerdictCount[],
  range: Range & { readonly stepMs: number; readonly always: readonly string[] },
): RatesAnswer['series'] {
  const first = firstStep(range, range.stepMs);
  const starts = Array.from(
    { length: stepsIn(range, range.stepMs) },
    (_, index) => first + index * range.stepMs,
  );
  const byKey = new Map(range.always.map((key) => [key, new Map<number, VerdictCounts>()]));
  for (const { key, atMs, verdict, count } of counts) {
    const steps = byKey.get(key) ?? new Map<number, VerdictCounts>();
    byKey.set(key, steps.set(atMs, addCounts([steps.get(atMs) ?? {}, { [verdict]: count }])));
  }
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, steps]) => ({
      key,
      points: starts.map((atMs) => ({ at: toIso(fromEpochMs(atMs)), ...rateFigures(steps.get(atMs) ?? {}) })),
    }));
}
