import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeLabels, textWidth } from '#domain/timeline/labels.ts';

const room = { left: 0, right: 600, taken: [], shunned: [] };
const wish = (id: string, x: number, y: number, weight = 1) => ({
  id,
  text: `label ${id}`,
  x,
  y,
  clear: 9,
  weight,
});

describe('placing labels', () => {
  test('puts a label to the right of its mark, and to the left at the right edge', () => {
    expect(placeLabels([wish('a', 100, 50)], room)[0]).toMatchObject({ anchor: 'start', x: 114 });
    expect(placeLabels([wish('b', 590, 50)], room)[0]).toMatchObject({ anchor: 'end' });
  });

  test('keeps off a thin line where there is another place, and crosses it where there is none', () => {
    const busy = { left: 0, right: 600, top: 44, bottom: 56 };
    const line = { left: 40, right: 100, top: 20, bottom: 41 };
    const around = { ...room, taken: [busy], shunned: [line] };
    expect(placeLabels([wish('a', 100, 50)], around)[0]).toMatchObject({ anchor: 'start', x: 102, y: 37 });
    const everywhere = { ...around, shunned: [{ left: 0, right: 600, top: 0, bottom: 200 }] };
    expect(placeLabels([wish('a', 100, 50)], everywhere)[0]).toMatchObject({ anchor: 'middle', y: 37 });
  });

  test('lets the weightier of two have the place', () => {
    const crowd = Array.from({ length: 12 }, (_, index) => wish(`w${index}`, 300 + index * 2, 50, index));
    const placed = placeLabels(crowd, room);
    expect(placed.length).toBeLessThan(crowd.length);
    expect(placed[0]?.id).toBe('w11');
  });

  test('never lets two labels overlap and keeps all of them inside', () => {
    const wishes = fc.array(
      fc.record({
        id: fc.uuid(),
        text: fc.string({ minLength: 1, maxLength: 30 }),
        x: fc.integer({ min: 0, max: 600 }),
        y: fc.integer({ min: 0, max: 200 }),
        clear: fc.constant(9),
        weight: fc.integer({ min: 0, max: 8 }),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(wishes, (given) => {
        const boxes = placeLabels(given, room).map((label) => {
          const width = textWidth(label.text);
          const left =
            label.anchor === 'start'
              ? label.x
              : label.anchor === 'end'
                ? label.x - width
                : label.x - width / 2;
          return { left, right: left + width, top: label.y - 10, bottom: label.y + 3 };
        });
        for (const [index, a] of boxes.entries()) {
          expect(a.left).toBeGreaterThanOrEqual(0);
          expect(a.right).toBeLessThanOrEqual(600);
          for (const b of boxes.slice(index + 1)) {
            const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });
});
