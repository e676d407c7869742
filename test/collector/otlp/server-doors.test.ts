import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { heartbeat, JSON_TYPE, send, startServer } from './test-server.ts';

const BODY = () => JSON.stringify(heartbeat());

describe('who may send', () => {
  it.each([
    'localhost',
    'localhost:4318',
    'seamark.localhost',
    '127.0.0.1:1',
    '127.8.9.1',
    '[::1]:4318',
    'LOCALHOST',
  ])('a Host of %s is this machine', async (host) => {
    expect((await send(await startServer(), { headers: { ...JSON_TYPE, host }, body: BODY() })).status).toBe(
      200,
    );
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5', '[::2]'])(
    'a Host of %s is refused everywhere',
    async (host) => {
      const server = await startServer();
      const replies = [
        await send(server, { headers: { ...JSON_TYPE, host }, body: BODY() }),
        await send(server, { method: 'GET', path: '/metrics', headers: { host } }),
      ];
      expect(replies.map((reply) => reply.status)).toEqual([403, 403]);
      expect(server.facts).toEqual([]);
    },
  );

  it('pages may send from configured origins only', async () => {
    const server = await startServer({ cors: ['https://app.example'] });
    const from = (origin: string) => ({ ...JSON_TYPE, origin });
    const good = await send(server, { headers: from('https://app.example'), body: BODY() });
    expect([good.status, good.headers['access-control-allow-origin'], good.headers.vary]).toEqual([
      200,
      'https://app.example',
      'Origin',
    ]);
    expect((await send(server, { headers: from('https://other.example'), body: BODY() })).status).toBe(403);
    expect((await send(server, { headers: from('null'), body: BODY() })).status).toBe(403);
    expect(server.facts).toHaveLength(1);
  });

  it('a page may ask first', async () => {
    const server = await startServer({ cors: ['https://app.example'] });
    const reply = await send(server, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-headers': 'content-type,x-own' },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,x-own',
    });
    const other = await send(server, { method: 'OPTIONS', headers: { origin: 'https://other.example' } });
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });
});

describe('the other addresses', () => {
  it('tell what this is, how it is, and its figures', async () => {
    const server = await startServer({ webUrl: 'http://localhost:4300' });
    const get = (path: string) => send(server, { method: 'GET', path });
    const about = (await get('/')).body.toString();
    expect(about).toContain('POST /v1/traces');
    expect(about).toContain('http://localhost:4300');
    expect((await get('/healthz')).body.toString()).toBe('ok\n');
    expect(JSON.parse((await get('/readyz')).body.toString())).toEqual({
      ready: true,
      database: 'reachable',
    });
    expect((await get('/metrics')).body.toString()).toBe('seamark_up 1\n');
    expect((await get('/v1/profiles')).status).toBe(404);
    expect((await send(server, { path: '/healthz' })).status).toBe(405);
  });

  it('say when it is not ready, or when asking fails', async () => {
    const metrics = async () => ({ contentType: 'text/plain', body: '' });
    const away = await startServer({
      health: { metrics, ready: async () => ({ ok: false, detail: { database: 'away' } }) },
    });
    expect((await send(away, { method: 'GET', path: '/readyz' })).status).toBe(503);
    const broken = await startServer({
      health: { metrics, ready: () => Promise.reject(new Error('broken')) },
    });
    expect((await send(broken, { method: 'GET', path: '/readyz' })).status).toBe(503);
  });
});

describe('connections', () => {
  it('are kept for 65 seconds', async () => {
    const reply = await send(await startServer(), { headers: JSON_TYPE, body: BODY() });
    expect(reply.headers['keep-alive']).toBe('timeout=65');
  });

  it('that break off while sending leave nothing behind', async () => {
    const server = await startServer({ limits: { maxBodyBytes: 5000, maxInFlightBytes: 5000 } });
    for (let i = 0; i < 5; i += 1) {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          socket.write(
            `POST /v1/traces HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n${' '.repeat(3000)}`,
          );
          setTimeout(() => socket.destroy(), 20);
        });
        socket.on('close', () => resolve());
      });
    }
    const reply = await send(server, { headers: JSON_TYPE, body: `${BODY()}${' '.repeat(4000)}` });
    expect(reply.status).toBe(200);
  });

  it('are finished before the server has closed', async () => {
    const server = await startServer({
      store: async (facts) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { ok: true, stored: facts.length, repeated: 0 };
      },
    });
    const pending = send(server, { headers: JSON_TYPE, body: BODY() });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const began = performance.now();
    await server.server.close();
    expect((await pending).status).toBe(200);
    // A client that keeps its connection must not keep the server: Node's own would do so for 5 seconds.
    expect(performance.now() - began).toBeLessThan(3000);
    await expect(send(server, { headers: JSON_TYPE, body: BODY() })).rejects.toThrow('ECONNREFUSED');
  });

  it('to a port in use are refused with the error of the system', async () => {
    const first = await startServer();
    await expect(startServer({ port: first.port })).rejects.toThrow('EADDRINUSE');
  });
});
