import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packRows } from '#domain/timeline/pack.ts';
import { binTicks, density, TICK_CLASSES } from '#domain/timeline/ticks.ts';

const scale = { range: { from: 0, to: 1000 }, left: 0, right: 500 };

describe('binning events to pixels', () => {
  test('makes no more marks than columns, however many events there are', () => {
    const at = Array.from({ length: 100_000 }, (_, index) => index / 100);
    const bins = binTicks({ at, kind: at.map(() => 'plain' as const) }, scale, 2);
    expect(bins.length).toBeLessThanOrEqual(251);
    expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(100_000);
  });

  test('shows the most telling event of a column', () => {
    const [bin] = binTicks({ at: [10, 10.1, 10.2], kind: ['plain', 'held', 'result'] }, scale, 2);
    expect(bin).toMatchObject({ kind: 'held', count: 3 });
  });

  test('leaves out what is not visible', () => {
    expect(binTicks({ at: [-5, 1001], kind: ['plain', 'plain'] }, scale, 2)).toEqual([]);
  });

  test('loses and invents nothing', () => {
    const event = fc.record({
      at: fc.double({ min: -100, max: 1100, noNaN: true }),
      kind: fc.constantFrom(...TICK_CLASSES),
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const sorted = [...events].sort((a, b) => a.at - b.at);
        const bins = binTicks(
          { at: sorted.map((each) => each.at), kind: sorted.map((each) => each.kind) },
          scale,
          2,
        );
        const visible = sorted.filter((each) => each.at >= 0 && each.at <= 1000);
        expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(visible.length);
        expect(bins.map((bin) => bin.x)).toEqual(
          [...new Set(bins.map((bin) => bin.x))].sort((a, b) => a - b),
        );
      }),
    );
  });

  test('counts all events of a session for the minimap', () => {
    expect(density([0, 1, 999, 1000], { from: 0, to: 1000 }, 4)).toEqual([2, 0, 0, 2]);
  });
});

describe('packing intervals into rows', () => {
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 60 }))
    .map(([from, length]) => ({ from, to: from + length }));

  test('keeps those of one row apart while there is room, and drops none', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 60 }), (items) => {
        const { placed, rows } = packRows(items, { gap: 2, maxRows: 1000 });
        expect(placed).toHaveLength(items.length);
        for (let row = 0; row < rows; row += 1) {
          const own = placed.filter((each) => each.row === row).map((each) => each.item);
          for (const [index, item] of own.slice(1).entries())
            expect(item.from).toBeGreaterThanOrEqual((own[index]?.to ?? 0) + 2);
        }
      }),
    );
  });

  test('draws over instead of dropping when rows run out', () => {
    const items = Array.from({ length: 9 }, () => ({ from: 0, to: 10 }));
    const { placed, rows } = packRows(items, { gap: 0, maxRows: 3 });
    expect(placed).toHaveLength(9);
    expect(rows).toBe(3);
  });
});
