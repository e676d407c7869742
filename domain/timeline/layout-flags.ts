import type { Frame } from './layout-frame.ts';
import type { StreamsLayout } from './layout-streams.ts';
import type { FlagMark } from './layout-types.ts';
import type { TimelineModel } from './model-types.ts';
import { xOf } from './range.ts';

export const FLAG_RADIUS = 6.5;
/** Flags stand on the upper edge of their lane, clear of the marks on its middle. */
const ABOVE_MIDDLE = 15;
/** Two flags this near to each other stand side by side. */
const APART_PX = 15;

/** Findings on the lanes of their streams; neighbours move aside, none is lost. */
export function layoutFlags(model: TimelineModel, frame: Frame, lanes: StreamsLayout): readonly FlagMark[] {
  const { scale } = frame;
  const lastX = new Map<number, number>();
  const ordered = [...model.flags].sort((a, b) => a.at - b.at || (a.finding < b.finding ? -1 : 1));
  return ordered.flatMap((flag): FlagMark[] => {
    const lane = lanes.laneY.get(flag.stream);
    if (lane === undefined || flag.at < scale.range.from || flag.at > scale.range.to) return [];
    const y = lane - ABOVE_MIDDLE;
    const x = Math.max(xOf(scale, flag.at), (lastX.get(y) ?? Number.NEGATIVE_INFINITY) + APART_PX);
    lastX.set(y, x);
    return [{ finding: flag.finding, kind: flag.kind, x, y, label: flag.label }];
  });
}
