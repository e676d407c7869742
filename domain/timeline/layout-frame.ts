import type { TimeRange, TimeScale } from './range.ts';

/** Below this width lane names stand above their lanes instead of in a column of their own. */
export const COMPACT_BELOW = 640;
const LABEL_COLUMN = 172;
const RIGHT_PAD = 20;
const COMPACT_PAD = 12;
const COMPACT_HEAD = 18;

/** What every lane needs to know; `top` is where the next lane begins. */
export interface Frame {
  readonly scale: TimeScale;
  readonly compact: boolean;
  /** Room above a lane for its name where the page is narrow. */
  readonly headRoom: number;
}

/** The drawing's frame for a width and the visible range. */
export function frameOf(width: number, range: TimeRange): Frame {
  const compact = width < COMPACT_BELOW;
  const left = compact ? COMPACT_PAD : LABEL_COLUMN;
  const right = Math.max(width - (compact ? COMPACT_PAD : RIGHT_PAD), left + 1);
  return { compact, headRoom: compact ? COMPACT_HEAD : 0, scale: { range, left, right } };
}
