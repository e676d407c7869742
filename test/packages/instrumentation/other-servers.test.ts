import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { judged } from '../servers/judged.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { SseBody } from '../servers/raw-client.ts';
import { pause, type Scene, startScene } from '../servers/scene.ts';
import { until } from '../servers/spans.ts';

let scene: Scene | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await scene?.close();
  scene = undefined;
});

function sound(): OrderedEventStore {
  return new OrderedEventStore({ incarnation: () => 'inc1' });
}

describe('a server with a GET handler of its own beside the SDK', () => {
  it('is told of by what it writes, and nothing is attested for it', async () => {
    scene = await startScene({ store: () => sound(), seamark: { incarnation: () => 'inc1' } });
    const { server, spans } = scene;
    server.takeOver((req, res) => {
      if (req.method !== 'GET') return false;
      res.writeHead(200, {
        'content-type': 'text/event-stream',
        'mcp-stream-id': 'own',
        'mcp-stream-resumed': 'true',
      });
      const message = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: 'x' },
      };
      const from = Number(req.headers['last-event-id'] ?? 0);
      for (const id of [from + 1, from + 2]) res.write(`id: ${id}\ndata: ${JSON.stringify(message)}\n\n`);
      return true;
    });
    const client = scene.client();
    const session = await client.initialize();
    const stream = new SseBody(await client.get());
    await stream.take(2);
    await stream.cancel();
    await until(() => spans.named('seamark.stream.detach').length >= 2);
    await new SseBody(await client.get('2')).take(2);
    const attempt = await until(() => spans.attempts[0]);
    expect(attempt).toMatchObject({
      'seamark.session.state': 'live',
      'seamark.cursor.stream_id': 'own',
      'seamark.stream.id': 'own',
      'seamark.stream.echo': 'same',
      'seamark.resumption.marker': 'resumed',
      'seamark.first.event_id': '3',
    });
    for (const key of ['seamark.stream.high_water', 'seamark.cursor.ordinal', 'seamark.replayed.count']) {
      expect(attempt).not.toHaveProperty(key);
    }
    server.seamark.flush();
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'indeterminate' }]);
    expect(answer.attempts[0]?.missing.length).toBeGreaterThan(0);
  });
});

describe("an unmodified server with the SDK's in-memory store", () => {
  it('is continuous without a floor, an incarnation option or a numbering of its own', async () => {
    scene = await startScene({ store: () => new InMemoryEventStore() });
    const { proxy, spans, server } = scene;
    const client = scene.client();
    const session = await client.initialize();
    const [, first] = await new SseBody(await client.call('report', { steps: 4, ms: 60 })).take(2);
    proxy.cut();
    await pause(150);
    await new SseBody(await client.get(first?.id)).take(4);
    await until(() => spans.attempts[0]);
    server.seamark.flush();
    expect(spans.attempts[0]).not.toHaveProperty('seamark.stream.floor');
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'continuous', reasons: [], delivery: 'clean' }]);
    expect(answer.findings).toEqual([]);
  });

  it('is seen to lose its standalone stream, whose name the store cannot read back from its ids', async () => {
    scene = await startScene({ store: () => new InMemoryEventStore() });
    const { proxy, spans, server } = scene;
    const client = scene.client();
    const session = await client.initialize();
    const stream = new SseBody(await client.get());
    await server.notify(session, 'one');
    const one = await stream.next();
    proxy.cut();
    await until(() => spans.named('seamark.stream.detach').length >= 2);
    await server.notify(session, 'two');
    await client.get(one?.id);
    await until(() => spans.attempts[0]);
    server.seamark.flush();
    expect(spans.attempts[0]).toMatchObject({
      'http.response.status_code': 200,
      'seamark.cursor.state': 'resolved',
      'seamark.replayed.count': 0,
    });
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'fabricated' }]);
    expect(answer.attempts[0]?.reasons).toContain('nothing_delivered');
  });

  it('is seen to lose events that it issued within one millisecond', async () => {
    // Its ids are a time and a random part, and it replays in the order of ids: here every random part is the lower one.
    let random = 0.9;
    vi.spyOn(Math, 'random').mockImplementation(() => {
      random -= 0.0001;
      return random;
    });
    scene = await startScene({ store: () => new InMemoryEventStore() });
    const { spans, server } = scene;
    const client = scene.client();
    const session = await client.initialize();
    const events = await new SseBody(await client.call('burst', { events: 60 })).rest();
    const millisecond = (id: string | undefined): string | undefined => id?.split('_')[1];
    const cursor = events.find(
      (event, at) => at > 0 && millisecond(event.id) === millisecond(events[at + 1]?.id),
    );
    expect(cursor).toBeDefined();
    await client.get(cursor?.id);
    await until(() => spans.attempts[0]);
    server.seamark.flush();
    const answer = await judged(spans.spans, session);
    expect(answer.attempts).toMatchObject([{ verdict: 'fabricated' }]);
    expect(answer.attempts[0]?.reasons).toContain('gap');
  });
});
