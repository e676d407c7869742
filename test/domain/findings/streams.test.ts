import { describe, expect, it } from 'vitest';
import { find } from '#test/support/find-in-story.ts';

const LIFE = `
  10:00:00 opens S as inc-1
  +1s attach G1 get k1
  +1s emit G1 #1 on k1
  `;

describe('fork', () => {
  it('is one stream feeding two connections after the second attached', () => {
    const found = find(`${LIFE}
      +1s attach G1 get k2
      +1s emit G1 #2 on k1 [old]
      +1s emit G1 #3 on k2 [fresh]`);
    expect(found.of('fork')).toMatchObject([{ severity: 'high', count: 1, streamId: 'G1' }]);
    expect(found.of('fork')[0]?.evidence.map(({ fact }) => fact)).toEqual(['old', 'fresh', 'L4']);
  });

  it('is seen on receptions too', () => {
    expect(
      find(`${LIFE}
      +1s attach G1 get k2
      +1s receive G1 #2 on k1
      +1s receive G1 #3 on k2`).kinds,
    ).toContain('fork');
  });

  it('is none when the old connection got nothing more, or had ended', () => {
    expect(find(`${LIFE}\n+1s attach G1 get k2\n+1s emit G1 #2 on k2\n+1s emit G1 #3`).kinds).not.toContain(
      'fork',
    );
    expect(
      find(`${LIFE}\n+1s detach G1 k1 network\nattach G1 get k2\n+1s emit G1 #2 on k2`).kinds,
    ).not.toContain('fork');
    expect(find(`${LIFE}\n+1s attach G1 get k2\n+1s emit G1 #2 on k1`).kinds).not.toContain('fork');
  });

  it('is a stream that a reconnect opened while the replaced one still emits', () => {
    const text = (lines: string) => `${LIFE}
      +1s detach G1 k1 network
      +1s resume with G1:1 sound on G2 rival G1 1s -> 200 new_stream at G2#0 count 0 lasting 20ms
      attach G2 get k2
      ${lines}`;
    const found = find(text('+1s emit G2 #0 on k2\n+1s emit G1 #2'));
    expect(found.of('fork')).toMatchObject([{ streamId: 'G1', count: 1 }]);
    expect(find(text('+1s emit G2 #0 on k2')).kinds).not.toContain('fork');
    expect(find(text('+1s emit G1 #2')).kinds).not.toContain('fork');
    expect(
      find(text('+1s emit G2 #0 on k2\n+1s detach G2 k2 completed\n+1s emit G1 #2')).kinds,
    ).not.toContain('fork');
  });

  it('is no pair of streams that the client opened on purpose', () => {
    const found = find(`${LIFE}
      +1s attach G2 get k2
      +1s emit G2 #1 on k2
      +1s emit G1 #2 on k1
      +1s emit G2 #2 on k2`);
    expect(found.kinds).not.toContain('fork');
    expect(found.kinds).not.toContain('orphan_emission');
  });
});

describe('orphan_emission', () => {
  it('is an event after the stream was fenced', () => {
    const found = find(`${LIFE}\n+1s fence G1 [fence]\n+1ms emit G1 #2 [late]\n+1s emit G1 #3`);
    expect(found.of('orphan_emission')).toMatchObject([{ severity: 'medium', count: 2, streamId: 'G1' }]);
    expect(
      found
        .of('orphan_emission')[0]
        ?.evidence.slice(0, 2)
        .map(({ fact }) => fact),
    ).toEqual(['late', 'fence']);
    expect(find(`${LIFE}\n+1s emit G1 #2\nfence G1`).kinds).not.toContain('orphan_emission');
  });

  it('is a write to a connection that was fenced, and not to the one that took over', () => {
    const fenced = `${LIFE}\n+1s fence G1 k1\nattach G1 get k2\n`;
    expect(find(`${fenced}+1s emit G1 #2 on k1`).kinds).toContain('orphan_emission');
    expect(find(`${fenced}+1s emit G1 #2 on k2`).kinds).not.toContain('orphan_emission');
    expect(find(`${fenced}+1s emit G1 #2`).kinds).not.toContain('orphan_emission');
  });

  it('is an event after its session ended', () => {
    expect(find(`${LIFE}\n+1s close expired\n+1s emit G1 #2`).kinds).toContain('orphan_emission');
    expect(find(`${LIFE}\n+1s emit G1 #2\nclose expired`).kinds).not.toContain('orphan_emission');
    expect(
      find(`${LIFE}\n+1s close shutdown\n+1s opens S as inc-1 restored\n+1s emit G1 #2`).kinds,
    ).not.toContain('orphan_emission');
  });

  it('is one after a reconnect took over the slot of the stream, until the stream is attached again', () => {
    const taken = `${LIFE}
      +1s detach G1 k1 network
      +1s resume without cursor sound on G2 -> 200 new_stream lasting 20ms
      attach G2 get k2\n`;
    expect(find(`${taken}+1s emit G1 #2`).kinds).toContain('orphan_emission');
    expect(find(`${taken}+1s attach G1 get k3\n+1s emit G1 #2 on k3`).kinds).not.toContain('orphan_emission');
  });

  it('is no buffering during a cut that is later replayed', () => {
    const cut = `${LIFE}\n+1s detach G1 k1 network\n+1s emit G1 #2\n`;
    expect(find(cut).kinds).not.toContain('orphan_emission');
    const fenced = `${LIFE}\n+1s fence G1\n+1s emit G1 #2\n`;
    expect(find(`${fenced}+1s emit G1 #2 replayed on k2`).kinds).not.toContain('orphan_emission');
    expect(
      find(`${fenced}+1s resume with G1:1 sound -> 200 replayed first G1:2 count 1`).kinds,
    ).not.toContain('orphan_emission');
  });
});

