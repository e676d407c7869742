import { afterEach, expect, it } from 'vitest';
import type { Judgement } from '#domain/judgement.ts';
import { giveEachGetItsOwnStream } from '../servers/faults.ts';
import { judged } from '../servers/judged.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { SseBody } from '../servers/raw-client.ts';
import { pause, type Scene, startScene } from '../servers/scene.ts';
import { until } from '../servers/spans.ts';

const scenes: Scene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function scenario(...args: Parameters<typeof startScene>): Promise<Scene> {
  const scene = await startScene(...args);
  scenes.push(scene);
  return scene;
}

function kindsOf(answer: Judgement): readonly string[] {
  return answer.findings.map((finding) => finding.kind);
}

async function belowFloor(mode: 'clamp' | 'resync') {
  const store = new OrderedEventStore({ incarnation: () => 'inc1', keep: 3, belowFloor: mode });
  const {
    server,
    proxy,
    spans,
    client: newClient,
  } = await scenario({
    store: () => store,
    seamark: { incarnation: () => 'inc1' },
  });
  const client = newClient();
  const session = await client.initialize();
  const stream = new SseBody(await client.get());
  await server.notify(session, 'one');
  const one = await stream.next();
  proxy.cut();
  await until(() => spans.named('seamark.stream.detach').length >= 2);
  for (const text of ['two', 'three', 'four', 'five', 'six']) await server.notify(session, text);
  await new SseBody(await client.get(one?.id)).take(3);
  const attempt = await until(() => spans.attempts[0]);
  server.seamark.flush();
  return { attempt, spans, answer: await judged(spans.spans, session) };
}

