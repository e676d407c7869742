import { describe, expect, it } from 'vitest';
import { find } from '#test/support/find-in-story.ts';

const LIFE = `
  10:00:00 opens S as inc-1
  +1s attach G1 get k1
  +1s emit G1 #1 on k1
  `;

describe('id_reuse', () => {
  it('is an id on two streams, in two lives, or twice on one stream with other content', () => {
    const reuse = (lines: string) => find(`10:00:00 opens S as inc-1\n${lines}`).of('id_reuse');
    expect(reuse('+1s emit P5 #41 id 41\n+1s emit G #41 id 41')).toMatchObject([
      { severity: 'medium', count: 1, streamId: 'G' },
    ]);
    expect(reuse('+1s emit G #1 digest a\n+1s opens S as inc-2\n+1s emit G #1 digest b')).toHaveLength(1);
    expect(reuse('+1s emit G #1 id x digest a\n+1s emit G #1 id x digest b')).toHaveLength(1);
    expect(reuse('+1s emit G #1 id x\n+1s emit G #2 id x')).toHaveLength(1);
  });

  it('is no replay, no second write of the same event, and no copy with the same content', () => {
    const reuse = (lines: string) => find(`10:00:00 opens S as inc-1\n${lines}`).kinds;
    expect(reuse('+1s emit G #1\n+1s emit G #1 replayed on k2')).not.toContain('id_reuse');
    expect(reuse('+1s emit G #1\n+1s emit G #1 on k2')).not.toContain('id_reuse');
    expect(reuse('+1s emit G #1 digest a\n+1s opens S as inc-2\n+1s emit G #1 digest a')).not.toContain(
      'id_reuse',
    );
  });

  it('is one finding for a counter that starts again', () => {
    const run = (digest: string) =>
      [1, 2, 3, 4].map((n) => `+1s emit G #${n} id ${n} digest ${digest}${n}`).join('\n');
    expect(
      find(`10:00:00 opens S as inc-1\n${run('a')}\nopens S as inc-2\n${run('b')}`).of('id_reuse'),
    ).toMatchObject([{ count: 4 }]);
  });
});

describe('id_regression', () => {
  it('is an ordinal below an earlier one of its stream and life', () => {
    const found = find(`${LIFE}\n+1s emit G1 #5\n+1s emit G1 #3`);
    expect(found.of('id_regression')).toMatchObject([{ severity: 'medium', count: 1, streamId: 'G1' }]);
  });

  it('is no replay, no new life, no order within one moment, and no other stream', () => {
    expect(find(`${LIFE}\n+1s emit G1 #2\n+1s emit G1 #1 replayed on k2`).kinds).not.toContain(
      'id_regression',
    );
    expect(find(`${LIFE}\n+1s emit G1 #2\n+1s emit G1 #1 on k2`).kinds).not.toContain('id_regression');
    expect(find(`${LIFE}\n+1s emit G1 #2\n+1s opens S as inc-2\n+1s emit G1 #1`).kinds).not.toContain(
      'id_regression',
    );
    expect(find(`${LIFE}\n+1s emit G1 #3\nemit G1 #2`).kinds).not.toContain('id_regression');
    expect(find(`${LIFE}\n+1s emit G1 #3 id a\n+1s emit G1 #3 id b`).kinds).not.toContain('id_regression');
    expect(find(`${LIFE}\n+1s emit G1 #9\n+1s emit G2 #1`).kinds).not.toContain('id_regression');
  });

  it('is a session-wide number at or below the highest, only where the server attests that', () => {
    const text = (id: string, words: string) => `${LIFE}
      +1s emit G1 #2 id 10
      +1s emit P2 #0 id ${id}
      +1s resume with 10 ${words} -> 400 refused`;
    expect(find(text('10', 'namespacing=session')).of('id_regression')).toMatchObject([{ count: 1 }]);
    expect(find(text('9', 'namespacing=session')).of('id_regression')).toMatchObject([{ count: 1 }]);
    expect(find(text('11', 'namespacing=session')).kinds).not.toContain('id_regression');
    expect(find(text('9', 'namespacing=stream')).kinds).not.toContain('id_regression');
  });
});

describe('unresumable_stream', () => {
  const post = '10:00:00 opens S as inc-1\n+1s attach P7 post k1 for 7\n';

  it('is a post stream whose result is the first event with an id', () => {
    expect(find(`${post}+1s emit P7 #1 result of 7 on k1`).of('unresumable_stream')).toMatchObject([
      { severity: 'low', streamId: 'P7' },
    ]);
    expect(find(`${post}+1s emit P7 result of 7 on k1`).kinds).toContain('unresumable_stream');
    expect(
      find(`${post}+1s emit P7 #0 notification noid on k1\n+1s emit P7 #1 result of 7 on k1`).kinds,
    ).toContain('unresumable_stream');
  });

  it('is none with an id before it, where more came before than was seen, on a get stream or without a result', () => {
    expect(find(`${post}emit P7 #0 priming on k1\n+1s emit P7 #1 result of 7 on k1`).kinds).not.toContain(
      'unresumable_stream',
    );
    expect(find(`${post}+1s emit P7 #4 result of 7 on k1`).kinds).not.toContain('unresumable_stream');
    expect(find(`${post}+1s emit P7 #1 on k1`).kinds).not.toContain('unresumable_stream');
    expect(find('10:00:00 attach G1 get k1\n+1s emit G1 #1 result of 7 on k1').kinds).not.toContain(
      'unresumable_stream',
    );
    expect(find(`given protocol=2026-07-28\n${post}+1s emit P7 #1 result of 7 on k1`).kinds).not.toContain(
      'unresumable_stream',
    );
  });
});