describe('fallback', () => {
  const left = `
    10:00:00 opens S as inc-1
    +1s attach P5 post k1 for 5
    +29s detach P5 k1 timeout\n`;

  it('is a get stream opened after a post stream was left without its response', () => {
    const found = find(`${left}+1s attach G1 get k2`);
    expect(found.of('fallback')).toMatchObject([
      { severity: 'info', streamId: 'P5', requestId: '5', count: 1 },
    ]);
  });

  it('is none with the response given, the post stream resumed first, or in another life', () => {
    const answered =
      '10:00:00 opens S as inc-1\n+1s attach P5 post k1 for 5\n+1s emit P5 #1 result of 5 on k1\n+1s detach P5 k1 network\n';
    expect(find(`${answered}+1s attach G1 get k2`).kinds).not.toContain('fallback');
    expect(find(`${left}+1s attach P5 post k2\n+1s attach G1 get k3`).kinds).not.toContain('fallback');
    expect(find(`${left}+1s opens S as inc-2\n+1s attach G1 get k2`).kinds).not.toContain('fallback');
  });

  it('is no get stream that was open before', () => {
    expect(find(`10:00:00 attach G1 get k0\n${left}+1s attach G1 get k2`).kinds).not.toContain('fallback');
  });
});

describe('cursor_not_last_received', () => {
  const read = `${LIFE}
    receive G1 #1 on k1
    +1s emit G1 #2 on k1
    receive G1 #2 on k1
    +1s emit G1 #3 on k1
    +1s detach G1 k1 network\n`;
  const told = (cursor: string) =>
    find(`${read}+1s resume with ${cursor} sound window 1..3 -> 400 refused`).of('cursor_not_last_received');

  it('is a cursor behind or ahead of the last id received', () => {
    expect(told('G1:1')).toMatchObject([
      { severity: 'medium', sentence: expect.stringContaining('lies behind') },
    ]);
    expect(told('G1:3')).toMatchObject([{ sentence: expect.stringContaining('lies ahead of') }]);
  });

  it('is none when it is the last id, or nothing says what was received', () => {
    expect(told('G1:2')).toEqual([]);
    expect(find(`${LIFE}\n+1s resume with G1:0 sound window 0..1 -> 400 refused`).kinds).not.toContain(
      'cursor_not_last_received',
    );
  });

  it('leaves out what came later, had no id, or was seen by a proxy only', () => {
    const cut = `${LIFE}\nreceive G1 #1 on k1\n`;
    const resume = '+1s resume with G1:1 sound window 1..3 -> 400 refused\n';
    expect(find(`${cut}${resume}+1s receive G1 #2`).kinds).not.toContain('cursor_not_last_received');
    expect(find(`${cut}receive G1 #2 noid\n${resume}`).kinds).not.toContain('cursor_not_last_received');
    expect(find(`${cut}proxy receives G1 #2\n${resume}`).kinds).not.toContain('cursor_not_last_received');
  });
});

describe('cursor_rewritten', () => {
  it('names the hop on which an attempt changed its cursor', () => {
    const found = find(`${LIFE}
      +1s client resume with G1:1 traceId=t -> 200
      proxy resume with G1:1 traceId=t -> 200
      resume with G1:9 traceId=t -> 200`);
    expect(found.of('cursor_rewritten')).toMatchObject([
      { severity: 'high', sentence: expect.stringContaining('proxy and server') },
    ]);
  });

  it('is an event that was received under another id than it was issued with', () => {
    const found = find(`${LIFE}\nproxy receives G1 #1 id p-1`);
    expect(found.of('cursor_rewritten')).toMatchObject([
      { streamId: 'G1', sentence: expect.stringContaining('received as p-1') },
    ]);
    expect(find('10:00:00 emit G1 id a digest d on k1\nreceive G1 id b digest d on k1').kinds).toContain(
      'cursor_rewritten',
    );
  });

  it('is none when they agree, or when one digest stands for several events', () => {
    expect(find(`${LIFE}\nreceive G1 #1`).kinds).not.toContain('cursor_rewritten');
    expect(
      find(
        '10:00:00 emit G1 id a digest d on k1\nemit G1 id b digest d on k1\n+1s receive G1 id a digest d\nreceive G1 id b digest d',
      ).kinds,
    ).not.toContain('cursor_rewritten');
  });
});

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
