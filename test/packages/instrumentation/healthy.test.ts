import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adoptAndServe } from '../servers/faults.ts';
import { judged } from '../servers/judged.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { SseBody } from '../servers/raw-client.ts';
import { pause, type Scene, startScene } from '../servers/scene.ts';
import { SpanCollection, until } from '../servers/spans.ts';

let scene: Scene | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await scene?.close();
  scene = undefined;
});

function sound(): OrderedEventStore {
  return new OrderedEventStore({ incarnation: () => 'inc1' });
}

describe('a sound server', () => {
  it('resumes a POST stream, and every fact that proves it is reported', async () => {
    const store = sound();
    scene = await startScene({ store: () => store, seamark: { incarnation: () => 'inc1' } });
    const client = scene.client();
    const session = await client.initialize();
    const [, first] = await new SseBody(await client.call('report', { steps: 4, ms: 60 }, 7)).take(2);
    scene.proxy.cut();
    await pause(150);
    const resumed = new SseBody(await client.get(first?.id));
    expect((await resumed.take(4)).map((event) => event.id?.split('.')[2])).toEqual(['2', '3', '4', '5']);
    const { spans, server } = scene;
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({
      'seamark.session.state': 'live',
      'seamark.session.incarnation': 'inc1',
      'seamark.session.echo': 'same',
      'seamark.cursor.state': 'resolved',
      'seamark.cursor.session': 'same',
      'seamark.cursor.incarnation': 'inc1',
      'seamark.cursor.origin': 'post',
      'seamark.cursor.ordinal': 1,
      'seamark.stream.request_id': '7',
      'seamark.stream.floor': 0,
      'seamark.event.namespacing': 'stream',
      'seamark.predecessor.state': 'closed',
      'http.response.status_code': 200,
      'seamark.resumption.outcome': 'replayed',
      'seamark.resumption.marker': 'none',
      'seamark.first.ordinal': 2,
      'seamark.first.incarnation': 'inc1',
      'seamark.replay.state': 'complete',
    });
    // How far the tool has come by then is up to the machine; that the figures fit is not.
    expect(attempt['seamark.stream.high_water']).toBeGreaterThanOrEqual(2);
    expect(attempt['seamark.replayed.count']).toBe(Number(attempt['seamark.stream.high_water']) - 1);
    server.seamark.flush();
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([
      { verdict: 'continuous', reasons: [], session: 'live', delivery: 'clean' },
    ]);
    expect(answer.findings).toEqual([]);
  });

  it('keeps the official client whole across a cut, and is judged continuous', async () => {
    const store = sound();
    scene = await startScene({ store: () => store, seamark: { incarnation: () => 'inc1' } });
    const { proxy, spans, server } = scene;
    const client = new Client({ name: 'official', version: '9.9.9' });
    const steps: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      steps.push(params.data);
    });
    const transport = new StreamableHTTPClientTransport(new URL(proxy.url));
    await client.connect(transport);
    const session = transport.sessionId ?? '';
    const call = client.callTool({ name: 'report', arguments: { steps: 6, ms: 50 } });
    await until(() => steps.length === 2);
    proxy.cut();
    expect(await call).toMatchObject({ content: [{ text: 'done' }] });
    expect(steps).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5', 'step 6']);
    await client.close();
    await until(() => spans.attempts.length >= 1);
    server.seamark.flush();
    const answer = await judged(spans.spans, session);
    expect(answer.attempts.length).toBeGreaterThan(0);
    for (const attempt of answer.attempts)
      expect(['continuous', 'not_applicable']).toContain(attempt.verdict);
    expect(answer.attempts.map((attempt) => attempt.verdict)).toContain('continuous');
    expect(answer.findings).toEqual([]);
    expect(spans.named('seamark.session.open')[0]?.attributes).toMatchObject({
      'mcp.client.name': 'official',
      'mcp.client.version': '9.9.9',
      'mcp.protocol.version': '2025-11-25',
      'seamark.session.origin': 'initialized',
    });
  });

  it('resumes a standalone stream without a gap, events of the cut included', async () => {
    const store = sound();
    scene = await startScene({ store: () => store, seamark: { incarnation: () => 'inc1' } });
    const { proxy, spans, server } = scene;
    const client = scene.client();
    const session = await client.initialize();
    const stream = new SseBody(await client.get());
    await server.notify(session, 'one');
    const one = await stream.next();
    proxy.cut();
    await until(() => spans.named('seamark.stream.detach').length >= 2);
    await server.notify(session, 'two');
    await server.notify(session, 'three');
    const resumed = new SseBody(await client.get(one?.id));
    await resumed.take(2);
    await server.notify(session, 'four');
    await resumed.take(1);
    await until(() => spans.attempts[0]);
    server.seamark.flush();
    const retained = spans.emissions.filter((event) => event['seamark.connection.id'] === undefined);
    expect(retained.map((event) => event['seamark.event.ordinal'])).toEqual([2, 3]);
    const replayed = spans.emissions.filter((event) => event['seamark.event.replayed'] === 'true');
    expect(replayed.map((event) => event['seamark.event.ordinal'])).toEqual([2, 3]);
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'continuous', reasons: [], delivery: 'clean' }]);
    expect(answer.findings).toEqual([]);
  });

  it('takes over from a predecessor that the server had not noticed to be gone', async () => {
    const store = sound();
    Reflect.set(store, 'getStreamIdForEventId', undefined);
    scene = await startScene({ store: () => store, seamark: { incarnation: () => 'inc1' } });
    const { proxy, spans, server } = scene;
    const client = scene.client();
    const session = await client.initialize();
    const stream = new SseBody(await client.get());
    await server.notify(session, 'one');
    const one = await stream.next();
    proxy.orphan();
    await pause(30);
    const resumed = new SseBody(await client.get(one?.id));
    await until(() => spans.attempts[0]);
    await server.notify(session, 'two');
    await resumed.take(1);
    server.seamark.flush();
    expect(spans.attempts[0]).toMatchObject({ 'seamark.predecessor.state': 'closed' });
    const replaced = spans
      .named('seamark.stream.detach')
      .find((fact) => fact.attributes['seamark.stream.detach_reason'] === 'replaced');
    expect(replaced).toBeDefined();
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'continuous', reasons: [] }]);
    expect(answer.findings).toEqual([]);
  });
});

