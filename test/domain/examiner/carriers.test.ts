import { expect, test } from 'vitest';
import { attach, cutOff, detach, emit, open, receive, replayed, resume, run } from './facts-of.ts';
import { attemptLines, examine, type Item, kindsIn, lineOf, log, OTHER, S, span } from './otlp-case.ts';

const session = {
  'mcp.session.id': S,
  'mcp.protocol.version': '2025-11-25',
  '.session.incarnation': 'inc-1',
};
const SOUND = replayed('G', 11, 10);

/** One attempt in the words of another emitter: every name of Seamark's under `mcp.` and integers as text. */
const underMcp = (item: Item): Item => ({
  ...item,
  attrs: Object.fromEntries(
    Object.entries(item.attrs).map(([key, value]) => [
      key.startsWith('.') ? `mcp${key}` : key,
      typeof value === 'number' ? String(value) : value,
    ]),
  ),
});

test('the names of another emitter and integers as text say the same', () => {
  expect(attemptLines(cutOff.concat(resume(30, 'G', 10, SOUND)).map(underMcp))).toEqual([
    'continuous clean:',
  ]);
  expect(attemptLines(cutOff.concat(resume(30, 'G', 10, replayed('G', 12, 9))).map(underMcp))).toEqual([
    'fabricated lost: gap',
  ]);
});

test('a span of any name that carries a verdict or a cursor is an attempt', () => {
  const { attrs, at, sent } = resume(30, 'G', 10, SOUND);
  expect(attemptLines([...cutOff, span(at, 'GET /mcp', attrs, sent)])).toEqual(['continuous clean:']);
  const claimed = span(30, 'whatever', { ...session, 'mcp.resumption.verdict': 'continuous' });
  const [attempt] = examine([...cutOff, claimed]).of(S).attempts;
  expect([attempt?.verdict, attempt?.claimed]).toEqual(['indeterminate', 'continuous']);
});

test('facts come as events of any span and as log records, and inherit what the span says', () => {
  const segment = span(
    2,
    '.stream.segment',
    { ...session, '.stream.id': 'G', '.connection.id': 'k1', '.event.kind': 'notification' },
    {
      lasting: 8,
      events: [
        { name: '.stream.emit', at: 2, attrs: { '.event.id': 'G:1', '.event.ordinal': '1' } },
        {
          name: '.stream.emit',
          at: 3,
          attrs: { '.event.id': 'G:2', '.event.ordinal': 2, '.event.kind': 'priming' },
        },
        { name: 'something.else', at: 4 },
      ],
    },
  );
  const records = [
    log(0, 'seamark.session.open', { ...session, '.session.origin': 'initialized' }),
    log(1, 'seamark.stream.attach', {
      ...session,
      '.stream.id': 'G',
      '.stream.origin': 'get',
      '.connection.id': 'k1',
    }),
    log(4, 'seamark.stream.detach', { ...session, '.stream.id': 'G', '.connection.id': 'k1' }),
  ];
  const { facts, of } = examine([
    segment,
    ...records,
    resume(30, 'G', 1, {
      '.predecessor.state': undefined,
      '.stream.high_water': 2,
      'http.response.status_code': 200,
      '.resumption.marker': 'none',
      '.resumption.outcome': 'replayed',
      '.replayed.count': 0,
    }),
  ]);
  expect(facts.map(({ kind }) => kind).sort()).toEqual([
    'attach',
    'detach',
    'emit',
    'emit',
    'open',
    'resumption',
  ]);
  expect(
    facts.filter(({ kind }) => kind === 'emit').map((fact) => ('eventKind' in fact ? fact.eventKind : '')),
  ).toEqual(['notification', 'priming']);
  expect(of(S).attempts.map(lineOf)).toHaveLength(1);
});

test('an HTTP client span with the header is the client’s view of the server’s attempt', () => {
  const http = span(
    30,
    'GET',
    {
      'http.request.method': 'GET',
      'http.response.status_code': '200',
      'http.request.header.last-event-id': ['G:9'],
      'http.request.header.mcp-session-id': [S],
    },
    {
      kind: 3,
      service: 'agent',
      scope: '@opentelemetry/instrumentation-undici',
      trace: 'aa',
      id: 'c1',
      lasting: 1,
    },
  );
  const server = resume(30, 'G', 10, SOUND, { trace: 'aa', id: 'd1', parent: 'c1' });
  const { attempts, findings } = examine([...cutOff, server, http]).of(S);
  expect(attempts).toHaveLength(1);
  expect(attempts[0]?.observers).toEqual(['client', 'server']);
  expect(attempts[0]?.tags).toContain('evidence_conflict');
  expect(findings.map(({ kind }) => kind)).toContain('cursor_rewritten');
});

