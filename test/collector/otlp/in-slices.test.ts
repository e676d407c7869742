import { describe, expect, it } from 'vitest';
import { inSlices } from '#collector/otlp/in-slices.ts';

function* slowWork(steps: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + 10;
    while (performance.now() < until);
    yield undefined;
  }
  return 'done';
}

describe('work in slices', () => {
  it('lets others have the event loop in between', async () => {
    let turns = 0;
    let running = true;
    const others = () => {
      turns += 1;
      if (running) setImmediate(others);
    };
    setImmediate(others);
    expect(await inSlices(slowWork(20))).toBe('done');
    running = false;
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('passes an error on', async () => {
    const failing = (function* (): Generator<undefined, string> {
      yield undefined;
      throw new Error('broken');
    })();
    await expect(inSlices(failing)).rejects.toThrow('broken');
  });
});
