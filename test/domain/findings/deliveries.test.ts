import { describe, expect, it } from 'vitest';
import { factId, sessionKey } from '#domain/brand.ts';
import { find, related } from '#test/support/find-in-story.ts';
import { moment } from '#test/support/story.ts';

const CALL = `
  10:00:00 opens S as inc-1
  +1s attach P7 post k1 for 7
  emit P7 #0 priming on k1
  run order.create for 7 args d1 lasting 1s
  `;

describe('lost_result', () => {
  const cut = `${CALL}+0.5s detach P7 k1 network\n+0.5s emit P7 #1 result of 7 [result]\n`;

  it('is a result that was issued and never delivered, once it has settled', () => {
    const at = (time: string) => find(cut, { horizon: moment(time) });
    expect(at('10:02:02').kinds).not.toContain('lost_result');
    expect(at('10:02:02').judgeAgainAt).toBe(moment('10:02:02') + 1n);
    expect(at('10:02:02.000000001').of('lost_result')).toMatchObject([
      { severity: 'high', tool: 'order.create', requestId: '7', count: 1, streamId: 'P7' },
    ]);
    expect(at('10:02:03').of('lost_result')[0]?.evidence[0]).toMatchObject({ fact: 'result' });
    expect(at('10:02:03').judgeAgainAt).toBeUndefined();
  });

  it('is one that was written but which the client lost, or comes back from before', () => {
    const written = `${CALL}+1s emit P7 #1 result of 7 on k1\n+1ms detach P7 k1 network\n`;
    expect(find(written).kinds).not.toContain('lost_result');
    expect(find(`${written}+1s client requests 7 lost`).kinds).toContain('lost_result');
    expect(find(`${written}+1s resume with P7:0 sound session expired -> 404 refused`).kinds).toContain(
      'lost_result',
    );
  });

  it('is none once it was replayed, received or no longer wanted', () => {
    expect(find(`${cut}+1s emit P7 #1 result of 7 on k2 replayed`).kinds).not.toContain('lost_result');
    expect(find(`${cut}+1s resume with P7:0 sound -> 200 replayed first P7:1 count 1`).kinds).not.toContain(
      'lost_result',
    );
    expect(find(`${cut}+1s receive P7 #1 result of 7`).kinds).not.toContain('lost_result');
    expect(find(`${cut}+1s client requests 7 result`).kinds).not.toContain('lost_result');
    expect(find(`${cut}+1s client requests 7 cancelled`).kinds).not.toContain('lost_result');
  });

  it('is a run to its end whose client says that it got nothing', () => {
    const found = find(`${CALL}+1s client requests 7 lost`);
    expect(found.of('lost_result')).toMatchObject([{ tool: 'order.create', requestId: '7', count: 1 }]);
    expect(find(`${CALL}+1s client requests 8 lost`).kinds).not.toContain('lost_result');
  });

  it('is one in the sessionless era too, where the client tells of it in a trace of its own', () => {
    const run = '10:00:00 run pay for 5 args d lasting 1s sessionless clientId=cid-1 protocol=2026-07-28';
    const lost = (requestId: string, clientId: string, at: string) => ({
      clientDisturbances: [
        {
          kind: 'lost',
          at: moment(at),
          fact: factId('far'),
          session: sessionKey('t:b'),
          clientId,
          requestId,
        } as const,
      ],
    });
    const kinds = (context: ReturnType<typeof lost>) => find(run, { context }).kinds;
    expect(kinds(lost('5', 'cid-1', '10:00:30'))).toContain('lost_result');
    expect(kinds(lost('6', 'cid-1', '10:00:30'))).not.toContain('lost_result');
    expect(kinds(lost('5', 'cid-2', '10:00:30'))).not.toContain('lost_result');
    expect(kinds(lost('5', 'cid-1', '09:59:30'))).not.toContain('lost_result');
    expect(kinds(lost('5', 'cid-1', '10:11:00'))).not.toContain('lost_result');
  });

  it('is one finding for several of one tool in one loss', () => {
    const many = [8, 9].map(
      (id) =>
        `attach P${id} post k${id} for ${id}\nrun order.create for ${id} args d${id} lasting 1s\ndetach P${id} k${id} network\n+1s emit P${id} #1 result of ${id}`,
    );
    expect(find(cut + many.join('\n')).of('lost_result')).toMatchObject([
      { count: 3, tool: 'order.create', sentence: expect.stringContaining('3 results') },
    ]);
  });
});

