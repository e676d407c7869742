import { VERDICTS, type Verdict } from '../words.ts';
import type { TimelineModel } from './model-types.ts';
import { type TimeScale, xOf } from './range.ts';
import { density } from './ticks.ts';

export interface MinimapLayout {
  readonly scale: TimeScale;
  /** Share (0 to 1) of the busiest step, one per step. */
  readonly bars: readonly { readonly x: number; readonly width: number; readonly share: number }[];
  readonly marks: readonly { readonly x: number; readonly verdict: Verdict }[];
}

const STEP_PX = 5;

/** The whole session in one strip: how busy it was, and where something happened; the worst drawn last. */
export function layoutMinimap(model: TimelineModel, edges: { left: number; right: number }): MinimapLayout {
  const scale: TimeScale = { range: model.whole, ...edges };
  const steps = Math.max(1, Math.floor((edges.right - edges.left) / STEP_PX));
  const width = (edges.right - edges.left) / steps;
  const counts = new Array<number>(steps).fill(0);
  for (const track of model.streams) {
    density(track.events.at, model.whole, steps).forEach((count, step) => {
      counts[step] = (counts[step] ?? 0) + count;
    });
  }
  const most = Math.max(...counts, 1);
  const bars = counts.flatMap((count, step) =>
    count === 0 ? [] : [{ x: edges.left + step * width, width: width - 1, share: Math.sqrt(count / most) }],
  );
  const marks = new Map<string, { x: number; verdict: Verdict }>();
  for (const point of model.attempts) {
    if (point.verdict === 'continuous' || point.verdict === 'not_applicable') continue;
    const x = Math.round(xOf(scale, point.at));
    marks.set(`${x} ${point.verdict}`, { x, verdict: point.verdict });
  }
  const ordered = [...marks.values()].sort(
    (a, b) => VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict),
  );
  return { scale, bars, marks: ordered };
}
