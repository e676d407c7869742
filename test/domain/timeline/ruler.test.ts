import { describe, expect, test } from 'vitest';
import { durationText, rulerTicks } from '#domain/timeline/ruler.ts';

const TEN = Date.parse('2026-11-02T10:00:00Z');
const ticksOf = (from: number, to: number, offsetMinutes = 0) =>
  rulerTicks({ range: { from, to }, left: 0, right: 1000 }, { spacing: 90, offsetMinutes });

describe('the ruler', () => {
  test('has ticks at round times, no nearer than asked', () => {
    const ticks = ticksOf(TEN - 700, TEN + 41_000);
    expect(ticks.map((tick) => tick.label)).toEqual([
      '10:00:00',
      '10:00:05',
      '10:00:10',
      '10:00:15',
      '10:00:20',
      '10:00:25',
      '10:00:30',
      '10:00:35',
      '10:00:40',
    ]);
    for (const [index, tick] of ticks.slice(1).entries())
      expect(tick.x - (ticks[index]?.x ?? 0)).toBeGreaterThanOrEqual(90);
  });

  test('is round on the clock of a reader whose zone is half an hour off', () => {
    expect(ticksOf(TEN, TEN + 10 * 3_600_000, 330).map((tick) => tick.label)).toContain('16:00');
  });

  test('goes down to microseconds and up to days', () => {
    expect(ticksOf(TEN, TEN + 1).map((tick) => tick.label)).toContain('00.000200');
    expect(ticksOf(TEN, TEN + 40 * 86_400_000).map((tick) => tick.label)).toContain('11-05');
  });

  test('is empty where nothing is visible', () => {
    expect(ticksOf(TEN, TEN)).toEqual([]);
  });
});

describe('a length of time', () => {
  test.each([
    [0, 'an instant'],
    [0.25, '250 µs'],
    [240, '240 ms'],
    [4200, '4.2 s'],
    [41_000, '41 s'],
    [720_000, '12 min'],
    [12_000_000, '3 h 20 min'],
    [187_200_000, '2 d 4 h'],
    [9_990, '10 s'],
    [59_999, '1 min'],
  ])('of %d ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
