import { VERDICTS } from '../words.ts';
import { FINDING_INFO } from '../words-info/findings.ts';
import type { ColourToken } from '../words-info/tokens.ts';
import { VERDICT_INFO } from '../words-info/verdicts.ts';
import { type Box, type LabelWish, placeLabels } from './labels.ts';
import { MARK_RADIUS } from './layout-attempts.ts';
import { FLAG_RADIUS } from './layout-flags.ts';
import type { Frame } from './layout-frame.ts';
import type { StreamsLayout } from './layout-streams.ts';
import type { ArcMark, AttemptMark, ColouredLabel, FlagMark, StreamMark } from './layout-types.ts';

/** A mark with the ring of its selection. */
const RING_RADIUS = 15;
/** The same words this near to each other on one lane are said once. */
const SAME_WORDS_PX = 320;
const FLAG_WEIGHT = 0.5;

interface Wish extends LabelWish {
  readonly colour: ColourToken;
}

interface Labelled {
  readonly attempts: readonly AttemptMark[];
  readonly flags: readonly FlagMark[];
  readonly arcs: readonly ArcMark[];
}

/** Words beside marks, as many as fit: reconnects before flags, worse before better. */
export function layoutLabels(marks: Labelled, frame: Frame, lanes: StreamsLayout): readonly ColouredLabel[] {
  const wishes = [...withoutEchoes(attemptWishes(marks.attempts)), ...withoutEchoes(flagWishes(marks.flags))];
  const taken = [
    ...busyLanes(lanes),
    ...marks.attempts.map((mark) => boxAround(mark, MARK_RADIUS)),
    ...marks.flags.map((mark) => boxAround(mark, FLAG_RADIUS)),
  ];
  const colourOf = new Map(wishes.map((wish) => [wish.id, wish.colour]));
  const shunned = marks.arcs.flatMap(boxesAlong);
  const room = { left: frame.scale.left - 4, right: frame.scale.right + 14, taken, shunned };
  return placeLabels(wishes, room).map((label) => ({
    ...label,
    colour: colourOf.get(label.id) ?? 'unknown',
  }));
}

/** What went on as it should needs no words. */
function attemptWishes(marks: readonly AttemptMark[]): readonly Wish[] {
  const told = marks.filter((mark) => mark.verdict !== 'continuous' && mark.verdict !== 'not_applicable');
  return told.map((mark) => ({
    id: mark.ids[0],
    text: mark.label,
    x: mark.x,
    y: mark.y,
    clear: RING_RADIUS,
    weight: VERDICTS.length - VERDICTS.indexOf(mark.verdict),
    colour: VERDICT_INFO[mark.verdict].colour,
  }));
}

const flagWishes = (flags: readonly FlagMark[]): readonly Wish[] =>
  flags.map((flag) => ({
    id: flag.finding,
    text: flag.label,
    x: flag.x,
    y: flag.y,
    clear: FLAG_RADIUS + 2,
    weight: FLAG_WEIGHT,
    colour: FINDING_INFO[flag.kind].colour,
  }));

/** Leaves out what says again what one just before it on the same lane says. */
function withoutEchoes(wishes: readonly Wish[]): readonly Wish[] {
  const last = new Map<string, number>();
  return wishes.filter((wish) => {
    const words = `${wish.y} ${wish.text}`;
    const before = last.get(words);
    if (before !== undefined && wish.x - before < SAME_WORDS_PX) return false;
    last.set(words, wish.x);
    return true;
  });
}

const boxAround = ({ x, y }: { readonly x: number; readonly y: number }, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** An arc as boxes, each around the part between two of its points. */
function boxesAlong({ along }: ArcMark): readonly Box[] {
  return along.slice(1).flatMap((to, index) => {
    const from = along[index];
    if (!from) return [];
    return [
      {
        left: Math.min(from.x, to.x) - 2,
        right: Math.max(from.x, to.x) + 2,
        top: Math.min(from.y, to.y) - 2,
        bottom: Math.max(from.y, to.y) + 2,
      },
    ];
  });
}

/** Events nearer to each other than this leave no room for words between them. */
const TICK_GAP_PX = 24;

/** Labels keep off connections, off events, and off the words of a retention band. */
function busyLanes(lanes: StreamsLayout): readonly Box[] {
  const bars = lanes.streams.flatMap(({ connections, y }) =>
    connections.map((bar) => ({ left: bar.x, right: bar.x + bar.width, top: y - 6, bottom: y + 6 })),
  );
  const bands = lanes.streams.flatMap(({ band }) =>
    band
      ? [{ left: band.x, right: band.x + Math.max(band.width, 170), top: band.y, bottom: band.y + 17 }]
      : [],
  );
  const ticks = lanes.streams.flatMap((stream) => tickRuns(stream));
  return [...bars, ...bands, ...ticks];
}

/** The events of a lane as few boxes: those that stand close together are one. */
function tickRuns({ ticks, y }: StreamMark): readonly Box[] {
  const runs: { left: number; right: number; top: number; bottom: number }[] = [];
  for (const { x } of ticks) {
    const last = runs.at(-1);
    if (last && x - last.right < TICK_GAP_PX) last.right = x + 1;
    else runs.push({ left: x - 1, right: x + 1, top: y - 6, bottom: y + 6 });
  }
  return runs;
}
