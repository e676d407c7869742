import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { instrumentMcp } from '@seamark/instrumentation-mcp';
import { afterEach, describe, expect, it } from 'vitest';
import { judged } from '../servers/judged.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { RawClient, SseBody } from '../servers/raw-client.ts';
import { pause, type Scene, startScene } from '../servers/scene.ts';
import { SpanCollection, until } from '../servers/spans.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function scenario(...args: Parameters<typeof startScene>): Promise<Scene> {
  const scene = await startScene(...args);
  closers.push(() => scene.close());
  return scene;
}

const GONE = '1b671a64-40d5-491e-99b0-da01ff1f3341';

describe('what the application answers itself', () => {
  it('reports the 404 for a session that this process never had', async () => {
    const { spans, client: newClient, server } = await scenario();
    const client = newClient();
    client.sessionId = GONE;
    const response = await client.get('x-1');
    expect(response.status).toBe(404);
    await response.text();
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({
      'mcp.session.id': GONE,
      'seamark.session.state': 'missing',
      'http.response.status_code': 404,
      'seamark.response.kind': 'json',
      'seamark.error.code': '-32001',
      'seamark.resumption.outcome': 'refused',
    });
    server.seamark.flush();
    const answer = await judged(spans.spans, GONE);
    expect(answer.attempts).toMatchObject([{ verdict: 'refused', session: 'gone' }]);
  });

  it("attests the application's word on a session whose transport has served nothing yet", async () => {
    const {
      spans,
      client: newClient,
      server,
    } = await scenario({
      seamark: {
        sessionState: () => 'live',
        incarnation: () => 'inc2',
        eventIds: 'incarnation.stream.ordinal',
      },
      onUnknownSession: (_server, _req, res) => {
        const error = { code: -32001, message: 'Began anew', data: { code: 'incarnation_mismatch' } };
        res.status(410).json({ jsonrpc: '2.0', error, id: null });
      },
    });
    const client = newClient();
    client.sessionId = GONE;
    await (await client.get('inc1.P7.3')).text();
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({
      'seamark.session.state': 'live',
      'seamark.session.incarnation': 'inc2',
      'seamark.cursor.incarnation': 'inc1',
      'seamark.error.code': 'incarnation_mismatch',
    });
    server.seamark.flush();
    const answer = await judged(spans.spans, GONE);
    expect(answer.attempts).toMatchObject([{ verdict: 'refused', session: 'other_incarnation' }]);
    expect(answer.attempts[0]?.reasons).toEqual(['dead_incarnation']);
  });

  it("reports the 400 of the SDK's own examples, which is the wrong status", async () => {
    const { spans, client: newClient } = await scenario({
      onUnknownSession: (_server, _req, res) => {
        const error = { code: -32000, message: 'Bad Request: No valid session ID provided' };
        res.status(400).json({ jsonrpc: '2.0', error, id: null });
      },
    });
    const client = newClient();
    client.sessionId = GONE;
    await (await client.get('x-1')).text();
    await until(() => spans.attempts[0]);
    const answer = await judged(spans.spans, GONE);
    expect(answer.attempts).toMatchObject([{ verdict: 'misrefused' }]);
    expect(answer.attempts[0]?.reasons[0]).toBe('wrong_status');
  });

  it('says nothing of a session that only an earlier layer has refused', async () => {
    const { spans, client: newClient } = await scenario({
      onUnknownSession: (_server, _req, res) => {
        res.status(401).json({ error: 'unauthorized' });
      },
    });
    const client = newClient();
    client.sessionId = GONE;
    await (await client.get('x-1')).text();
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).not.toHaveProperty('seamark.session.state');
    expect(attempt['seamark.error.code']).toBe('unauthorized');
  });

  it('reports a call that was refused, with its request id', async () => {
    const { spans, client: newClient } = await scenario();
    const client = newClient();
    client.sessionId = GONE;
    await (await client.call('order_create', { item: 'x' }, 'seven')).text();
    await until(() => spans.named('seamark.request')[0]);
    expect(spans.named('seamark.request')[0]?.attributes).toMatchObject({
      'mcp.session.id': GONE,
      'jsonrpc.request.id': '"seven"',
      'mcp.method.name': 'tools/call',
      'seamark.request.outcome': 'error',
      'http.response.status_code': 404,
    });
  });

  it('reports a deleted session, and a reconnect after it as one to a session that is gone', async () => {
    const { spans, client: newClient } = await scenario({
      store: () => new OrderedEventStore({ incarnation: () => 'inc1' }),
    });
    const client = newClient();
    await client.initialize();
    await (await client.delete()).text();
    await until(() => spans.named('seamark.session.close')[0]);
    expect(spans.named('seamark.session.close')[0]?.attributes['seamark.session.close_reason']).toBe(
      'deleted',
    );
    await (await client.get()).text();
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({ 'seamark.session.state': 'missing', 'seamark.cursor.state': 'absent' });
  });

  it("reports the transport's own refusal of a second standalone stream", async () => {
    const {
      spans,
      client: newClient,
      server,
      proxy,
    } = await scenario({
      store: () => new OrderedEventStore({ incarnation: () => 'inc1' }),
    });
    const client = newClient();
    const session = await client.initialize();
    const stream = new SseBody(await client.get());
    await server.notify(session, 'one');
    await stream.next();
    proxy.orphan();
    await pause(30);
    expect((await client.get()).status).toBe(409);
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({ 'seamark.cursor.state': 'absent', 'http.response.status_code': 409 });
    server.seamark.flush();
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'refused' }]);
  });

  it('is not blinded by a middleware that compresses, between the route and the transport', async () => {
    const {
      spans,
      client: newClient,
      server,
    } = await scenario({
      store: () => new OrderedEventStore({ incarnation: () => 'inc1' }),
    });
    server.beforeEach((_req, res) => {
      const write = res.write.bind(res);
      res.write = (chunk: unknown) => write(Buffer.from(String(chunk)).toString('base64'));
    });
    const client = newClient();
    const response = await client.post({
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    });
    await response.text();
    await until(() => spans.named('seamark.stream.detach')[0]);
    server.seamark.flush();
    expect(spans.emissions.map((event) => event['seamark.event.kind'])).toEqual(['priming', 'result']);
    expect(spans.emissions.every((event) => event['seamark.connection.id'] !== undefined)).toBe(true);
  });
});

