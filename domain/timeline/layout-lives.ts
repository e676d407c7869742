import { placeLabels, textWidth } from './labels.ts';
import type { Frame } from './layout-frame.ts';
import type { LaneHead, LifeMark, TearMark } from './layout-types.ts';
import type { Tear, TimelineModel } from './model-types.ts';
import { packRows } from './pack.ts';
import { visibleBar, xOf } from './range.ts';

const HEIGHT = 24;
const ROW = 28;
const CAPTION = 18;
const MAX_ROWS = 3;

/** The session lane: lives as bars, overlapping ones below each other, and a tear where one ends. */
export function layoutLives(model: TimelineModel, frame: Frame, top: number) {
  const y = top + frame.headRoom;
  const { placed, rows } = packRows(model.lives, { gap: 0, maxRows: MAX_ROWS });
  const rowOf = new Map(placed.map(({ item, row }) => [item.id, row]));
  const lives = placed.flatMap(({ item, row }, index): LifeMark[] => {
    const bar = visibleBar(frame.scale, item.from, item.to);
    if (!bar) return [];
    const fits = textWidth(item.label) + 16 < bar.width;
    const shown = { label: fits ? item.label : '', tint: index % 2, open: item.open };
    const missed =
      item.missedFrom === undefined ? undefined : visibleBar(frame.scale, item.missedFrom, item.to);
    return [{ id: item.id, ...bar, y: y + row * ROW, height: HEIGHT, ...shown, missed }];
  });
  const height = Math.max(rows, 1) * ROW;
  const tears = model.tears.flatMap((tear) => {
    const rowY = y + (rowOf.get(tear.life) ?? 0) * ROW;
    return tearMark(tear, frame, { y: rowY, captionY: y + height + 11 });
  });
  const lifeCount = model.lives.length;
  const head: LaneHead = {
    id: 'session',
    title: 'Session',
    sub: lifeCount === 1 ? '1 incarnation' : `${lifeCount} incarnations`,
    y: frame.compact ? top + 12 : y + 11,
  };
  const captions = spreadCaptions(tears, frame);
  const captioned = tears.length > 0 || lives.some(({ missed }) => missed !== undefined);
  return { lives, tears: captions, head, bottom: y + height + (captioned ? CAPTION : 0) };
}

interface RawTear extends Omit<TearMark, 'caption'> {
  readonly cause: string;
  readonly captionX: number;
  readonly captionY: number;
}

function tearMark(tear: Tear, frame: Frame, at: { y: number; captionY: number }): readonly RawTear[] {
  const { scale } = frame;
  const inView = tear.at >= scale.range.from && tear.at <= scale.range.to;
  const gap = tear.until > tear.at ? visibleBar(scale, tear.at, tear.until) : undefined;
  if (!inView && !gap) return [];
  const lineX = inView ? xOf(scale, tear.at) : undefined;
  const x = gap?.x ?? lineX ?? scale.left;
  const width = gap?.width ?? 0;
  return [
    {
      life: tear.life,
      x,
      width,
      y: at.y,
      height: HEIGHT,
      lineX,
      felt: tear.felt,
      cause: tear.cause,
      captionX: insideRight(x + width / 2, tear.cause, scale.right),
      captionY: at.captionY,
    },
  ];
}

/** Where a centred text stands so that it ends inside the drawing. */
const insideRight = (x: number, text: string, right: number): number =>
  Math.min(x, right + 12 - textWidth(text) / 2);

/** Captions of tears, left out where they would run into each other. */
function spreadCaptions(tears: readonly RawTear[], frame: Frame): readonly TearMark[] {
  const wishes = tears.map((tear, index) => ({
    id: String(index),
    text: tear.cause,
    x: tear.captionX,
    y: tear.captionY + 13,
    clear: 0,
    weight: tears.length - index,
  }));
  const centred = placeLabels(wishes, { left: 0, right: frame.scale.right + 12, taken: [], shunned: [] });
  const byId = new Map(centred.map((label) => [label.id, label]));
  return tears.map(({ cause: _cause, captionX, captionY, ...tear }, index) => {
    const label = byId.get(String(index));
    return { ...tear, caption: label && { ...label, x: captionX, y: captionY, anchor: 'middle' as const } };
  });
}