describe('a session that moves to another node whole', () => {
  it('is continuous there, from the incarnation and the log that both nodes share', async () => {
    const first = new SpanCollection('node-1');
    const second = new SpanCollection('node-2');
    const log = new OrderedEventStore({ incarnation: () => 'inc1' });
    const shared = { incarnation: () => 'inc1', eventIds: 'incarnation.stream.ordinal' as const };
    scene = await startScene({ store: () => log, seamark: shared }, first);
    const client = scene.client();
    const session = await client.initialize();
    const [, one] = await new SseBody(await client.call('report', { steps: 3, ms: 40 }, 5)).take(2);
    scene.proxy.cut();
    await until(() => first.emissions.length >= 0 && first.named('tools/call report').length === 1);
    await pause(30);
    scene.server.seamark.flush();
    const other = await startScene(
      {
        store: () => log.on({ incarnation: () => 'inc1' }),
        seamark: { ...shared, origin: () => 'restored' },
        onUnknownSession: adoptAndServe,
      },
      second,
    );
    const moved = other.client();
    moved.sessionId = session;
    await new SseBody(await moved.get(one?.id)).take(3);
    const attempt = await until(() => second.attempts[0]);
    other.server.seamark.flush();
    await other.close();
    expect(attempt).toMatchObject({
      'seamark.session.incarnation': 'inc1',
      'seamark.cursor.incarnation': 'inc1',
      'seamark.cursor.ordinal': 1,
      'seamark.stream.floor': 0,
      'seamark.stream.high_water': 4,
      'seamark.first.ordinal': 2,
      'seamark.replayed.count': 3,
    });
    expect(second.named('seamark.session.open')[0]?.attributes['seamark.session.origin']).toBe('restored');
    const spans = [...first.spans, ...second.spans.filter((span) => span.name !== 'seamark.session.close')];
    const answer = await judged(spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'continuous', reasons: [], session: 'live' }]);
    expect(answer.findings).toEqual([]);
  });
});
