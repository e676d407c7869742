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

  it('is none at the very moment of the fence', () => {
    expect(find(`${LIFE}\n+1s emit G1 #2\nfence G1\n+1s emit G1 #3`).of('orphan_emission')).toMatchObject([
      { count: 1 },
    ]);
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

  it('is none half an hour later', () => {
    expect(find(`${left}+30m attach G1 get k2`).kinds).toContain('fallback');
    expect(find(`${left}+1800001ms attach G1 get k2`).kinds).not.toContain('fallback');
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