describe('lost_event', () => {
  const skipped = `
    10:00:00 opens S as inc-1
    +1s attach G1 get k1
    emit G1 #1 on k1
    detach G1 k1 network
    +1s emit G1 #2 [lost]
    +1s attach G1 get k2
    +1s emit G1 #3 on k2 [later]
    `;

  it('is an event with an id that was skipped, once that has settled', () => {
    const at = (time: string) => find(skipped, { horizon: moment(time) });
    expect(at('10:02:04').kinds).not.toContain('lost_event');
    expect(at('10:02:04').judgeAgainAt).toBe(moment('10:02:04') + 1n);
    const [finding] = at('10:02:05').of('lost_event');
    expect(finding).toMatchObject({ severity: 'medium', streamId: 'G1', count: 1 });
    expect(finding?.evidence.map(({ fact }) => fact)).toEqual(['lost', 'later']);
  });

  it('is none while nothing later was delivered, without an id, for a priming event, or once it was replayed', () => {
    expect(find(skipped.replace(' on k2 [later]', '')).kinds).not.toContain('lost_event');
    expect(find(skipped.replace('#2', '#2 noid')).kinds).not.toContain('lost_event');
    expect(find(skipped.replace('#2', '#2 priming')).kinds).not.toContain('lost_event');
    expect(find(`${skipped}+1m emit G1 #2 replayed on k2`).kinds).not.toContain('lost_event');
  });

  it('is no result: that is a lost result', () => {
    const found = find(skipped.replace('#2', '#2 result of 7'));
    expect(found.kinds).not.toContain('lost_event');
    expect(found.kinds).toContain('lost_result');
  });

  it('is one finding for a whole hole', () => {
    const hole = skipped
      .replace('+1s emit G1 #2 [lost]', '+1s emit G1 #2\nemit G1 #3\nemit G1 #4')
      .replace('#3 on k2', '#5 on k2');
    expect(find(hole).of('lost_event')).toMatchObject([
      { count: 3, sentence: expect.stringContaining('3 events of stream G1') },
    ]);
  });
});

describe('unresolved_request', () => {
  const ended = `${CALL}+1s detach P7 k1 network [end]\n`;

  it('is a request whose stream ended with no result, once that has settled', () => {
    const at = (time: string) => find(ended, { horizon: moment(time) });
    expect(at('10:02:02').kinds).not.toContain('unresolved_request');
    expect(at('10:02:02').judgeAgainAt).toBe(moment('10:02:02') + 1n);
    expect(at('10:02:03').of('unresolved_request')).toMatchObject([
      { severity: 'high', requestId: '7', tool: 'order.create', streamId: 'P7', count: 1 },
    ]);
  });

  it('is a request that the client gave up, with no result', () => {
    expect(
      find('10:00:00 opens S as inc-1\n+9s client requests 7 timeout').of('unresolved_request'),
    ).toMatchObject([{ count: 1 }]);
    expect(find(`${ended}+1s client requests 7 lost`).of('unresolved_request')).toMatchObject([{ count: 1 }]);
  });

  it('is none with a result, on whatever way, or while the stream is held', () => {
    expect(find(`${ended}+1s emit P7 #1 result of 7`).kinds).not.toContain('unresolved_request');
    expect(find(`${ended}+1s emit P7 #1 error of 7`).kinds).not.toContain('unresolved_request');
    expect(find(`${ended}+1s client requests 7 result`).kinds).not.toContain('unresolved_request');
    expect(find(`${ended}+1s client requests 7 cancelled`).kinds).not.toContain('unresolved_request');
    expect(find(`${ended}+1s attach P7 post k2`).kinds).not.toContain('unresolved_request');
    expect(
      find(`${ended}+1s resume with P7:0 sound origin post window 0..0 -> 200 replayed count 0`).kinds,
    ).not.toContain('unresolved_request');
    expect(find(CALL).kinds).not.toContain('unresolved_request');
  });

  it('tells request 7 from request "7"', () => {
    expect(find(`${ended}+1s emit P8 #1 result of "7"`).kinds).toContain('unresolved_request');
  });
});