describe('without a watched route', () => {
  it('still reports everything that the transport answers', async () => {
    const store = new OrderedEventStore({ incarnation: () => 'inc1' });
    const { spans, client: newClient, server } = await scenario({ store: () => store, watchRoute: false });
    const client = newClient();
    const session = await client.initialize();
    const stream = new SseBody(await client.get());
    await server.notify(session, 'one');
    const one = await stream.next();
    await stream.cancel();
    await until(() => spans.named('seamark.stream.detach').length >= 2);
    await client.get(one?.id);
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({ 'seamark.session.state': 'live', 'seamark.replayed.count': 0 });
  });

  it("works with Node's own http", async () => {
    class Transport extends StreamableHTTPServerTransport {}
    const spans = new SpanCollection();
    const seamark = instrumentMcp(Transport, { tracerProvider: spans.provider, heartbeatMs: 0 });
    const transport = new Transport({ sessionIdGenerator: () => GONE });
    await new McpServer({ name: 'plain', version: '1' }).connect(transport);
    const http = createServer(seamark.route((req, res) => transport.handleRequest(req, res)));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      seamark.uninstrument();
      http.closeAllConnections();
      http.close();
    });
    const address = http.address();
    const client = new RawClient(
      `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`,
    );
    expect(await client.initialize()).toBe(GONE);
    await until(() => spans.named('seamark.stream.detach')[0]);
    seamark.flush();
    expect(spans.emissions).toMatchObject([{ 'seamark.event.kind': 'result', 'jsonrpc.request.id': '0' }]);
  });
});

describe('the web-standard transport', () => {
  it.each([true, false])('is watched through Request and Response (route wrapped: %s)', async (wrapped) => {
    class Transport extends WebStandardStreamableHTTPServerTransport {}
    const spans = new SpanCollection();
    const seamark = instrumentMcp(Transport, {
      tracerProvider: spans.provider,
      heartbeatMs: 0,
      incarnation: () => 'inc1',
    });
    closers.push(async () => seamark.uninstrument());
    const store = new OrderedEventStore({ incarnation: () => 'inc1' });
    const transport = new Transport({ sessionIdGenerator: () => GONE, eventStore: store });
    const server = new McpServer({ name: 'web', version: '1' }, { capabilities: { logging: {} } });
    await server.connect(transport);
    const serve = (request: Request): Promise<Response> => transport.handleRequest(request);
    const handle = wrapped ? seamark.fetch(serve) : serve;
    const request = (init: RequestInit, extra: Record<string, string> = {}): Promise<Response> =>
      handle(
        new Request('http://localhost/mcp', {
          ...init,
          headers: {
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-protocol-version': '2025-11-25',
            ...extra,
          },
        }),
      );
    const session = { 'mcp-session-id': GONE };
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'w', version: '2' },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    await new SseBody(await request({ method: 'POST', body })).rest();
    const stream = new SseBody(await request({ method: 'GET' }, session));
    await server.server.sendLoggingMessage({ level: 'info', data: 'one' });
    const one = await stream.next();
    await stream.cancel();
    await server.server.sendLoggingMessage({ level: 'info', data: 'two' });
    const resumed = new SseBody(
      await request({ method: 'GET' }, { ...session, 'last-event-id': one?.id ?? '' }),
    );
    await resumed.next();
    await until(() => spans.attempts[0]);
    seamark.flush();
    const answer = await judged(spans.spans, GONE);
    expect(answer.attempts).toMatchObject([{ verdict: 'continuous', reasons: [], delivery: 'clean' }]);
    await resumed.cancel();
  });
});
