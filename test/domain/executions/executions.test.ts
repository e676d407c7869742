import { describe, expect, it } from 'vitest';
import { executionsOf } from '#domain/executions/executions.ts';
import { moment, story } from '#test/support/story.ts';

const runs = (text: string) => executionsOf(story(text));

describe('spans of one call', () => {
  it('are one execution when one is the ancestor of the other', () => {
    const [run, ...others] = runs(`
      10:00:00 run gh__pay for 7 lasting 2s traceId=t spanId=g service=gateway [outer]
      +0.1s run pay for 7 args d1 destructive lasting 1s traceId=t spanId=s parentSpanId=g [inner]
    `);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      tool: 'pay',
      argumentsDigest: 'd1',
      destructive: true,
      service: 'gateway',
      facts: ['inner', 'outer'],
      at: moment('10:00:00'),
      end: moment('10:00:02'),
    });
  });

  it('are one execution through a span in between that is another kind of fact', () => {
    expect(
      runs(`
      10:00:00 run pay for 7 lasting 2s traceId=t spanId=g scope=gateway
      +0.1s client requests 7 traceId=t spanId=c parentSpanId=g
      +0.1s run pay for 7 lasting 1s traceId=t spanId=s parentSpanId=c scope=sdk`),
    ).toHaveLength(1);
  });

  it('are one execution when they overlap and come from another scope or service', () => {
    const text = (scope: string): string => `
      10:00:00 run pay for 7 lasting 1s traceId=t spanId=a scope=sdk
      +1s run pay for 7 lasting 1s traceId=t spanId=b scope=${scope}`;
    expect(runs(text('gateway'))).toHaveLength(1);
    expect(runs(text('sdk'))).toHaveLength(2);
  });

  it('are two when they come one after the other, or under other request ids, or in other traces', () => {
    const second = (words: string) =>
      runs(`
      10:00:00 run pay for 7 lasting 1s traceId=t spanId=a scope=sdk
      ${words}`);
    expect(second('+1001ms run pay for 7 lasting 1s traceId=t spanId=b scope=gateway')).toHaveLength(2);
    expect(second('+0.5s run pay for "7" lasting 1s traceId=t spanId=b scope=gateway')).toHaveLength(2);
    expect(second('+0.5s run pay for 7 lasting 1s traceId=u spanId=b scope=gateway')).toHaveLength(2);
  });

  it('are two when a gateway sends one call to its server twice', () => {
    const found = runs(`
      10:00:00 run pay for 7 lasting 9s traceId=t spanId=g scope=gateway
      +1s run pay for 7 lasting 1s traceId=t spanId=a parentSpanId=g scope=server
      +3s run pay for 7 lasting 1s traceId=t spanId=b parentSpanId=g scope=server
      run pay for 7 lasting 0.5s traceId=t spanId=c parentSpanId=b scope=sdk`);
    expect(found.map(({ facts }) => facts)).toEqual([
      ['L1', 'L2'],
      ['L3', 'L4'],
    ]);
  });

  it('are one when an inner layer knows no request id or a random one, and the tool is the same', () => {
    const inner = (words: string) =>
      runs(`
      10:00:00 run pay for 7 lasting 2s traceId=t spanId=g scope=gateway
      +0.1s run ${words} lasting 1s traceId=t spanId=s parentSpanId=g scope=sdk`);
    expect(inner('pay')).toHaveLength(1);
    expect(inner('pay for x81 low-trust')).toMatchObject([{ requestId: '7', requestIdLowTrust: false }]);
    expect(inner('read')).toHaveLength(2);
  });

  it('keep a call that was answered from a stored outcome, marked', () => {
    expect(runs('10:00:00 run pay for 1 key k deduplicated')).toMatchObject([{ deduplicated: true }]);
  });
});

describe('the delivery of a result', () => {
  const CALL = `
    10:00:00 opens S as inc-1
    +1s attach P7 post k1 for 7
    run pay for 7 args d1 lasting 1s`;
  const delivered = (text: string) => runs(CALL + text)[0]?.deliveredAt;

  it('is the write to a live connection', () => {
    expect(delivered('\n+1s emit P7 #1 result of 7 on k1')).toBe(moment('10:00:02'));
  });

  it('is none while the result is only kept, or was written to a connection that had ended', () => {
    expect(delivered('\n+1s emit P7 #1 result of 7')).toBeUndefined();
    expect(delivered('\n+0.5s detach P7 k1 network\n+0.5s emit P7 #1 result of 7 on k1')).toBeUndefined();
  });

  it('is the reception where the client reports it, whatever the server wrote', () => {
    expect(delivered('\n+1s emit P7 #1 result of 7 on k1\n+0.2s receive P7 #1 result of 7')).toBe(
      moment('10:00:02.2'),
    );
  });

  it('is none when the client lost or gave up the request after the write', () => {
    const write = '\n+1s emit P7 #1 result of 7 on k1';
    expect(delivered(`${write}\n+0.1s client requests 7 lost`)).toBeUndefined();
    expect(delivered(`${write}\n+0.1s client requests 7 timeout`)).toBeUndefined();
    expect(delivered(`${write}\n+0.1s client requests "7" lost`)).toBe(moment('10:00:02'));
    expect(delivered('\n+1s client requests 7 result')).toBe(moment('10:00:02'));
  });

  it('is none when the client comes back with a cursor before it, until a replay brings it', () => {
    const cut = `
      emit P7 #0 priming on k1
      +1s emit P7 #1 result of 7 on k1
      +1s detach P7 k1 network`;
    expect(delivered(`${cut}\n+1s resume with P7:0 sound -> 404 refused`)).toBeUndefined();
    expect(delivered(`${cut}\n+1s resume with P7:1 sound -> 404 refused`)).toBe(moment('10:00:02'));
    expect(delivered(`${cut}\n+1s resume with P7:0 sound -> 200 replayed first P7:1 count 1`)).toBe(
      moment('10:00:04'),
    );
    expect(delivered(`${cut}\n+1s resume with P7:0 sound -> 200 replayed count 0`)).toBeUndefined();
  });

  it('goes by the client where two observers differ on what was replayed', () => {
    const cut = `
      emit P7 #0 priming on k1
      +1s detach P7 k1 network
      +1s emit P7 #1 result of 7
      +1s resume with P7:0 sound traceId=r -> 200 replayed first P7:1 count 1
      `;
    expect(delivered(cut)).toBe(moment('10:00:04'));
    expect(delivered(`${cut}client resume with P7:0 traceId=r -> 200 count 0`)).toBeUndefined();
  });

  it('is not that of another incarnation or request', () => {
    expect(delivered('\n+1s emit P7 #1 result of 7 on k1 as inc-2')).toBeUndefined();
    expect(delivered('\n+1s emit P8 #1 result of 8 on k1')).toBeUndefined();
  });

  it('goes to runs of one request id in their order', () => {
    const found = runs(`${CALL}
      +4ms run pay for 7 args d1 lasting 1s
      +1s emit P7 #1 result of 7 on k1
      +1s emit P7 #2 result of 7 on k1`);
    expect(found.map(({ deliveredAt }) => deliveredAt)).toEqual([
      moment('10:00:02.004'),
      moment('10:00:03.004'),
    ]);
  });
});
