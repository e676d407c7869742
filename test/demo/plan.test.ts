import { describe, expect, it } from 'vitest';
import { planOf } from '#demo/plan.ts';

describe('the plan of the demo', () => {
  it('plays each once in less than a minute, and leaves a quarter of the time to the last', () => {
    expect(planOf(['a', 'b', 'c'], 4_000)).toEqual([
      { at: 0, item: 'a' },
      { at: 1_000, item: 'b' },
      { at: 2_000, item: 'c' },
    ]);
  });

  it('plays all again each minute', () => {
    const plan = planOf(['a', 'b'], 180_000);
    expect(plan.map(({ item }) => item).join('')).toBe('ababab');
    expect(plan.map(({ at }) => Math.floor(at / 60_000))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('is empty where there is nothing to play', () => {
    expect(planOf([], 60_000)).toEqual([]);
  });
});
