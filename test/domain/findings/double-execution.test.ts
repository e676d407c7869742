import { describe, expect, it } from 'vitest';
import type { Finding } from '#domain/judgement.ts';
import { type FindOptions, find, related } from '#test/support/find-in-story.ts';

const OPEN = '10:00:00 opens S as inc-1\n';
const doubles = (text: string, options?: FindOptions): readonly Finding[] =>
  find(text, options).of('double_execution');
const strengths = (text: string, options?: FindOptions) =>
  doubles(text, options).map(({ strength }) => strength);

describe('a proven double execution', () => {
  it('has one incarnation and one request id', () => {
    const [found, ...others] = doubles(`${OPEN}
      +1s run card.charge for 7 args d destructive lasting 200ms [first]
      +4ms run card.charge for 7 args d destructive lasting 200ms [second]`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      strength: 'proven',
      severity: 'critical',
      tool: 'card.charge',
      requestId: '7',
      count: 1,
    });
    expect(found?.executions).toHaveLength(2);
    expect(found?.evidence.map(({ fact }) => fact)).toEqual(['second', 'first']);
    expect(found?.sentence).toContain('double dispatch');
  });

  it('has one trace parent and request id, or one idempotency key', () => {
    const parent = (ids: string) =>
      strengths(`
      10:00:00 run pay for 7 ${ids} sessionless traceId=t spanId=a parentSpanId=p
      +9s run pay for 7 sessionless traceId=t spanId=b parentSpanId=p`);
    expect(parent('')).toEqual(['proven']);
    expect(parent('low-trust')).not.toContain('proven');
    expect(strengths(`${OPEN}+1s run pay for 1 key k\n+1h run pay for 2 key k`)).toEqual(['proven']);
  });

  it('is none of another incarnation, one that nobody attests, another request id or one of low trust', () => {
    const second = (line: string) => strengths(`${OPEN}+1s run pay for 7\n${line}`);
    expect(second('+1s run pay for 7')).toEqual(['proven']);
    expect(second('+1s run pay for 7 as inc-2')).toEqual([]);
    expect(second('+1s run pay for "7"')).toEqual([]);
    expect(second('+1s run pay for 7 low-trust')).toEqual([]);
    expect(strengths('10:00:00 opens S as none\n+1s run pay for 7\n+1s run pay for 7')).toEqual([]);
  });

  it('is none of other arguments: a retry with input responses is another call', () => {
    expect(strengths(`${OPEN}+1s run pay for 7 args a\n+1s run pay for 7 args b`)).toEqual([]);
    expect(strengths(`${OPEN}+1s run pay for 7 args a\n+1s run read for 7 args a`)).toEqual([]);
  });

  it('is none where an answer came from a stored outcome', () => {
    expect(
      strengths(`${OPEN}+1s run pay for 1 args d key k\n+8s run pay for 2 args d key k deduplicated`),
    ).toEqual([]);
    expect(strengths(`${OPEN}+1s run pay for 7 args d deduplicated\n+8s run pay for 7 args d`)).toEqual([]);
  });

  it('is one for each run after the first', () => {
    const found = doubles(`${OPEN}+1s run pay for 7\n+1s run pay for 7\n+1s run pay for 7`);
    expect(found.map(({ strength, count }) => [strength, count])).toEqual([
      ['proven', 1],
      ['proven', 1],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });
});

describe('a probable double execution', () => {
  const first = `${OPEN}+1s attach P7 post k1 for 7
    run mail.send for 7 args d lasting 200ms\n`;
  const cut = `${first}+0.1s detach P7 k1 network [cut]\n`;

  it('is the same call after a cut, with the first result not delivered', () => {
    const [found] = doubles(`${cut}+4s run mail.send for 8 args d`);
    expect(found).toMatchObject({ strength: 'probable', severity: 'critical', requestId: '8' });
    expect(found?.evidence.at(-1)).toMatchObject({
      name: 'disturbance',
      value: 'connection_lost',
      fact: 'cut',
    });
    expect(found?.sentence).toMatch(
      /ran twice, 4\.1 s apart: a connection was lost 4 s before the second run, and the first result had not been delivered\.$/,
    );
  });

  it('begins within ten minutes of the last disturbance, inclusive', () => {
    expect(strengths(`${cut}+600s run mail.send for 8 args d`)).toEqual(['probable']);
    expect(strengths(`${cut}+600001ms run mail.send for 8 args d`)).toEqual([]);
    expect(
      strengths(
        `${cut}+30m resume with P7:0 sound session expired -> 404 refused\n+10m run mail.send for 8 args d`,
      ),
    ).toEqual(['probable']);
  });

  it('comes after a timeout, a cancel, a 404 or a refusal as well', () => {
    for (const line of [
      'client requests 7 timeout',
      'client requests 7 cancelled',
      'client requests 7 lost',
      'client requests 9 status 404',
      'resume with P7:0 sound session expired -> 503 refused',
    ]) {
      expect(strengths(`${first}+1s ${line}\n+1s run mail.send for 8 args d`)).toEqual(['probable']);
    }
  });

  it('is none with the first result delivered before the second run began', () => {
    const delivered = (line: string) => strengths(`${first}+1s emit P7 #1 result of 7 on k1\n${line}`);
    expect(delivered('+1s detach P7 k1 network\n+1s run mail.send for 8 args d')).toEqual(['possible']);
    expect(delivered('run mail.send for 8 args d')).toEqual(['possible']);
    expect(
      strengths(`${cut}+1s run mail.send for 8 args d\n+1s emit P7 #1 result of 7 on k2 replayed`),
    ).toEqual(['probable']);
  });

  it('goes by the very moment at which the second run began', () => {
    const late = `${cut}+5s emit P7 #1 result of 7 on k2 replayed\n`;
    expect(strengths(`${late}run mail.send for 8 args d`)).toEqual(['probable']);
    expect(strengths(`${late}+1ms run mail.send for 8 args d`)).toEqual(['possible']);
  });

  it('is one with it delivered, after a fabricated resumption', () => {
    expect(
      strengths(`${first}+1s emit P7 #1 result of 7 on k1
      +1s detach P7 k1 network
      +1s resume with P7:1 sound session expired -> 200 new_stream count 0
      +1s run mail.send for 8 args d`),
    ).toEqual(['probable']);
  });

  it('takes no cut of another stream for a reason, where nothing is known of the result', () => {
    const other = `${first}+1s attach G1 get g1\n+1s detach G1 g1 network\n`;
    expect(strengths(`${other}+1s run mail.send for 8 args d`)).toEqual(['possible']);
    expect(strengths(`${other}emit P7 #1 result of 7\n+1s run mail.send for 8 args d`)).toEqual(['probable']);
    expect(strengths(`${first}+1s client requests 3 lost\n+1s run mail.send for 8 args d`)).toEqual([
      'possible',
    ]);
  });

  it('asks for an argument digest, and says so', () => {
    const [found] = doubles(`${OPEN}+1s run pay for 7\n+1s client requests 7 lost\n+1s run pay for 8`);
    expect(found).toMatchObject({
      strength: 'possible',
      sentence: expect.stringContaining('without an argument digest'),
    });
    expect(strengths(`${OPEN}+1s run pay for 7\n+1s run pay for 8`)).toEqual([]);
  });
});

describe('a possible double execution', () => {
  const again = (pause: string) =>
    strengths(`${OPEN}+1s run weather.get for 1 args d\n${pause} run weather.get for 2 args d`);

  it('is the same call within ten minutes and nothing in between', () => {
    expect(again('+40s')).toEqual(['possible']);
    expect(again('+600s')).toEqual(['possible']);
    expect(again('+600001ms')).toEqual([]);
  });

  it('is listed low: agents repeat calls on purpose', () => {
    const found = (hint: string) =>
      doubles(`${OPEN}+1s run x for 1 args d ${hint}\n+1s run x for 2 args d ${hint}`)[0]?.severity;
    expect([found(''), found('read-only'), found('destructive')]).toEqual(['low', 'info', 'medium']);
  });
});

describe('its severity', () => {
  const severity = (hint: string, other = hint) =>
    doubles(`${OPEN}+1s run x for 7 ${hint}\n+1s run x for 7 ${other}`)[0]?.severity;

  it('counts a tool without hints as unsafe, and is lower only for read-only and idempotent ones', () => {
    expect(severity('')).toBe('critical');
    expect(severity('destructive')).toBe('critical');
    expect(severity('destructive=false')).toBe('critical');
    expect(severity('idempotent')).toBe('medium');
    expect(severity('idempotent destructive')).toBe('high');
    expect(severity('read-only')).toBe('low');
  });

  it('goes by the worse of two runs', () => {
    expect(severity('read-only', 'readOnly=false')).toBe('critical');
    expect(severity('', 'read-only')).toBe('low');
  });
});

describe('double dispatch', () => {
  const sentence = (pause: string) =>
    doubles(`${OPEN}+1s run x for 7\n${pause} run x for 7`)[0]?.sentence ?? '';

  it('is less than 100 ms apart', () => {
    expect(sentence('+99ms')).toContain('a double dispatch, no retry');
    expect(sentence('+100ms')).toContain('x ran twice, 100 ms apart');
  });
});

describe('across sessions', () => {
  const elsewhere = (words: string) =>
    related(`
    09:59:00 opens S0 as inc-0
    +1s attach P40 post k1 for 40
    run issue.create for 40 args d lasting 200ms ${words}
    +0.1s detach P40 k1 network`);
  const here = (words: string) => `10:00:00 opens S as inc-1\n+1s run issue.create for 1 args d ${words}`;
  const across = (was: string, is: string) =>
    strengths(here(is), { context: { relatedExecutions: elsewhere(was) } });

  it('is probable for one client, and belongs to the later run', () => {
    const [found] = doubles(here('clientId=cid-7'), {
      context: { relatedExecutions: elsewhere('clientId=cid-7') },
    });
    expect(found).toMatchObject({ strength: 'probable', session: 'S', alsoOn: ['S0'] });
    expect(found?.evidence.map(({ session }) => session)).toEqual(['S', 'S0', 'S0']);
    expect(found?.sentence).toContain('first in session S0');
    const later = related('10:00:09 opens S0 as inc-0\nrun issue.create for 40 args d clientId=cid-7');
    expect(strengths(here('clientId=cid-7'), { context: { relatedExecutions: later } })).toEqual([]);
  });

  it('is possible at most for one address, and nothing for a name or for another client', () => {
    expect(across('clientAddress=a1', 'clientAddress=a1')).toEqual(['possible']);
    expect(across('clientAddress=a1', 'clientAddress=a2')).toEqual([]);
    expect(across('clientName=desk', 'clientName=desk')).toEqual([]);
    expect(across('clientId=cid-7', 'clientId=cid-8')).toEqual([]);
    expect(across('clientId=cid-7 clientAddress=a1', 'clientId=cid-8 clientAddress=a1')).toEqual([]);
    expect(across('', '')).toEqual([]);
  });

  it('is proven by an idempotency key, whoever sends it, unless two known clients do', () => {
    expect(across('idempotencyKey=k', 'idempotencyKey=k')).toEqual(['proven']);
    expect(across('idempotencyKey=k clientId=cid-7', 'idempotencyKey=k clientId=cid-8')).toEqual([]);
  });

  it('takes no trouble of another session of the client for a reason', () => {
    const trouble = related(
      '10:00:02 opens OTHER as x\n+1s run z for 1 clientId=cid-7\nresume with a sound session expired -> 404 refused clientId=cid-7',
    );
    const text = `given clientId=cid-7\n${OPEN}+1s run pay for 1 args d\n+8s run pay for 2 args d`;
    expect(strengths(text, { context: { relatedExecutions: trouble } })).toEqual(['possible']);
  });

  it('joins calls of the sessionless era by their client', () => {
    const first = related(`
      given protocol=2026-07-28 clientId=cid-91
      10:00:03 run pay.send for 5 args d destructive lasting 200ms sessionless [a]
      10:01:00 client requests 5 lost sessionless [b]`);
    const found = doubles(
      `given protocol=2026-07-28 clientId=cid-91
       10:01:04 run pay.send for 6 args d destructive lasting 200ms sessionless`,
      { context: { relatedExecutions: first } },
    );
    expect(found).toMatchObject([{ strength: 'probable', tool: 'pay.send', severity: 'critical' }]);
  });

  it('names the fabricated resumption as the cause, not what the client did once it was misled', () => {
    const { of } = find(`
      10:00:00 node-1 opens S as inc-1
      +1s      attach P7 post k1 for 7
               run order.place for 7 args d1 lasting 1s
      +0.5s    detach P7 k1 network
      +1s      emit P7 #1 result of 7
      +1s      close shutdown
      +1s      opens S as inc-2 adopted
      +1s      resume with P7:0 sound origin post cursor @inc-1 window 0..1 -> 200 replayed first P7:1 at @inc-1 count 1
      +2s      client requests 7 tools/call cancelled
      +0.1s    node-1 run order.place for 9 args d1 as inc-2`);
    const [double] = of('double_execution');
    expect(double?.strength).toBe('probable');
    expect(double?.evidence.find(({ name }) => name === 'disturbance')?.value).toBe('fabricated');
    expect(double?.sentence).toContain('a resumption was fabricated');
  });
});
