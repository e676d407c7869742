import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromEpochMs, type UnixNanos } from '#domain/brand.ts';
import { fromIso } from '#domain/iso-time.ts';
import { rateSeries, stepFor, stepsIn } from '#domain/rate-series.ts';

const HOUR = 3_600_000;
const at = (text: string): UnixNanos => fromIso(`2026-11-02T${text}Z`) ?? fromEpochMs(0);
const ms = (text: string) => Date.parse(`2026-11-02T${text}Z`);

describe('a series of rates', () => {
  const range = { from: at('10:20:00'), to: at('13:00:00'), stepMs: HOUR };

  it('has a point for every step that the range touches, also where nothing happened', () => {
    const [series] = rateSeries(
      [
        { key: 'orders', atMs: ms('10:00:00'), verdict: 'continuous', count: 3 },
        { key: 'orders', atMs: ms('10:00:00'), verdict: 'fabricated', count: 1 },
        { key: 'orders', atMs: ms('12:00:00'), verdict: 'indeterminate', count: 2 },
      ],
      { ...range, always: [] },
    );
    expect(series?.points).toMatchObject([
      { at: '2026-11-02T10:00:00.000Z', attempts: 4, judged: 4, rate: 0.25 },
      { at: '2026-11-02T11:00:00.000Z', attempts: 0, judged: 0, rate: null, verdicts: {} },
      { at: '2026-11-02T12:00:00.000Z', attempts: 2, judged: 0, rate: null },
    ]);
  });

  it('is there for each key, in their order, and for keys that must always be there', () => {
    const counts = ['b', 'a'].map(
      (key) => ({ key, atMs: ms('10:00:00'), verdict: 'refused', count: 1 }) as const,
    );
    expect(rateSeries(counts, { ...range, always: [] }).map(({ key }) => key)).toEqual(['a', 'b']);
    expect(rateSeries([], { ...range, always: ['all'] })).toMatchObject([
      { key: 'all', points: [{}, {}, {}] },
    ]);
    expect(rateSeries([], { ...range, always: [] })).toEqual([]);
  });

  it('excludes the end of the range', () => {
    expect(stepsIn(range, HOUR)).toBe(3);
    expect(stepsIn({ from: at('10:00:00'), to: at('10:00:00.000000001') }, HOUR)).toBe(0);
    expect(stepsIn({ from: at('10:00:00'), to: at('11:00:00') }, HOUR)).toBe(1);
  });
});

describe('the step of a range', () => {
  it.each([
    [30 * 60_000, 60_000],
    [2 * HOUR, 60_000],
    [24 * HOUR, 15 * 60_000],
    [7 * 24 * HOUR, 2 * HOUR],
    [30 * 24 * HOUR, 6 * HOUR],
    [365 * 24 * HOUR, 4 * 24 * HOUR],
  ])('of %i ms is %i ms', (span, step) => {
    expect(stepFor({ from: fromEpochMs(0), to: fromEpochMs(span) })).toBe(step);
  });

  it('is whole minutes and never gives more than 121 points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 1e11 }), (from, span) => {
        const range = { from: fromEpochMs(from), to: fromEpochMs(from + span) };
        const step = stepFor(range);
        expect(step % 60_000).toBe(0);
        expect(stepsIn(range, step)).toBeLessThanOrEqual(121);
      }),
    );
  });
});