test('an HTTP server span around the verdict span is no second attempt', () => {
  const http = span(
    30,
    'GET /mcp',
    {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.request.header.last-event-id': ['G:10'],
      'http.request.header.mcp-session-id': [S],
    },
    { scope: '@opentelemetry/instrumentation-http', trace: 'ab', id: 'e1', lasting: 2 },
  );
  const server = resume(30.001, 'G', 10, SOUND, { trace: 'ab', id: 'e2', parent: 'e1' });
  expect(attemptLines([...cutOff, http, server])).toEqual(['continuous clean:']);
});

test('a session id is read from its aliases, never from the user’s session id', () => {
  for (const key of ['mcp.session_id', 'mcp_session_id']) {
    const { attrs, at, sent } = resume(30, 'G', 10, SOUND);
    const item = span(at, 'seamark.resumption', { ...attrs, 'mcp.session.id': undefined, [key]: S }, sent);
    expect(attemptLines([...cutOff, item])).toEqual(['continuous clean:']);
  }
  const { attrs, at } = run(5, 'pay', '7');
  const stranger = span(at, 'tools/call pay', { ...attrs, 'mcp.session.id': '', 'session.id': S });
  expect(examine([open(0), stranger]).of(S).executions).toEqual([]);
});

test('the random session id of a known emitter joins nothing', () => {
  const { attrs, at } = run(5, 'pay', '7');
  const item = span(at, 'tools/call pay', attrs, { scope: 'Experimental.ModelContextProtocol' });
  expect(examine([open(0), item]).of(S).executions).toEqual([]);
});

test('facts under an alias belong to the session it names, also where it arrives last', () => {
  const front = { 'mcp.session.id': 'front-0000-4000-8000-0000000000aa' };
  const items = [
    open(0),
    attach(1, 'G'),
    emit(2, 'G', 10, { '.connection.id': 'k1' }),
    detach(20, 'G'),
    resume(30, 'G', 10, { ...SOUND, ...front }),
    span(40, '.session.alias', { ...front, '.session.alias_of': S, '.observer': 'proxy' }),
  ];
  for (const order of [items, items.toReversed()]) {
    const judged = examine(order);
    expect(judged.all).toHaveLength(1);
    expect(judged.of(S).attempts.map(lineOf)).toEqual(['continuous clean:']);
  }
});

test('hints come as booleans or as text, and lower the harm, not the fact', () => {
  for (const hint of [true, 'true']) {
    const attrs = { '.tool.read_only_hint': hint };
    const [finding] = examine([open(0), run(1, 'list', '7', attrs), run(3, 'list', '7', attrs)]).of(
      S,
    ).findings;
    expect([finding?.kind, finding?.strength, finding?.severity]).toEqual([
      'double_execution',
      'proven',
      'low',
    ]);
  }
});

test('a call’s client span is the client’s request, not a run', () => {
  const client = span(1, 'tools/call pay', run(1, 'pay', '7').attrs, {
    kind: 3,
    service: 'agent',
    trace: 'ac',
    id: 'f1',
    lasting: 1,
  });
  const server = run(1.1, 'pay', '7', {}, { trace: 'ac', id: 'f2', parent: 'f1' });
  const { executions, findings } = examine([open(0), client, server]).of(S);
  expect(executions).toHaveLength(1);
  expect(findings.map(({ kind }) => kind)).not.toContain('double_execution');
});

test('a tool named by another emitter’s attributes is a run', () => {
  const item = span(
    1,
    'MCP request: tools/call',
    {
      'mcp.session.id': S,
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 'pay',
      'rpc.jsonrpc.request_id': '7',
    },
    { kind: 1, scope: 'traceloop' },
  );
  const [execution] = examine([open(0), item]).of(S).executions;
  expect([execution?.tool, execution?.requestId]).toEqual(['pay', '7']);
});

test('a receive of a proxy and a session of another service are told apart', () => {
  const kinds = kindsIn([
    open(0),
    attach(1, 'G'),
    emit(2, 'G', 1, { '.connection.id': 'k1' }),
    receive(2.1, 'G', 1, { '.event.id': 'x1' }),
  ]);
  expect(kinds).toContain('cursor_rewritten');
  expect(examine([open(0), open(0, { 'mcp.session.id': OTHER })]).all).toHaveLength(2);
});
