import { afterEach, expect, it } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../servers/cutting-proxy.ts';
import { type RunningServer, startMcpServer } from '../servers/mcp-server.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { RawClient, SseBody } from '../servers/raw-client.ts';
import { SpanCollection, until } from '../servers/spans.ts';

let server: RunningServer | undefined;
let proxy: CuttingProxy | undefined;

afterEach(async () => {
  await proxy?.close();
  await server?.close();
  proxy = undefined;
  server = undefined;
});

it('reports a resumed POST stream with every fact that continuity needs', async () => {
  const spans = new SpanCollection();
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  server = await startMcpServer({
    store: () => store,
    seamark: { tracerProvider: spans.provider, incarnation: () => 'inc1' },
  });
  proxy = await startCuttingProxy(server.url);
  const client = new RawClient(proxy.url);
  await client.initialize();
  const resp = await client.call('report', { steps: 4, ms: 60 }, 7); console.log(client.sessionId, resp.status, resp.headers.get('content-type')); if (resp.status !== 200) console.log(await resp.text());
  const body = new SseBody(resp);
  const [priming, first] = await body.take(2);
  expect(priming?.data).toBe('');
  proxy.cut();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const resumed = new SseBody(await client.get(first?.id));
  const replayed = await resumed.take(4);
  await resumed.cancel();
  expect(replayed.map((event) => event.id?.split('.')[2])).toEqual(['2', '3', '4', '5']);
  const attempt = await until(() => spans.attempts[0]);
  console.log(attempt);
  server.seamark.flush();
  for (const f of spans.facts) console.log(f.at % 1e9, f.end - f.at, f.name, JSON.stringify(f.attributes));
});
