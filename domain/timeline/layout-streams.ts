import { textWidth } from './labels.ts';
import type { Frame } from './layout-frame.ts';
import type { LaneHead, QuietMark, StreamMark } from './layout-types.ts';
import type { AttemptPoint, StreamTrack, TimelineModel } from './model-types.ts';
import { packRows } from './pack.ts';
import { type TimeScale, visibleBar, xOf } from './range.ts';
import { binTicks } from './ticks.ts';

const LANE = 26;
const ABOVE_WITH_ARC = 40;
const ABOVE = 16;
const BELOW = 8;
const BELOW_WITH_BAND = 22;
const QUIET_HEIGHT = 8;
const QUIET_ROW = 12;
const QUIET_ROWS = 4;
const MOST_LANES = 16;
const TICK_PIXEL = 2;
/** Lane of attempts whose stream nobody named. */
export const LOOSE_LANE = '\u0000reconnects';

export interface StreamsLayout {
  readonly streams: readonly StreamMark[];
  readonly quiet: readonly QuietMark[];
  readonly heads: readonly LaneHead[];
  /** Middle of the lane of each stream that has one; quiet streams share the middle of their row. */
  readonly laneY: ReadonlyMap<string, number>;
  readonly bottom: number;
}

/** A lane for each notable stream, then all quiet ones packed together, then attempts without a stream. */
export function layoutStreams(model: TimelineModel, frame: Frame, top: number): StreamsLayout {
  const notable = model.streams.filter((track) => track.notable);
  const own = notable.length <= MOST_LANES ? notable : mostTelling(notable, model.attempts);
  const ownIds = new Set(own.map((track) => track.id));
  const streams: StreamMark[] = [];
  const heads: LaneHead[] = [];
  const laneY = new Map<string, number>();
  let y = top;
  for (const track of own) {
    const lane = streamLane(track, { frame, top: y, hasArc: hasArc(track, model) });
    streams.push(lane.mark);
    heads.push(lane.head);
    laneY.set(track.id, lane.mark.y);
    y = lane.bottom;
  }
  const packed = quietLane(
    model.streams.filter((track) => !ownIds.has(track.id)),
    { frame, top: y },
  );
  for (const mark of packed.quiet) laneY.set(mark.id, mark.y + mark.height / 2);
  if (packed.head) heads.push(packed.head);
  y = packed.bottom;
  if (model.attempts.some((point) => point.stream === undefined)) {
    const middle = y + frame.headRoom + ABOVE + LANE / 2;
    laneY.set(LOOSE_LANE, middle);
    heads.push({
      id: LOOSE_LANE,
      title: 'Reconnects',
      sub: 'stream unknown',
      y: headY(frame, { top: y, middle }),
    });
    y = middle + LANE / 2 + BELOW;
  }
  return { streams, quiet: packed.quiet, heads, laneY, bottom: y };
}

/** Streams with the most attempts on them first; the rest is still drawn, among the quiet ones. */
function mostTelling(
  tracks: readonly StreamTrack[],
  attempts: readonly AttemptPoint[],
): readonly StreamTrack[] {
  const counts = new Map<string, number>();
  for (const point of attempts) {
    if (point.stream !== undefined) counts.set(point.stream, (counts.get(point.stream) ?? 0) + 1);
  }
  const ranked = [...tracks].sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
  const kept = new Set(ranked.slice(0, MOST_LANES));
  return tracks.filter((track) => kept.has(track));
}

/** Arcs and flags need room above the lane. */
const hasArc = (track: StreamTrack, { attempts, flags }: TimelineModel): boolean =>
  flags.some((flag) => flag.stream === track.id) ||
  attempts.some((point) => point.cursor !== undefined && (point.stream ?? point.cursor.stream) === track.id);

const headY = (frame: Frame, at: { top: number; middle: number }): number =>
  frame.compact ? at.top + 12 : at.middle - 2;

function streamLane(track: StreamTrack, place: { frame: Frame; top: number; hasArc: boolean }) {
  const { frame, top } = place;
  const { scale } = frame;
  const middle = top + frame.headRoom + (place.hasArc ? ABOVE_WITH_ARC : ABOVE) + LANE / 2;
  const bandBar = track.band && visibleBar(scale, track.band.from, track.band.to);
  const mark: StreamMark = {
    id: track.id,
    name: `${track.title} ${track.sub}`,
    y: middle,
    height: LANE,
    body: visibleBar(scale, track.from, Math.max(track.to, track.from)),
    connections: track.connections.flatMap((each) => {
      const bar = visibleBar(scale, each.from, each.to);
      return bar ? [{ ...bar, open: each.open }] : [];
    }),
    ticks: binTicks(track.events, scale, TICK_PIXEL),
    fencedX: inView(scale, track.fencedAt),
    band:
      track.band && bandBar
        ? {
            ...bandBar,
            y: middle + LANE / 2 + 4,
            label: track.band.label,
            labelX: labelStart(track.band.label, bandBar.x, scale.right),
          }
        : undefined,
  };
  const head: LaneHead = {
    id: track.id,
    title: track.title,
    sub: track.sub,
    y: headY(frame, { top, middle }),
  };
  return { mark, head, bottom: middle + LANE / 2 + (track.band ? BELOW_WITH_BAND : BELOW) };
}

/** A label begins with its band, but earlier where it would run out of the drawing. */
const labelStart = (label: string, x: number, right: number): number => Math.min(x, right - textWidth(label));

function inView(scale: TimeScale, at: number | undefined): number | undefined {
  if (at === undefined || at < scale.range.from || at > scale.range.to) return undefined;
  return xOf(scale, at);
}

function quietLane(tracks: readonly StreamTrack[], place: { frame: Frame; top: number }) {
  const { frame, top } = place;
  if (tracks.length === 0) return { quiet: [], head: undefined, bottom: top };
  const y = top + frame.headRoom + ABOVE;
  const { placed, rows } = packRows(tracks, { gap: 0, maxRows: QUIET_ROWS });
  const quiet = placed.flatMap(({ item, row }): QuietMark[] => {
    const bar = visibleBar(frame.scale, item.from, item.to);
    if (!bar) return [];
    const place = { y: y + row * QUIET_ROW, height: QUIET_HEIGHT };
    return [
      { id: item.id, x: bar.x, width: Math.max(bar.width, 3), ...place, name: `${item.title} ${item.sub}` },
    ];
  });
  const height = rows * QUIET_ROW;
  const head: LaneHead = {
    id: 'quiet',
    title: tracks.length === 1 ? 'Other stream' : 'Other streams',
    sub: `${tracks.length} without a reconnect`,
    y: frame.compact ? top + 12 : Math.max(y + height / 2 - 4, y + 8),
  };
  return { quiet, head, bottom: y + Math.max(height, 24) + BELOW };
}
