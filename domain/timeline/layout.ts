import { layoutAttempts } from './layout-attempts.ts';
import { layoutFlags } from './layout-flags.ts';
import { frameOf } from './layout-frame.ts';
import { layoutLabels } from './layout-labels.ts';
import { layoutLives } from './layout-lives.ts';
import { layoutRuns } from './layout-runs.ts';
import { layoutStreams } from './layout-streams.ts';
import type { TimelineLayout } from './layout-types.ts';
import type { TimelineModel } from './model-types.ts';
import type { TimeRange } from './range.ts';
import { rulerTicks } from './ruler.ts';

const RULER = 34;
const BOTTOM = 14;

/** How much is seen and in which width; `offsetMinutes` is what the reader's clock is ahead of UTC. */
export interface View {
  readonly width: number;
  readonly range: TimeRange;
  readonly offsetMinutes: number;
}

/** Turns a session into marks. The number of marks is bound by pixels, not by the number of events. */
export function layoutTimeline(model: TimelineModel, view: View): TimelineLayout {
  const frame = frameOf(view.width, view.range);
  const session = layoutLives(model, frame, RULER + 8);
  const streams = layoutStreams(model, frame, session.bottom);
  const marks = layoutAttempts(model, frame, streams);
  const flags = layoutFlags(model, frame, streams);
  const labels = layoutLabels({ ...marks, flags }, frame, streams);
  const runs = layoutRuns(model, frame, streams.bottom);
  return {
    width: view.width,
    height: runs.bottom + BOTTOM,
    compact: frame.compact,
    scale: frame.scale,
    rulerY: 16,
    ruler: rulerTicks(frame.scale, { spacing: frame.compact ? 84 : 92, offsetMinutes: view.offsetMinutes }),
    heads: [session.head, ...streams.heads, ...(runs.head ? [runs.head] : [])],
    lives: session.lives,
    tears: session.tears,
    streams: streams.streams,
    quiet: streams.quiet,
    attempts: marks.attempts,
    arcs: marks.arcs,
    flags,
    runs: runs.runs,
    brackets: runs.brackets,
    labels,
  };
}
