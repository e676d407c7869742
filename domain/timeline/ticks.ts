import { type TimeScale, xOf } from './range.ts';

/** How an event is drawn, the most telling first: where several fall on one pixel, the first wins. */
export const TICK_CLASSES = [
  'held',
  'error',
  'resync',
  'result',
  'replayed',
  'request',
  'plain',
  'quiet',
] as const;
export type TickClass = (typeof TICK_CLASSES)[number];

/** Events of one lane, sorted by time. */
export interface EventColumn {
  readonly at: readonly number[];
  readonly kind: readonly TickClass[];
}

export interface TickBin {
  readonly x: number;
  readonly kind: TickClass;
  readonly count: number;
}

const RANK = new Map<TickClass, number>(TICK_CLASSES.map((kind, rank) => [kind, rank]));

/** Bins the visible events to `pixel` wide columns: at most width / pixel marks, however many events. */
export function binTicks(events: EventColumn, scale: TimeScale, pixel: number): readonly TickBin[] {
  const bins: TickBin[] = [];
  for (let i = firstAtOrAfter(events.at, scale.range.from); i < events.at.length; i += 1) {
    const at = events.at[i];
    if (at === undefined || at > scale.range.to) break;
    const kind = events.kind[i] ?? 'plain';
    const x = Math.round(xOf(scale, at) / pixel) * pixel;
    const last = bins.at(-1);
    if (last && last.x === x)
      bins[bins.length - 1] = { x, kind: stronger(last.kind, kind), count: last.count + 1 };
    else bins.push({ x, kind, count: 1 });
  }
  return bins;
}

const stronger = (a: TickClass, b: TickClass): TickClass =>
  (RANK.get(a) ?? 0) <= (RANK.get(b) ?? 0) ? a : b;

/** Index of the first time at or after `from` in a sorted list. */
export function firstAtOrAfter(times: readonly number[], from: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = times[middle];
    if (at !== undefined && at < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts of events in equal steps over a span, for the minimap. */
export function density(
  times: readonly number[],
  span: { from: number; to: number },
  steps: number,
): readonly number[] {
  const counts = new Array<number>(steps).fill(0);
  const length = span.to - span.from;
  for (const at of times) {
    const step = Math.min(steps - 1, Math.max(0, Math.floor(((at - span.from) / length) * steps)));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
