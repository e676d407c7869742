import { propagation, trace } from '@opentelemetry/api';
import { afterEach, expect, it } from 'vitest';
import { canonicalJson } from '../../../packages/instrumentation/src/canonical-json.ts';
import { Digests } from '../../../packages/instrumentation/src/digest.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { SseBody } from '../servers/raw-client.ts';
import { type Scene, startScene } from '../servers/scene.ts';
import { until } from '../servers/spans.ts';

let scene: Scene | undefined;

afterEach(async () => {
  propagation.disable();
  trace.disable();
  await scene?.close();
  scene = undefined;
});

it('reports a run of a tool with its digests, its request id and the hints that were listed', async () => {
  scene = await startScene({ seamark: { client: ({ header }) => header('user-agent') } });
  const client = scene.client();
  await client.initialize();
  await new SseBody(await client.post({ method: 'tools/list', params: {} })).rest();
  await new SseBody(
    await client.post({
      id: '7',
      method: 'tools/call',
      params: {
        name: 'order_create',
        arguments: { item: 'bolt', ms: 1 },
        _meta: { idempotencyKey: 'key-1' },
      },
    }),
  ).rest();
  const { attributes } = (await until(() => scene?.spans.named('tools/call order_create')))[0] ?? {};
  expect(attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'jsonrpc.request.id': '"7"',
    'gen_ai.tool.name': 'order_create',
    'gen_ai.operation.name': 'execute_tool',
    'seamark.tool.destructive_hint': 'true',
    'seamark.tool.idempotent_hint': 'false',
    'seamark.tool.arguments_digest': new Digests(undefined).text('{"item":"bolt","ms":1}'),
    'seamark.tool.idempotency_key_digest': new Digests(undefined).text('key-1'),
  });
  expect(attributes).not.toHaveProperty('seamark.tool.read_only_hint');
  expect(attributes?.['seamark.client.id_digest']).toMatch(/^[0-9a-f]{32}$/);
});

it('tells a failed run, a cancelled one and one that was answered from a stored outcome', async () => {
  scene = await startScene({ seamark: { deduplicated: (_result, call) => call.tool === 'report' } });
  const { spans, client: newClient } = scene;
  const client = newClient();
  await client.initialize();
  await new SseBody(await client.call('fails', {})).rest();
  await new SseBody(await client.call('report', { steps: 0, ms: 0 })).rest();
  void client.call('order_create', { item: 'slow', ms: 300 }, 9).catch(() => {});
  await until(() => scene?.server.orders.length === 1);
  await client.notify('notifications/cancelled', { requestId: 9 });
  await until(() => spans.named('seamark.request')[0]);
  const runOf = (tool: string) => spans.named(`tools/call ${tool}`)[0]?.attributes;
  expect(runOf('fails')?.['error.type']).toBe('tool_error');
  expect(runOf('report')).toMatchObject({ 'seamark.tool.deduplicated': 'true' });
  expect(runOf('order_create')).toMatchObject({ 'error.type': 'cancelled' });
  expect(spans.named('seamark.request')[0]?.attributes).toMatchObject({
    'jsonrpc.request.id': '9',
    'mcp.method.name': 'tools/call',
    'seamark.request.outcome': 'cancelled',
  });
});

it('continues the trace that the client sent in the request itself', async () => {
  scene = await startScene();
  // Registers the W3C propagator along with the provider.
  scene.spans.provider.register({ contextManager: null });
  const client = scene.client();
  await client.initialize();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await new SseBody(
    await client.post({
      method: 'tools/call',
      params: { name: 'fails', arguments: {}, _meta: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
    }),
  ).rest();
  await until(() => scene?.spans.named('tools/call fails')[0]);
  expect(scene.spans.spans.find((span) => span.name === 'tools/call fails')?.spanContext().traceId).toBe(
    traceId,
  );
});

it('delivers a JSON answer as the one event of its stream', async () => {
  scene = await startScene({ json: true });
  const { spans, server } = scene;
  const client = scene.client();
  await client.initialize();
  expect(await (await client.call('order_create', { item: 'x' }, 5)).json()).toMatchObject({ id: 5 });
  await until(() => spans.named('seamark.stream.detach').length >= 2);
  server.seamark.flush();
  expect(spans.emissions.at(-1)).toMatchObject({
    'seamark.event.kind': 'result',
    'jsonrpc.request.id': '5',
    'seamark.stream.request_id': '5',
    'seamark.connection.id': expect.any(String),
  });
  expect(spans.named('seamark.stream.detach').at(-1)?.attributes['seamark.stream.detach_reason']).toBe(
    'completed',
  );
});

it('resolves tokens to streams and never sends one', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  scene = await startScene({
    store: () => store,
    seamark: { token: { streamId: (token) => (token === 'secret-token' ? '_GET_stream' : undefined) } },
  });
  const { spans, server } = scene;
  const client = scene.client();
  const session = await client.initialize();
  const stream = new SseBody(await client.get());
  await server.notify(session, 'one');
  const one = await stream.next();
  await stream.cancel();
  await until(() => spans.named('seamark.stream.detach').length >= 2);
  for (const token of ['secret-token', 'another-token', undefined]) {
    const headers: Record<string, string> = token === undefined ? {} : { 'mcp-resumption-token': token };
    const before = spans.attempts.length;
    const body = new SseBody(await client.get(one?.id, headers));
    await until(() => spans.attempts.length > before);
    await body.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(spans.attempts.map((attempt) => attempt['seamark.resumption.token'])).toEqual([
    'present',
    'unknown',
    'absent',
  ]);
  expect(spans.attempts[0]?.['seamark.resumption.token_stream_id']).toBe('_GET_stream');
  expect(JSON.stringify(spans.facts)).not.toMatch(/secret-token|another-token/);
});

it('digests arguments the same whatever the order of their keys, and differently under a key', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  const plain = new Digests(undefined);
  expect(plain.json({ a: 1, b: 2 })).toBe(plain.json({ b: 2, a: 1 }));
  expect(plain.json({ a: 1 })).not.toBe(plain.json({ a: '1' }));
  expect(new Digests('key').json({ a: 1 })).not.toBe(plain.json({ a: 1 }));
  expect(new Digests('key').json({ a: 1 })).toMatch(/^[0-9a-f]{32}$/);
});
