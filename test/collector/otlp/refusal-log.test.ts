import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusalLog } from '#collector/otlp/refusal-log.ts';
import { JSON_TYPE, send, startServer } from './test-server.ts';

const TYPE = { status: 415, reason: 'Content-Type must be known', signal: 'traces' };

describe('the log of what was refused', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function refusals() {
    const lines: string[] = [];
    const never = (): void => expect.unreachable();
    const log = new RefusalLog({
      info: never,
      error: never,
      warn: (_data, message) => void lines.push(message),
    });
    return { log, lines };
  }

  it('tells of one at once with its status and reason, and of its repeats once a minute with their count', () => {
    const { log, lines } = refusals();
    for (let second = 0; second < 90; second += 1) {
      log.tell(TYPE);
      vi.advanceTimersByTime(1_000);
    }
    expect(lines).toEqual([
      'an export was refused (415): Content-Type must be known',
      '59 more exports were refused (415): Content-Type must be known',
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2)).toEqual(['30 more exports were refused (415): Content-Type must be known']);
  });

  it('tells of another reason, status or signal at once', () => {
    const { log, lines } = refusals();
    for (const refusal of [
      TYPE,
      { ...TYPE, signal: 'logs' },
      { ...TYPE, reason: 'x' },
      { ...TYPE, status: 400 },
    ])
      log.tell(refusal);
    expect(lines).toHaveLength(4);
  });

  it('tells at once again after a quiet minute', () => {
    const { log, lines } = refusals();
    log.tell(TYPE);
    vi.advanceTimersByTime(60_000);
    log.tell(TYPE);
    expect(lines).toEqual([lines[0], lines[0]]);
  });

  it('tells what it has kept back when the receiver stops, and holds no process', () => {
    const { log, lines } = refusals();
    log.tell(TYPE);
    log.tell(TYPE);
    log.close();
    expect(lines[1]).toBe('1 more export was refused (415): Content-Type must be known');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what the receiver logs of a refusal', () => {
  const SECRET = 'session-0123456789abcdef';

  it('is why, and nothing of what was sent', async () => {
    const server = await startServer({ limits: { maxBodyBytes: 100, maxInFlightBytes: 400 } });
    const posts = [
      { headers: { 'content-type': `text/${SECRET}` }, body: SECRET },
      { headers: { ...JSON_TYPE, 'content-encoding': SECRET }, body: SECRET },
      { headers: JSON_TYPE, body: `{"resourceSpans":"${SECRET}"}` },
      { headers: JSON_TYPE, body: `{"${SECRET}` },
      { headers: JSON_TYPE, body: SECRET.repeat(10) },
      { headers: { ...JSON_TYPE, origin: `https://${SECRET}.example` }, body: '{}' },
      { headers: { ...JSON_TYPE, host: SECRET }, body: '{}' },
      { headers: JSON_TYPE, path: '/', body: '{}' },
      { headers: JSON_TYPE, path: `/${SECRET}`, body: '{}' },
    ];
    for (const post of posts) await send(server, post);
    await send(server, { method: 'GET' });
    await server.server.close();
    const messages = [
      'an export was refused (415): Content-Type must be application/x-protobuf or application/json',
      'an export was refused (400): Content-Encoding must be one of identity, gzip, deflate',
      'an export was refused (400): the body is no OTLP request in json',
      'an export was refused (413): the body is larger than 100 bytes; send smaller batches, or raise SEAMARK_MAX_BODY_MIB',
      'an export was refused (403): this origin may not send; SEAMARK_CORS_ORIGINS names those that may',
      'an export was refused (403): the Host header must name this machine, as localhost or 127.0.0.1 do',
      'an export was refused (405): POST traces to /v1/traces, logs to /v1/logs',
      'an export was refused (404): POST traces to /v1/traces, logs to /v1/logs',
      '1 more export was refused (400): the body is no OTLP request in json',
    ];
    expect(server.logged).toEqual(messages.map((message) => expect.objectContaining({ message })));
    expect(JSON.stringify(server.logged)).not.toContain(SECRET);
  });
});

describe('an exporter whose address lacks the path', () => {
  it.each(['/', '/v1/trace', '/v1'])('that posts to %s is told where to post', async (path) => {
    const reply = await send(await startServer(), { path, headers: JSON_TYPE, body: '{}' });
    expect([404, 405]).toContain(reply.status);
    expect(reply.headers['content-type']).toContain('text/plain');
    expect(reply.body.toString()).toMatch(/^POST traces to \/v1\/traces, logs to \/v1\/logs\.\n/);
  });
});
