import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCounts, rateFigures, wilson95 } from '#domain/rates.ts';

describe('the Wilson interval', () => {
  // Reference values: R 4, prop.test(x, n, correct = FALSE)$conf.int
  it.each([
    [0, 20, 0, 0.16113],
    [1, 20, 0.00888, 0.23613],
    [10, 20, 0.29929, 0.70071],
    [20, 20, 0.83887, 1],
    [7, 1000, 0.0034, 0.01437],
  ])('of %i out of %i is %d to %d', (hits, total, low, high) => {
    const interval = wilson95(hits, total);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('is nothing when there were no trials', () => {
    expect(wilson95(0, 0)).toBeNull();
  });

  it('lies within 0 and 1, holds the share and mirrors itself', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, part) => {
          const hits = Math.round(total * part);
          const interval = wilson95(hits, total);
          const mirrored = wilson95(total - hits, total);
          if (!interval || !mirrored) return false;
          expect(interval.low).toBeGreaterThanOrEqual(0);
          expect(interval.high).toBeLessThanOrEqual(1);
          expect(interval.low).toBeLessThanOrEqual(hits / total);
          expect(interval.high).toBeGreaterThanOrEqual(hits / total);
          expect(interval.low).toBeCloseTo(1 - mirrored.high, 9);
          return true;
        },
      ),
    );
  });
});

describe('the fabricated-continuity rate', () => {
  it('counts neither what cannot be told nor what is no resumption as judged', () => {
    const figures = rateFigures({
      fabricated: 1,
      continuous: 3,
      refused: 4,
      indeterminate: 10,
      not_applicable: 2,
    });
    expect(figures).toMatchObject({ attempts: 20, judged: 8, fabricated: 1, indeterminate: 10, rate: 0.125 });
    expect(figures.low).toBeLessThan(0.125);
    expect(figures.high).toBeGreaterThan(0.125);
  });

  it('is null and not 0 when nothing was judged', () => {
    expect(rateFigures({ indeterminate: 5, not_applicable: 1 })).toMatchObject({
      attempts: 6,
      judged: 0,
      rate: null,
      low: null,
      high: null,
    });
    expect(rateFigures({})).toMatchObject({ attempts: 0, rate: null });
  });

  it('adds counts up and leaves absent what did not occur', () => {
    expect(addCounts([{ fabricated: 1 }, { fabricated: 2, refused: 1 }, {}])).toEqual({
      fabricated: 3,
      refused: 1,
    });
  });
});
