import { VERDICTS } from '../words.ts';
import type { Frame } from './layout-frame.ts';
import { LOOSE_LANE, type StreamsLayout } from './layout-streams.ts';
import type { ArcMark, AttemptMark, Point } from './layout-types.ts';
import type { AttemptPoint, TimelineModel } from './model-types.ts';
import { type TimeScale, xOf } from './range.ts';

/** Marks nearer than this on one lane become one with a count. */
const MERGE_PX = 9;
/** Half the height of a mark. */
export const MARK_RADIUS = 9;
const MOST_SOUND_ARCS = 12;
const MOST_ARCS = 60;

const rank = (point: AttemptPoint): number => VERDICTS.indexOf(point.verdict);

/** Attempts as marks on the lanes of their streams, and the arcs back to where their cursors pointed. */
export function layoutAttempts(model: TimelineModel, frame: Frame, lanes: StreamsLayout) {
  const { scale } = frame;
  const visible = model.attempts.filter(
    (point) => point.at >= scale.range.from && point.at <= scale.range.to,
  );
  const attempts = mergeMarks(visible, scale, lanes.laneY);
  return { attempts, arcs: arcsOf(visible, scale, lanes.laneY) };
}

function mergeMarks(
  points: readonly AttemptPoint[],
  scale: TimeScale,
  laneY: ReadonlyMap<string, number>,
): readonly AttemptMark[] {
  const byLane = new Map<number, AttemptPoint[]>();
  for (const point of points) {
    const y = laneY.get(point.stream ?? LOOSE_LANE);
    if (y !== undefined) byLane.set(y, [...(byLane.get(y) ?? []), point]);
  }
  return [...byLane.entries()].flatMap(([y, list]) =>
    groupsOf(list, scale).map((group) => toMark(group, scale, y)),
  );
}

type Group = readonly [AttemptPoint, ...AttemptPoint[]];

function groupsOf(points: readonly AttemptPoint[], scale: TimeScale): readonly Group[] {
  const groups: [AttemptPoint, ...AttemptPoint[]][] = [];
  for (const point of points) {
    const group = groups.at(-1);
    if (group && xOf(scale, point.at) - xOf(scale, group[0].at) < MERGE_PX) group.push(point);
    else groups.push([point]);
  }
  return groups;
}

function toMark(group: Group, scale: TimeScale, y: number): AttemptMark {
  const worst = group.reduce((a, b) => (rank(b) < rank(a) ? b : a));
  const ids: [string, ...string[]] = [worst.id];
  for (const point of group) if (point.id !== worst.id) ids.push(point.id);
  const last = group.at(-1) ?? worst;
  const more = group.length - 1;
  return {
    ids,
    verdict: worst.verdict,
    x: xOf(scale, worst.at),
    y,
    name:
      more === 0 ? worst.name : `${worst.name}, and ${more} more at this place: choose again for the next`,
    label: more === 0 ? worst.label : `${worst.label} ×${group.length}`,
    from: group[0].at,
    to: last.at,
  };
}

function arcsOf(
  points: readonly AttemptPoint[],
  scale: TimeScale,
  laneY: ReadonlyMap<string, number>,
): readonly ArcMark[] {
  const sound = points.filter((point) => point.verdict === 'continuous').length;
  const shown = points
    .filter(
      (point) => point.cursor !== undefined && (point.verdict !== 'continuous' || sound <= MOST_SOUND_ARCS),
    )
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_ARCS);
  return shown.flatMap((point): ArcMark[] => {
    const toY = laneY.get(point.stream ?? LOOSE_LANE);
    const fromY = point.cursor && laneY.get(point.cursor.stream);
    if (toY === undefined || fromY === undefined || !point.cursor) return [];
    const fromX = Math.max(xOf(scale, point.cursor.at), scale.left - 8);
    const arc = arcBetween({ fromX, fromY, toX: xOf(scale, point.at), toY });
    return [{ attempt: point.id, verdict: point.verdict, ...arc, fromX, fromY }];
  });
}

/** A curve that rises above the lanes it joins, so that it never lies on the events between. */
function arcBetween(ends: { fromX: number; fromY: number; toX: number; toY: number }) {
  const reach = Math.min(Math.abs(ends.toX - ends.fromX), 220);
  const lift = 14 + reach * 0.16;
  const top = Math.min(ends.fromY, ends.toY) - lift;
  const lean = (ends.toX - ends.fromX) * 0.22;
  const start = { x: r(ends.fromX), y: r(ends.fromY - 4) };
  const end = { x: r(ends.toX), y: r(ends.toY - MARK_RADIUS) };
  const [rise, fall] = [
    { x: r(ends.fromX + lean), y: r(top) },
    { x: r(ends.toX - lean), y: r(top) },
  ];
  const path = `M${start.x} ${start.y}C${rise.x} ${rise.y} ${fall.x} ${fall.y} ${end.x} ${end.y}`;
  return { path, along: alongCurve([start, rise, fall, end]) };
}

const SAMPLES = 16;

/** Points of a cubic Bézier curve. */
function alongCurve([a, b, c, d]: readonly [Point, Point, Point, Point]): readonly Point[] {
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const t = index / SAMPLES;
    const u = 1 - t;
    const [wa, wb, wc, wd] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
    return {
      x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
      y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
    };
  });
}

const r = (value: number): number => Math.round(value * 10) / 10;