it('sees a buffer that was evicted and clamped to its floor without a word', async () => {
  const { answer, attempt } = await belowFloor('clamp');
  expect(attempt).toMatchObject({
    'seamark.cursor.ordinal': 1,
    'seamark.stream.floor': 4,
    'seamark.stream.high_water': 6,
    'seamark.first.ordinal': 4,
    'seamark.replayed.count': 3,
    'seamark.resumption.marker': 'none',
  });
  expect(answer.attempts).toMatchObject([{ verdict: 'fabricated', delivery: 'lost' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('clamped_to_floor');
  expect(kindsOf(answer)).toContain('fabricated_continuity');
});

it('reports each eviction with the floor that it leaves', async () => {
  const { spans } = await belowFloor('clamp');
  const floors = spans.named('seamark.stream.evict').map((fact) => fact.attributes['seamark.stream.floor']);
  expect(floors).toEqual([2, 3, 4]);
});

it('reports a fence, and the refusal of a cursor into the stream that it closed', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  const {
    server,
    spans,
    client: newClient,
  } = await scenario({
    store: () => store,
    seamark: { incarnation: () => 'inc1' },
  });
  const client = newClient();
  const session = await client.initialize();
  const stream = new SseBody(await client.get());
  await server.notify(session, 'one');
  const one = await stream.next();
  await stream.cancel();
  await until(() => spans.named('seamark.stream.detach').length >= 2);
  store.fence('_GET_stream');
  expect((await client.get(one?.id)).status).toBe(400);
  const attempt = await until(() => spans.attempts[0]);
  server.seamark.flush();
  expect(attempt).toMatchObject({ 'seamark.stream.state': 'fenced', 'seamark.cursor.state': 'resolved' });
  expect(spans.named('seamark.stream.fence')[0]?.attributes['seamark.stream.id']).toBe('_GET_stream');
  const answer = await judged(spans.spans, session);
  expect(answer.attempts).toMatchObject([{ verdict: 'refused', session: 'live' }]);
  expect(answer.attempts[0]?.reasons).toContain('fenced_stream');
});

it('sees the same gap declared by a resync', async () => {
  const { answer, attempt } = await belowFloor('resync');
  expect(attempt).toMatchObject({
    'seamark.resumption.marker': 'resync',
    'seamark.resumption.outcome': 'resynced',
    'seamark.resync.earliest': 4,
    'seamark.resync.unrecoverable': 'true',
    'seamark.first.ordinal': 4,
    'seamark.replayed.count': 3,
  });
  expect(answer.attempts).toMatchObject([{ verdict: 'resynced', session: 'live' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('gap');
  expect(kindsOf(answer)).toContain('resync');
  expect(kindsOf(answer)).not.toContain('fabricated_continuity');
});

it('sees a reconnect without a cursor while the orphan goes on emitting', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  const {
    server,
    proxy,
    spans,
    client: newClient,
  } = await scenario({
    store: () => store,
    seamark: { incarnation: () => 'inc1' },
  });
  const client = newClient();
  const session = await client.initialize();
  const streams = giveEachGetItsOwnStream(server, session);
  const first = new SseBody(await client.get());
  await streams.feedAll('one');
  await first.next();
  proxy.cut();
  await until(() => spans.named('seamark.stream.detach').length >= 2);
  await streams.feedAll('two');
  const second = new SseBody(await client.get());
  await streams.feedAll('three');
  expect(await second.next()).toMatchObject({ data: expect.stringContaining('three') });
  await streams.feedAll('four');
  const attempt = await until(() => spans.attempts[0]);
  server.seamark.flush();
  expect(attempt).toMatchObject({
    'seamark.cursor.state': 'absent',
    'seamark.stream.id': 'G2',
    'seamark.rival.stream_id': 'G1',
    'seamark.resumption.outcome': 'new_stream',
    'seamark.resumption.marker': 'none',
  });
  const answer = await judged(spans.spans, session);
  expect(answer.attempts).toMatchObject([{ verdict: 'fabricated' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('unmarked_new_stream');
  expect(kindsOf(answer)).toEqual(
    expect.arrayContaining(['fabricated_continuity', 'fork', 'orphan_emission']),
  );
});

it('tells the floor as it was when the replay began, not as it is once the stream has gone on', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1', keep: 3, belowFloor: 'clamp' });
  const {
    proxy,
    spans,
    server,
    client: newClient,
  } = await scenario({
    store: () => store,
    seamark: { incarnation: () => 'inc1' },
  });
  const client = newClient();
  const session = await client.initialize();
  const stream = new SseBody(await client.get());
  await server.notify(session, 'one');
  const one = await stream.next();
  proxy.cut();
  await until(() => spans.named('seamark.stream.detach').length >= 2);
  for (const text of ['two', 'three', 'four', 'five']) await server.notify(session, text);
  const replay = store.replayEventsAfter.bind(store);
  Reflect.set(store, 'replayEventsAfter', async (...args: Parameters<typeof replay>) => {
    const streamId = await replay(...args);
    // Once the replay is decided, and before it is written out.
    void Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => server.notify(session, 'six'));
    return streamId;
  });
  await new SseBody(await client.get(one?.id)).take(3);
  const attempt = await until(() => spans.attempts[0]);
  server.seamark.flush();
  expect(attempt).toMatchObject({ 'seamark.stream.floor': 3, 'seamark.first.ordinal': 3 });
  const answer = await judged(spans.spans, session);
  expect(answer.attempts).toMatchObject([{ verdict: 'fabricated' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('clamped_to_floor');
});

it('names the predecessor of a reconnect without a cursor that the SDK refuses because of it', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  const {
    proxy,
    spans,
    server,
    client: newClient,
  } = await scenario({
    store: () => store,
    seamark: { incarnation: () => 'inc1' },
  });
  const client = newClient();
  const session = await client.initialize();
  await client.get();
  proxy.orphan();
  await pause(50);
  expect((await client.get()).status).toBe(409);
  const attempt = await until(() => spans.attempts[0]);
  server.seamark.flush();
  expect(attempt).toMatchObject({ 'seamark.predecessor.state': 'live' });
  expect(attempt).not.toHaveProperty('seamark.rival.stream_id');
  const answer = await judged(spans.spans, session);
  expect(answer.attempts).toMatchObject([{ verdict: 'refused', reasons: ['predecessor_live'] }]);
});