describe('duplicate_delivery', () => {
  it('is one result delivered twice', () => {
    const found = find(`${CALL}+1s emit P7 #1 result of 7 on k1\n+5s emit P7 #1 result of 7 on k2 replayed`);
    expect(found.of('duplicate_delivery')).toMatchObject([
      { severity: 'medium', requestId: '7', count: 1, tool: 'order.create' },
    ]);
    expect(
      find(`${CALL}+1s receive P7 #1 result of 7 on k1\n+5s receive P7 #1 result of 7 on k2`).kinds,
    ).toContain('duplicate_delivery');
    expect(find(`${CALL}+1s emit P7 #1 result of 7 on k1\n+5s emit P9 #4 result of 7 on k2`).kinds).toContain(
      'duplicate_delivery',
    );
  });

  it('is no second write after the first was lost, nor one delivery seen by two', () => {
    const cut = `${CALL}+1s emit P7 #1 result of 7 on k1\n+1ms detach P7 k1 network\n`;
    expect(
      find(`${cut}+1s resume with P7:0 sound window 0..1 origin post -> 200 replayed first P7:1 count 1`)
        .kinds,
    ).not.toContain('duplicate_delivery');
    expect(
      find(`${CALL}+1s emit P7 #1 result of 7 on k1\n+9ms receive P7 #1 result of 7 on k1`).kinds,
    ).not.toContain('duplicate_delivery');
    expect(
      find(`${CALL}+1s emit P7 #1 result of 7\n+5s emit P7 #1 result of 7 on k2 replayed`).kinds,
    ).not.toContain('duplicate_delivery');
  });

  it('is no result of another request or another life', () => {
    expect(
      find(`${CALL}+1s emit P7 #1 result of 7 on k1\n+1s emit P8 #1 result of "7" on k1`).kinds,
    ).not.toContain('duplicate_delivery');
    expect(
      find(`${CALL}+1s emit P7 #1 result of 7 on k1\n+1s opens S as inc-2\n+1s emit P7 #1 result of 7 on k1`)
        .kinds,
    ).not.toContain('duplicate_delivery');
  });

  it('is one event on two streams by its digest', () => {
    const two = (words: string, pause = '+1s') =>
      find(`
      10:00:00 opens S as inc-1
      +1s emit G1 #1 ${words} on k1
      ${pause} emit G2 #1 ${words} on k2`).kinds;
    expect(two('digest d1')).toContain('duplicate_delivery');
    expect(two('digest d1', '+2m')).toContain('duplicate_delivery');
    expect(two('digest d1', '+121s')).not.toContain('duplicate_delivery');
    expect(two('digest d1 method=notifications/tools/list_changed')).not.toContain('duplicate_delivery');
    expect(two('')).not.toContain('duplicate_delivery');
  });

  it('is no message in the same words about another request', () => {
    const two = (first: string, second: string) =>
      find(`
      10:00:00 opens S as inc-1
      +1s attach A1 ${first}
      +1ms emit A1 #1 digest d1 on k1
      +1s attach B1 ${second}
      +1ms emit B1 #1 digest d1 on k2`).kinds;
    expect(two('post k1 for 7', 'post k2 for 8')).not.toContain('duplicate_delivery');
    expect(two('post k1 for 7', 'post k2 for 7')).toContain('duplicate_delivery');
    expect(two('post k1 for 7', 'get k2')).toContain('duplicate_delivery');
  });
});

describe('foreign_delivery', () => {
  const emitted = {
    eventId: 'x-9' as never,
    session: 'OTHER000000' as never,
    fact: 'far' as never,
    at: moment('09:00:00'),
  };
  const context = { foreignEmissions: [emitted] };

  it('is an event that a resumption served out of another session', () => {
    const found = find(
      '10:00:00 opens S as inc-1\n+1s resume with x-8 foreign on G1 session live -> 200 replayed first x-9 count 1',
      { context },
    );
    expect(found.of('foreign_delivery')).toMatchObject([
      {
        severity: 'critical',
        alsoOn: ['OTHER000000'],
        sentence: expect.stringContaining('session OTHER000'),
      },
    ]);
  });

  it('is one that the server says belongs to another session, or that follows a foreign cursor', () => {
    expect(find('10:00:00 resume with a -> 200 first b foreign').kinds).toContain('foreign_delivery');
    expect(
      find('10:00:00 resume with a cursor G#1 foreign session live -> 200 first b count 1').kinds,
    ).toContain('foreign_delivery');
  });

  it('is a foreign event that this client received', () => {
    expect(find('10:00:00 opens S as inc-1\n+1s receive G1 id x-9', { context }).kinds).toContain(
      'foreign_delivery',
    );
    expect(find('10:00:00 opens S as inc-1\n+1s emit G1 id x-9 replayed on k1', { context }).kinds).toContain(
      'foreign_delivery',
    );
  });

  it('is none when refused, when nothing was served, or when the id was issued here or in several sessions', () => {
    expect(
      find('10:00:00 resume with a cursor G#1 foreign session live -> 400 refused', { context }).kinds,
    ).not.toContain('foreign_delivery');
    expect(find('10:00:00 resume with x-9 session live -> 200 count 0', { context }).kinds).not.toContain(
      'foreign_delivery',
    );
    expect(find('10:00:00 emit G1 id x-9 on k1\n+1s receive G1 id x-9', { context }).kinds).not.toContain(
      'foreign_delivery',
    );
    const twice = { foreignEmissions: [emitted, { ...emitted, session: 'THIRD' as never }] };
    expect(find('10:00:00 receive G1 id x-9', { context: twice }).kinds).not.toContain('foreign_delivery');
  });
});

describe('a story of another session', () => {
  it('gives the runs that the store would answer with', () => {
    expect(related('10:00:00 opens S0 as i0\n+1s run pay for 1 args d')).toMatchObject([
      { execution: { tool: 'pay', session: 'S0' } },
    ]);
  });
});
