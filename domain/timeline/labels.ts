/** A label that wants a place beside what it names. */
export interface LabelWish {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Half the size of the mark that it must not cover. */
  readonly clear: number;
  /** Higher is placed first. */
  readonly weight: number;
}

export interface PlacedLabel {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CHAR_WIDTH = 6.1;
const LINE = 13;

/** Width of a text of 11 px in pixels, near enough to keep labels apart. */
export const textWidth = (text: string): number => text.length * CHAR_WIDTH;

export interface LabelRoom {
  readonly left: number;
  readonly right: number;
  /** Where no label may be. */
  readonly taken: readonly Box[];
  /** Where a label is only where it fits nowhere else: thin lines, which words may cross if they must. */
  readonly shunned: readonly Box[];
}

/**
 * Places as many labels as fit, the weightiest first: to the right of the mark, else to the left, else
 * above or below. A label that fits nowhere is left out; the mark keeps its name for the keyboard.
 */
export function placeLabels(wishes: readonly LabelWish[], room: LabelRoom): readonly PlacedLabel[] {
  const taken: Box[] = [...room.taken, ...wishes.map(markBox)];
  const placed: PlacedLabel[] = [];
  for (const wish of [...wishes].sort((a, b) => b.weight - a.weight || a.x - b.x)) {
    const own = markBox(wish);
    const fitting = candidates(wish).filter(({ box }) => {
      if (box.left < room.left || box.right > room.right) return false;
      return !taken.some((other) => overlaps(box, other) && !sameBox(other, own));
    });
    const clear = fitting.find(({ box }) => !room.shunned.some((other) => overlaps(box, other)));
    const fit = clear ?? fitting[0];
    if (!fit) continue;
    taken.push(fit.box);
    placed.push(fit.label);
  }
  return placed;
}

function candidates(wish: LabelWish): readonly { label: PlacedLabel; box: Box }[] {
  const width = textWidth(wish.text);
  const side = wish.clear + 5;
  const at = (x: number, y: number, anchor: PlacedLabel['anchor']) => {
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
    return {
      label: { id: wish.id, text: wish.text, x, y, anchor },
      box: { left, right: left + width, top: y - LINE + 3, bottom: y + 3 },
    };
  };
  const above = wish.y - wish.clear - 4;
  const below = wish.y + wish.clear + LINE;
  return [
    at(wish.x + side, wish.y + 4, 'start'),
    at(wish.x - side, wish.y + 4, 'end'),
    at(wish.x, above, 'middle'),
    at(wish.x + 2, above, 'start'),
    at(wish.x - 2, above, 'end'),
    at(wish.x, below, 'middle'),
  ];
}

const markBox = (wish: LabelWish): Box => ({
  left: wish.x - wish.clear,
  right: wish.x + wish.clear,
  top: wish.y - wish.clear,
  bottom: wish.y + wish.clear,
});

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const sameBox = (a: Box, b: Box): boolean =>
  a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom;
