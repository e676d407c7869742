import { afterEach, expect, it } from 'vitest';
import type { Judgement } from '#domain/judgement.ts';
import { adoptAndServe, OneLogForAll, openFreshStream } from '../servers/faults.ts';
import { judged } from '../servers/judged.ts';
import { OrderedEventStore } from '../servers/ordered-store.ts';
import { SseBody } from '../servers/raw-client.ts';
import { pause, type Scene, startScene } from '../servers/scene.ts';
import { SpanCollection, until } from '../servers/spans.ts';

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

it('sees an idle session whose reconnect is answered by a silent new stream', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  const {
    server,
    proxy,
    spans,
    client: newClient,
  } = await scenario({
    store: () => store,
    seamark: { incarnation: () => 'inc1', closeReason: () => 'expired' },
    onUnknownSession: openFreshStream,
  });
  const client = newClient();
  const session = await client.initialize();
  const stream = new SseBody(await client.get());
  await server.notify(session, 'one');
  const one = await stream.next();
  await client.call('order_create', { item: 'bolt', ms: 80 }, 17);
  await pause(20);
  proxy.cut();
  await pause(120);
  await server.sessions.get(session)?.transport.close();
  await pause(20);
  const fresh = new SseBody(await client.get(one?.id));
  expect(await fresh.next()).toMatchObject({ id: '1' });
  const attempt = await until(() => spans.attempts[0]);
  expect(attempt).toMatchObject({
    'seamark.session.state': 'expired',
    'seamark.session.echo': 'absent',
    'http.response.status_code': 200,
    'seamark.resumption.marker': 'none',
    'seamark.resumption.outcome': 'new_stream',
    'seamark.first.event_id': '1',
  });
  expect(attempt).not.toHaveProperty('seamark.session.incarnation');
  server.seamark.flush();
  const answer = await judged(spans.spans, session);
  expect(answer.attempts).toMatchObject([{ verdict: 'fabricated', session: 'gone' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('session_gone');
  expect(answer.executions).toMatchObject([{ tool: 'order_create', requestId: '17' }]);
  expect(kindsOf(answer)).toEqual(expect.arrayContaining(['fabricated_continuity', 'lost_result']));
});

it('sees a node that adopts an id and replays the life of a dead one from a shared store', async () => {
  const first = new SpanCollection('node-1');
  const second = new SpanCollection('node-2');
  const dead = new OrderedEventStore({ incarnation: () => 'inc1' });
  const revived = dead.on({ incarnation: () => 'inc2' });
  const before = await scenario({ store: () => dead, seamark: { incarnation: () => 'inc1' } }, first);
  const client = before.client();
  const session = await client.initialize();
  const [priming] = await new SseBody(await client.call('order_create', { item: 'mail', ms: 60 }, 9)).take(1);
  before.proxy.cut();
  await until(() => first.emissions.length >= 0 && before.server.orders.length === 1);
  await pause(120);
  before.server.seamark.flush();
  const after = await scenario(
    {
      store: () => revived,
      seamark: {
        incarnation: () => 'inc2',
        eventIds: 'incarnation.stream.ordinal',
      },
      onUnknownSession: adoptAndServe,
    },
    second,
  );
  const moved = after.client();
  moved.sessionId = session;
  await new SseBody(await moved.call('order_create', { item: 'mail', ms: 60 }, 10)).rest();
  const replay = new SseBody(await moved.get(priming?.id));
  expect(await replay.next()).toMatchObject({ data: expect.stringContaining('"id":9') });
  await until(() => second.attempts[0]);
  after.server.seamark.flush();
  expect(second.named('seamark.session.open')[0]?.attributes).toMatchObject({
    'seamark.session.origin': 'adopted',
    'seamark.session.incarnation': 'inc2',
  });
  expect(second.attempts[0]).toMatchObject({
    'seamark.session.state': 'live',
    'seamark.session.incarnation': 'inc2',
    'seamark.cursor.incarnation': 'inc1',
    'seamark.first.incarnation': 'inc1',
    'seamark.replayed.count': 1,
  });
  const answer = await judged([...first.spans, ...second.spans], session);
  expect(answer.attempts).toMatchObject([{ verdict: 'fabricated', session: 'other_incarnation' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('dead_incarnation');
  expect(kindsOf(answer)).toEqual(expect.arrayContaining(['fabricated_continuity', 'double_execution']));
});

it('attests no incarnation for an adopted session that nobody vouches for', async () => {
  const store = new OrderedEventStore({ incarnation: () => 'inc1' });
  const {
    spans,
    server,
    client: newClient,
  } = await scenario({ store: () => store, onUnknownSession: adoptAndServe });
  const client = newClient();
  client.sessionId = '8d0f1c1e-0000-4000-8000-00000000cafe';
  const body = new SseBody(await client.call('report', { steps: 1, ms: 1 }));
  await body.rest();
  server.seamark.flush();
  const open = spans.named('seamark.session.open')[0]?.attributes;
  expect(open).toMatchObject({ 'seamark.session.origin': 'adopted' });
  for (const fact of spans.facts)
    expect(fact.attributes).not.toHaveProperty('seamark.session.incarnation', expect.anything());
});

it("sees another session's events replayed from a store that all share", async () => {
  const store = new OneLogForAll();
  const { server, proxy, spans, client: newClient } = await scenario({ store: () => store });
  const mine = newClient();
  const theirs = newClient();
  const session = await mine.initialize('mine');
  const other = await theirs.initialize('theirs');
  const stream = new SseBody(await mine.get());
  await server.notify(session, 'mine');
  const cursor = await stream.next();
  proxy.cut();
  await until(() => spans.named('seamark.stream.detach').length >= 3);
  await server.notify(other, 'a secret of theirs');
  const replay = new SseBody(await mine.get(cursor?.id));
  expect(await replay.next()).toMatchObject({ data: expect.stringContaining('secret') });
  const attempt = await until(() => spans.attempts[0]);
  server.seamark.flush();
  expect(attempt).toMatchObject({ 'seamark.cursor.session': 'same', 'seamark.first.session': 'other' });
  const answer = await judged(spans.spans, session);
  expect(answer.attempts).toMatchObject([{ verdict: 'fabricated', delivery: 'misrouted' }]);
  expect(answer.attempts[0]?.reasons[0]).toBe('foreign_session');
  expect(kindsOf(answer)).toEqual(expect.arrayContaining(['fabricated_continuity', 'foreign_delivery']));
  expect(JSON.stringify(spans.spans.map((span) => [span.attributes, span.events]))).not.toContain('secret');
});

it('sees a result that was lost and the call that was made again', async () => {
  const {
    server,
    proxy,
    spans,
    client: newClient,
  } = await scenario({ seamark: { client: () => 'installation-1' } });
  const client = newClient();
  const session = await client.initialize();
  const lost = client.call('order_create', { item: 'nut', ms: 100 }, 40).then((response) => response.text());
  await until(() => server.orders.length === 1);
  proxy.cut();
  await lost.catch(() => {});
  await until(() => spans.named('seamark.request')[0]);
  await new SseBody(await client.call('order_create', { item: 'nut', ms: 100 }, 41)).rest();
  server.seamark.flush();
  expect(server.orders).toEqual(['nut', 'nut']);
  expect(spans.named('seamark.request')[0]?.attributes).toMatchObject({
    'jsonrpc.request.id': '40',
    'seamark.request.outcome': 'lost',
  });
  const runs = spans.named('tools/call order_create').map((fact) => fact.attributes);
  expect(runs[0]?.['seamark.tool.arguments_digest']).not.toBe(undefined);
  const result = spans.emissions.find((event) => event['jsonrpc.request.id'] === '40');
  expect(result).toMatchObject({ 'seamark.event.kind': 'result' });
  expect(result).not.toHaveProperty('seamark.connection.id');
  const answer = await judged(spans.spans, session);
  expect(answer.executions.map((run) => run.requestId)).toEqual(['40', '41']);
  expect(kindsOf(answer)).toEqual(expect.arrayContaining(['lost_result', 'double_execution']));
  expect(answer.findings.find((finding) => finding.kind === 'double_execution')?.strength).toBe('probable');
});
