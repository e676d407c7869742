import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clampRange,
  fitRange,
  isoMs,
  panRange,
  revealTime,
  type TimeRange,
  timeAt,
  visibleBar,
  xOf,
  zoomRange,
} from '#domain/timeline/range.ts';

const whole: TimeRange = { from: 0, to: 1000 };

describe('a visible range', () => {
  test('reads times finer than a millisecond', () => {
    expect(isoMs('2026-11-02T10:00:00.000250000Z') - isoMs('2026-11-02T10:00:00.000Z')).toBeCloseTo(0.25, 2);
    expect(isoMs('yesterday')).toBeNaN();
  });

  test('fits with air at both ends, also for an instant', () => {
    expect(fitRange({ from: 0, to: 1000 })).toEqual({ from: -20, to: 1020 });
    expect(fitRange({ from: 5, to: 6 })).toEqual({ from: 0, to: 11 });
  });

  test('keeps the time at the pointer under the pointer when it is zoomed', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 0.95, noNaN: true }),
        fc.double({ min: 450, max: 550, noNaN: true }),
        (factor, anchor) => {
          const before: TimeRange = { from: 400, to: 600 };
          const after = zoomRange(before, { factor, anchor, whole });
          const share = (range: TimeRange) => (anchor - range.from) / (range.to - range.from);
          expect(share(after)).toBeCloseTo(share(before), 6);
          expect(after.to - after.from).toBeCloseTo(200 * factor, 6);
        },
      ),
    );
  });

  test('never leaves the whole and never shrinks to nothing, whatever is done to it', () => {
    const step = fc.oneof(
      fc.record({ pan: fc.double({ min: -3, max: 3, noNaN: true }) }),
      fc.record({
        factor: fc.double({ min: 0.001, max: 50, noNaN: true }),
        anchor: fc.double({ min: 0, max: 1000, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const end = steps.reduce<TimeRange>(
          (range, each) =>
            'pan' in each ? panRange(range, each.pan, whole) : zoomRange(range, { ...each, whole }),
          { from: 200, to: 300 },
        );
        expect(end.from).toBeGreaterThanOrEqual(whole.from - 1e-6);
        expect(end.to).toBeLessThanOrEqual(whole.to + 1e-6);
        expect(end.to).toBeGreaterThan(end.from);
      }),
    );
  });

  test('moves to a thing only when it lies outside, and then has it in the middle', () => {
    const range: TimeRange = { from: 0, to: 100 };
    expect(revealTime(range, 50, whole)).toBe(range);
    expect(revealTime(range, 500, whole)).toEqual({ from: 450, to: 550 });
    expect(revealTime(range, 999, whole)).toEqual({ from: 900, to: 1000 });
  });

  test('is the whole when more than the whole is asked for', () => {
    expect(clampRange({ from: -500, to: 5000 }, whole)).toEqual(whole);
  });
});

describe('a scale', () => {
  const scale = { range: { from: 100, to: 200 }, left: 50, right: 250 };

  test('goes both ways', () => {
    expect(xOf(scale, 150)).toBe(150);
    expect(timeAt(scale, xOf(scale, 123.456))).toBeCloseTo(123.456, 9);
  });

  test('cuts bars to what is visible and drops those outside', () => {
    expect(visibleBar(scale, 0, 150)).toEqual({ x: 50, width: 100 });
    expect(visibleBar(scale, 110, 110)).toEqual({ x: 70, width: 1 });
    expect(visibleBar(scale, 201, 300)).toBeUndefined();
    expect(visibleBar(scale, 0, 99)).toBeUndefined();
  });
});
