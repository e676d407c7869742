import { describe, expect, it } from 'vitest';
import type { Progress } from '#demo/run.ts';
import { createProgress } from '#demo/screen/progress-lines.ts';

const HALF: Progress = { done: 0.5, healthySessions: 12, played: 3, planned: 10 };

function recorder(isTTY: boolean, columns?: number) {
  const texts: string[] = [];
  const write = (text: string): unknown => texts.push(text);
  return { texts, progress: createProgress({ isTTY, columns, write }) };
}

describe('progress on screen', () => {
  it('is a bar that is drawn anew in a terminal, and goes away at the end', () => {
    const { texts, progress } = recorder(true, 100);
    progress.show(HALF);
    progress.show({ ...HALF, done: 1 });
    progress.end();
    expect(texts[0]).toBe(
      `\r\u001B[2K[${'#'.repeat(14)}${'-'.repeat(14)}]  50 %  3 of 10 failures played, 12 healthy sessions`,
    );
    expect(texts[1]).toContain(`[${'#'.repeat(28)}] 100 %`);
    expect(texts[2]).toBe('\r\u001B[2K');
    expect(texts.join('')).not.toContain('\n');
  });

  it('never runs over the line of a narrow terminal', () => {
    const { texts, progress } = recorder(true, 40);
    progress.show(HALF);
    expect(texts.join('').replace('\r\u001B[2K', '').length).toBeLessThan(40);
  });

  it('puts news on a line of their own', () => {
    const { texts, progress } = recorder(true);
    progress.show({ ...HALF, news: 'something happened' });
    expect(texts[0]).toBe('\r\u001B[2K  something happened\n');
  });

  it('is a plain line now and then where there is no terminal', () => {
    const { texts, progress } = recorder(false);
    for (let done = 0; done <= 100; done += 1) progress.show({ ...HALF, done: done / 100 });
    progress.show({ ...HALF, done: 1 });
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.length).toBeLessThan(13);
    expect(texts.at(-1)).toBe('100 %  3 of 10 failures played, 12 healthy sessions\n');
    expect(texts.join('')).not.toContain('\r');
  });
});
