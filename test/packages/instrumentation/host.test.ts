import { readFileSync } from 'node:fs';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { instrumentMcp, VERSION } from '@seamark/instrumentation-mcp';
import { afterEach, expect, it } from 'vitest';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { SseBody } from '../servers/raw-client.ts';
import { type Scene, startScene } from '../servers/scene.ts';
import { SpanCollection, until } from '../servers/spans.ts';

let scene: Scene | undefined;

afterEach(async () => {
  diag.disable();
  await scene?.close();
  scene = undefined;
});

function fails(): never {
  throw new Error('a hook that fails');
}

it('serves its host as if nothing were wrong when every hook throws', async () => {
  const logged: unknown[] = [];
  const log = (...args: unknown[]): void => void logged.push(args);
  diag.setLogger({ error: log, warn: log, info: log, debug: log, verbose: log }, DiagLogLevel.ERROR);
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  Object.assign(store, { seamarkFloor: fails, seamarkResolve: fails, seamarkSubscribe: fails });
  scene = await startScene({
    store: () => store,
    seamark: {
      incarnation: fails,
      origin: fails,
      closeReason: fails,
      sessionState: fails,
      client: fails,
      eventIds: fails,
      sequence: fails,
      token: { streamId: fails },
      classify: fails,
      idempotencyKey: fails,
      hints: fails,
      deduplicated: fails,
    },
  });
  const client = scene.client();
  await client.initialize();
  const [, first] = await new SseBody(await client.call('report', { steps: 2, ms: 30 })).take(2);
  scene.proxy.cut();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const rest = await new SseBody(await client.get(first?.id)).take(2);
  expect(rest.map((event) => event.data)).toEqual([
    expect.stringContaining('step 2'),
    expect.stringContaining('done'),
  ]);
  expect(logged.length).toBeGreaterThan(0);
});

it('serves its host when the tracer itself fails', async () => {
  const spans = new SpanCollection();
  Object.assign(spans.provider, { getTracer: fails });
  scene = await startScene({ store: () => new OrderedEventStore({ incarnation: () => 'inc1' }) }, spans);
  const client = scene.client();
  await client.initialize();
  const events = await new SseBody(await client.call('report', { steps: 1, ms: 1 })).rest();
  expect(events.at(-1)?.data).toContain('done');
});

it('works without any tracer provider', async () => {
  scene = await startScene({ seamark: { tracerProvider: undefined, warnWithoutTracer: false } });
  const client = scene.client();
  await client.initialize();
  const events = await new SseBody(await client.call('report', { steps: 1, ms: 1 })).rest();
  expect(events.at(-1)?.data).toContain('done');
});

it('restores exactly what it patched', async () => {
  const own = Object.getOwnPropertyDescriptor(StreamableHTTPServerTransport.prototype, 'handleRequest');
  const direct = instrumentMcp(StreamableHTTPServerTransport, { heartbeatMs: 0 });
  expect(
    Object.getOwnPropertyDescriptor(StreamableHTTPServerTransport.prototype, 'handleRequest'),
  ).not.toEqual(own);
  direct.uninstrument();
  expect(Object.getOwnPropertyDescriptor(StreamableHTTPServerTransport.prototype, 'handleRequest')).toEqual(
    own,
  );

  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  scene = await startScene({ store: () => store });
  const { server, spans } = scene;
  const client = scene.client();
  const session = await client.initialize();
  const transport = server.sessions.get(session)?.transport;
  const inner: unknown = Reflect.get(transport ?? {}, '_webStandardTransport');
  if (typeof inner !== 'object' || inner === null) throw new Error('another SDK');
  const watched = { keys: Object.keys(inner), onmessage: Reflect.get(inner, 'onmessage') };
  expect(watched.keys).toEqual(expect.arrayContaining(['send', 'close']));
  server.seamark.uninstrument();
  expect(Object.keys(inner)).not.toEqual(expect.arrayContaining(['send', 'close']));
  expect(Reflect.get(inner, '_eventStore')).toBe(store);
  expect(Reflect.get(inner, 'onmessage')).not.toBe(watched.onmessage);
  expect(Object.hasOwn(Object.getPrototypeOf(transport ?? {}), 'handleRequest')).toBe(false);
  const before = spans.spans.length;
  const events = await new SseBody(await client.call('report', { steps: 1, ms: 1 })).rest();
  expect(events.at(-1)?.data).toContain('done');
  expect(spans.spans.length).toBe(before);
});

it('sends no payload, and no value of a kilobyte or more', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  scene = await startScene({ store: () => store });
  const { server, spans } = scene;
  const client = scene.client();
  await client.initialize('n'.repeat(5_000));
  await new SseBody(await client.call('order_create', { item: 'payload-of-a-call' })).rest();
  await (await client.get(`x${'y'.repeat(5_000)}`)).text();
  await until(() => spans.attempts[0]);
  server.seamark.flush();
  const values = spans.spans
    .flatMap((span) => [span.attributes, ...span.events.map((event) => event.attributes ?? {})])
    .flatMap(Object.values);
  expect(values.length).toBeGreaterThan(20);
  for (const value of values) expect(Buffer.byteLength(String(value))).toBeLessThan(1_024);
  expect(JSON.stringify(values)).not.toContain('payload-of-a-call');
});

it('beats while there is nothing else to tell, and stops when it is taken off', async () => {
  const spans = new SpanCollection();
  class Transport extends StreamableHTTPServerTransport {}
  const seamark = instrumentMcp(Transport, { tracerProvider: spans.provider, heartbeatMs: 20 });
  await until(() => spans.named('seamark.heartbeat').length >= 3);
  seamark.uninstrument();
  const count = spans.named('seamark.heartbeat').length;
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(spans.named('seamark.heartbeat').length).toBe(count);
});

it('batches emissions, at most a hundred in a segment, and flushes them within a second or so', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  scene = await startScene({ store: () => store });
  const { spans } = scene;
  const client = scene.client();
  await client.initialize();
  await new SseBody(await client.call('burst', { events: 250 })).rest();
  await until(() => spans.emissions.length >= 254, 2_500);
  const segments = spans.spans.filter((span) => span.name === 'seamark.stream.segment');
  for (const segment of segments) expect(segment.events.length).toBeLessThanOrEqual(100);
  const ordinals = spans.emissions
    .filter((event) => event['seamark.stream.request_id'] !== '0')
    .map((event) => event['seamark.event.ordinal']);
  expect(ordinals).toEqual(Array.from({ length: 252 }, (_, at) => at));
});

it('remembers no more events than it is told to', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'x' });
  scene = await startScene({ store: () => store, seamark: { maxEvents: 10, eventIds: 'opaque' } });
  const { spans } = scene;
  const client = scene.client();
  await client.initialize();
  const events = await new SseBody(await client.call('burst', { events: 50 }, 3)).rest();
  await (await client.get(events[5]?.id)).body?.cancel();
  const attempt = await until(() => spans.attempts[0]);
  expect(attempt['seamark.cursor.stream_id']).toBeDefined();
  expect(attempt).not.toHaveProperty('seamark.cursor.ordinal');
});

it('is of the version that its package says', () => {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../../packages/instrumentation/package.json', import.meta.url), 'utf8'),
  );
  expect(manifest).toMatchObject({ version: VERSION });
});
