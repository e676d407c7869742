import { VERDICTS } from '../words.ts';
import { VERDICT_INFO } from '../words-info/verdicts.ts';
import { type Box, type LabelWish, placeLabels } from './labels.ts';
import type { Frame } from './layout-frame.ts';
import { LOOSE_LANE, type StreamsLayout } from './layout-streams.ts';
import type { ArcMark, AttemptMark, ColouredLabel } from './layout-types.ts';
import type { AttemptPoint, TimelineModel } from './model-types.ts';
import { type TimeScale, xOf } from './range.ts';

/** Marks nearer than this on one lane become one with a count. */
const MERGE_PX = 9;
const MARK_RADIUS = 9;
/** A mark with the ring of its selection. */
const RING_RADIUS = 15;
/** The same words this near to each other on one lane are said once. */
const SAME_WORDS_PX = 320;
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
  return { attempts, arcs: arcsOf(visible, scale, lanes.laneY), labels: labelsOf(attempts, frame, lanes) };
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
    name: more === 0 ? worst.name : `${worst.name}, and ${more} more at this place`,
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
    const path = arcPath({ fromX, fromY, toX: xOf(scale, point.at), toY });
    return [{ attempt: point.id, verdict: point.verdict, path, fromX, fromY }];
  });
}

/** A curve that rises above the lanes it joins, so that it never lies on the events between. */
function arcPath(ends: { fromX: number; fromY: number; toX: number; toY: number }): string {
  const reach = Math.min(Math.abs(ends.toX - ends.fromX), 220);
  const lift = 14 + reach * 0.16;
  const top = Math.min(ends.fromY, ends.toY) - lift;
  const lean = (ends.toX - ends.fromX) * 0.22;
  const startY = ends.fromY - 4;
  const endY = ends.toY - MARK_RADIUS;
  const [ax, bx] = [ends.fromX + lean, ends.toX - lean];
  return `M${r(ends.fromX)} ${r(startY)}C${r(ax)} ${r(top)} ${r(bx)} ${r(top)} ${r(ends.toX)} ${r(endY)}`;
}

const r = (value: number): number => Math.round(value * 10) / 10;

function labelsOf(
  marks: readonly AttemptMark[],
  frame: Frame,
  lanes: StreamsLayout,
): readonly ColouredLabel[] {
  const told = marks.filter((mark) => mark.verdict !== 'continuous' && mark.verdict !== 'not_applicable');
  const wishes: LabelWish[] = withoutEchoes(told).map((mark) => ({
    id: mark.ids[0],
    text: mark.label,
    x: mark.x,
    y: mark.y,
    clear: RING_RADIUS,
    weight: VERDICTS.length - VERDICTS.indexOf(mark.verdict),
  }));
  const taken = [...busyTicks(lanes), ...marks.map(markBox)];
  const colourOf = new Map(marks.map((mark) => [mark.ids[0], VERDICT_INFO[mark.verdict].colour]));
  const room = { left: frame.scale.left - 4, right: frame.scale.right + 14, taken };
  return placeLabels(wishes, room).map((label) => ({
    ...label,
    colour: colourOf.get(label.id) ?? 'unknown',
  }));
}

/** Leaves out marks that say again what one just before them on the same lane says. */
function withoutEchoes(marks: readonly AttemptMark[]): readonly AttemptMark[] {
  const last = new Map<string, number>();
  return marks.filter((mark) => {
    const words = `${mark.y} ${mark.label}`;
    const before = last.get(words);
    if (before !== undefined && mark.x - before < SAME_WORDS_PX) return false;
    last.set(words, mark.x);
    return true;
  });
}

const markBox = (mark: AttemptMark): Box => ({
  left: mark.x - MARK_RADIUS,
  right: mark.x + MARK_RADIUS,
  top: mark.y - MARK_RADIUS,
  bottom: mark.y + MARK_RADIUS,
});

/** Labels keep off the connections and their ticks. */
function busyTicks(lanes: StreamsLayout): readonly Box[] {
  const bars = lanes.streams.flatMap((stream) =>
    stream.connections.map((bar) => ({
      left: bar.x,
      right: bar.x + bar.width,
      top: stream.y - 6,
      bottom: stream.y + 6,
    })),
  );
  const bands = lanes.streams.flatMap(({ band }) =>
    band
      ? [{ left: band.x, right: band.x + Math.max(band.width, 170), top: band.y, bottom: band.y + 17 }]
      : [],
  );
  return [...bars, ...bands];
}
