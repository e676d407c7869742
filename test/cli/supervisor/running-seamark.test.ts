import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { checkPorts } from '#cli/supervisor/ports.ts';
import { seamarkAt } from '#cli/supervisor/running-seamark.ts';
import { startServer } from '#test/collector/otlp/test-server.ts';
import { callApi, pointWebAt } from '#test/support/api.ts';

const servers: Server[] = [];
let restore: (() => Promise<void>) | undefined;

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await restore?.();
  restore = undefined;
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The real handler of the API, of a Seamark whose database is away. */
function servePages(): Promise<number> {
  restore = pointWebAt({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    secretKey: 'a secret key for tests',
  });
  return serve(async (req, res) => {
    if (req.url !== '/api/v1/health') return void res.writeHead(200).end('<!doctype html>');
    const { status, body } = await callApi('/api/v1/health');
    res.writeHead(status).end(JSON.stringify(body));
  });
}

test('the pages of a running Seamark are known by their health, and the start says to open them', async () => {
  const port = await servePages();
  expect(await seamarkAt('127.0.0.1', port)).toBe(`http://127.0.0.1:${port}`);
  const wanted = [{ port, wantedBy: 'the web pages', setting: 'SEAMARK_WEB_PORT' }];
  await expect(checkPorts('127.0.0.1', wanted)).rejects.toMatchObject({
    code: 'SMK-121',
    message: expect.stringContaining(`Seamark runs already: open http://127.0.0.1:${port}`),
  });
});

test('its receiver is known by its first page, which names the pages', async () => {
  const { port } = await startServer({ webUrl: 'http://127.0.0.1:5300' });
  expect(await seamarkAt('127.0.0.1', port)).toBe('http://127.0.0.1:5300');
});

test.each<[string, RequestListener]>([
  ['another page', (_req, res) => void res.end('<h1>Seamark</h1> is shown at http://evil.example')],
  ['other JSON', (_req, res) => void res.end('{"status":"ok","version":"1"}')],
  ['a redirection', (_req, res) => void res.writeHead(302, { location: 'http://127.0.0.1:4300/' }).end()],
  ['silence', () => {}],
])('whoever answers with %s is another program', async (_what, listener) => {
  const port = await serve(listener);
  expect(await seamarkAt('127.0.0.1', port)).toBeNull();
  const wanted = [{ port, wantedBy: 'the web pages', setting: 'SEAMARK_WEB_PORT' }];
  await expect(checkPorts('127.0.0.1', wanted)).rejects.toThrow('in use by another program');
});
