import { fromIso } from '../iso-time.ts';

/** A span of time in milliseconds since the Unix epoch, with fractions; `from` is less than `to`. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Nothing shorter than this is shown: a tenth of a millisecond over the whole width. */
const SHORTEST_MS = 0.1;
const FIT_MARGIN = 0.02;
const LEAST_MARGIN_MS = 5;

/** Reads ISO 8601 as milliseconds with fractions (exact to about 0.2 µs); NaN when it is no time. */
export function isoMs(text: string): number {
  const nanos = fromIso(text);
  return nanos === undefined ? Number.NaN : Number(nanos / 1000n) / 1000;
}

/** The range that shows all of a span, with a little air at both ends. */
export function fitRange(span: TimeRange): TimeRange {
  const margin = Math.max((span.to - span.from) * FIT_MARGIN, LEAST_MARGIN_MS);
  return { from: span.from - margin, to: span.to + margin };
}

/** Zooms by `factor` (below 1: nearer) keeping the time at `anchor` where it is on screen. */
export function zoomRange(
  range: TimeRange,
  zoom: { factor: number; anchor: number; whole: TimeRange },
): TimeRange {
  const length = Math.max((range.to - range.from) * zoom.factor, SHORTEST_MS);
  const share = (zoom.anchor - range.from) / (range.to - range.from);
  const from = zoom.anchor - share * length;
  return clampRange({ from, to: from + length }, zoom.whole);
}

/** Moves by a share of the range's own length (0.1 is a tenth to the right). */
export function panRange(range: TimeRange, share: number, whole: TimeRange): TimeRange {
  const by = (range.to - range.from) * share;
  return clampRange({ from: range.from + by, to: range.to + by }, whole);
}

/** Keeps a range inside the whole, its length as far as possible. */
export function clampRange(range: TimeRange, whole: TimeRange): TimeRange {
  const length = Math.min(Math.max(range.to - range.from, SHORTEST_MS), whole.to - whole.from);
  const from = Math.min(Math.max(range.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** The range around a thing at a time: zooms no further out than now, and centres it when it is outside. */
export function revealTime(range: TimeRange, at: number, whole: TimeRange): TimeRange {
  const length = range.to - range.from;
  const margin = length * 0.08;
  if (at >= range.from + margin && at <= range.to - margin) return range;
  return clampRange({ from: at - length / 2, to: at + length / 2 }, whole);
}

/** A linear map from time to pixels. */
export interface TimeScale {
  readonly range: TimeRange;
  readonly left: number;
  readonly right: number;
}

/** The pixel of a time, not clamped. */
export const xOf = (scale: TimeScale, at: number): number =>
  scale.left + ((at - scale.range.from) / (scale.range.to - scale.range.from)) * (scale.right - scale.left);

/** The time at a pixel. */
export const timeAt = (scale: TimeScale, x: number): number =>
  scale.range.from + ((x - scale.left) / (scale.right - scale.left)) * (scale.range.to - scale.range.from);

/** A bar from time to time, cut to what is visible; nothing when all of it lies outside. */
export function visibleBar(
  scale: TimeScale,
  from: number,
  to: number,
): { x: number; width: number } | undefined {
  if (to < scale.range.from || from > scale.range.to) return undefined;
  const x = Math.max(xOf(scale, from), scale.left);
  const end = Math.min(xOf(scale, to), scale.right);
  return { x, width: Math.max(end - x, 1) };
}
