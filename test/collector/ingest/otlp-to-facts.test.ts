import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedTimes } from '#collector/ingest/time-range.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { unixNanos } from '#domain/brand.ts';
import { fromIso, toIso } from '#domain/iso-time.ts';
import { FACT_NAMES } from '#semconv';
import { AT, documentOf, factOf, factsOf, ingest, sessionIds, TRACE } from './ingest-harness.ts';

const SESSION = 'a7b1c2d3-0000-4000-8000-000000000001';
const KEY = sessionIds.keyOf(SESSION);

describe('a fact from a span', () => {
  it('has the common fields of span, scope and resource', () => {
    const fact = factOf(
      {
        name: 'seamark.session.open',
        at: '1793613600000000001',
        end: '1793613600000000009',
        parentSpanId: '00000000000000aa',
        attributes: {
          'mcp.session.id': SESSION,
          'mcp.protocol.version': '2025-11-25',
          'seamark.session.incarnation': 'inc-1',
          'seamark.session.origin': 'restored',
          'mcp.client.name': 'desk',
          'mcp.client.version': '2.1',
          'seamark.client.id_digest': 'cid-7f',
          'seamark.observer': 'proxy',
        },
      },
      {
        scope: 'a-scope',
        resource: {
          'service.name': 'orders',
          'service.instance.id': 'node-1',
          'service.version': '9',
          'deployment.environment.name': 'prod',
        },
      },
    );
    expect(fact).toEqual({
      kind: 'open',
      id: `${TRACE}:0000000000000001:s`,
      at: 1793613600000000001n,
      end: 1793613600000000009n,
      session: KEY,
      identified: true,
      observer: 'proxy',
      service: 'orders',
      instance: 'node-1',
      serviceVersion: '9',
      environment: 'prod',
      traceId: TRACE,
      spanId: '0000000000000001',
      parentSpanId: '00000000000000aa',
      scope: 'a-scope',
      protocol: '2025-11-25',
      incarnation: 'inc-1',
      clientName: 'desk',
      clientVersion: '2.1',
      clientId: 'cid-7f',
      sessionOrigin: 'restored',
      inferred: false,
      attributes: {
        'mcp.session.id': KEY,
        'mcp.protocol.version': '2025-11-25',
        'seamark.session.incarnation': 'inc-1',
        'seamark.session.origin': 'restored',
        'mcp.client.name': 'desk',
        'mcp.client.version': '2.1',
        'seamark.client.id_digest': 'cid-7f',
        'seamark.observer': 'proxy',
      },
    });
  });

  it('is grouped by its trace where no session is named', () => {
    expect(factOf({ name: 'seamark.heartbeat' })).toMatchObject({ session: `t:${TRACE}`, identified: false });
  });

  it('has a service, though nobody named it', () => {
    expect(factOf({ name: 'seamark.heartbeat' }, { resource: {} }).service).toBe('unknown_service');
  });

  it.each(FACT_NAMES)('is made of %s, also under mcp. and whatever the kind of the span', (name) => {
    const kinds = (['internal', 'server', 'client', 'producer'] as const).map(
      (kind) => factOf({ name, kind }).kind,
    );
    expect(new Set(kinds).size).toBe(1);
    const other = factOf({ name: name.replace('seamark.', 'mcp.'), kind: 'client' });
    expect(other.kind).toBe(kinds[0]);
  });

  it('is not made of what others call mcp.request on a server', () => {
    const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 't' };
    expect(factOf({ name: 'mcp.request', kind: 'server', attributes }).kind).toBe('execution');
    expect(factsOf([{ name: 'mcp.request', kind: 'server' }])).toEqual([]);
  });

  it('has each stream field of attach, detach, fence and evict', () => {
    const stream = {
      'seamark.stream.id': 'P7',
      'seamark.stream.origin': 'post',
      'seamark.stream.sequence': 'post',
      'seamark.stream.request_id': '7',
      'seamark.connection.id': 'k1',
      'seamark.stream.detach_reason': 'replaced',
      'seamark.stream.floor': '12',
    };
    const ref = {
      streamId: 'P7',
      origin: 'post',
      sequence: 'post',
      streamRequestId: '7',
      connectionId: 'k1',
    };
    const names = ['attach', 'detach', 'fence', 'evict'];
    const facts = names.map((name) => factOf({ name: `seamark.stream.${name}`, attributes: stream }));
    expect(facts).toMatchObject([
      { kind: 'attach', ...ref },
      { kind: 'detach', ...ref, detachReason: 'replaced' },
      { kind: 'fence', ...ref },
      { kind: 'evict', ...ref, floor: 12 },
    ]);
  });

  it('names the session on the other side of an alias by its key', () => {
    const attributes = { 'mcp.session.id': 'front-77aa', 'seamark.session.alias_of': SESSION };
    const fact = factOf({ name: 'seamark.session.alias', attributes });
    expect(fact).toMatchObject({ kind: 'alias', session: sessionIds.keyOf('front-77aa'), aliasOf: KEY });
    expect(fact.attributes).toEqual({
      'mcp.session.id': sessionIds.keyOf('front-77aa'),
      'seamark.session.alias_of': KEY,
    });
  });

  it('has the reason of a close, and of a request its outcome', () => {
    expect(
      factOf({ name: 'seamark.session.close', attributes: { 'seamark.session.close_reason': 'evicted' } }),
    ).toMatchObject({
      kind: 'close',
      closeReason: 'evicted',
    });
    const attributes = {
      'seamark.observer': 'client',
      'seamark.request.outcome': 'lost',
      'jsonrpc.request.id': '"7"',
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 't',
      'http.response.status_code': '404',
    };
    expect(factOf({ name: 'seamark.request', attributes })).toMatchObject({
      kind: 'request',
      observer: 'client',
      outcome: 'lost',
      requestId: '"7"',
      method: 'tools/call',
      tool: 't',
      status: 404,
    });
  });
});

describe('facts from span events', () => {
  it('inherit from their span, and their own wins, also across aliases', () => {
    const facts = factsOf([
      {
        name: 'seamark.stream.segment',
        attributes: { 'mcp.session.id': SESSION, 'seamark.stream.id': 'G1', 'seamark.stream.origin': 'get' },
        events: [
          {
            name: 'seamark.stream.emit',
            at: '1793613600000000005',
            attributes: { 'seamark.event.id': 'a', 'seamark.event.ordinal': 1 },
          },
          { name: 'mcp.request' },
          {
            name: 'mcp.stream.emit',
            attributes: { 'mcp.stream.id': 'G2', 'seamark.event.replayed': 'true' },
          },
        ],
      },
    ]);
    expect(facts).toMatchObject([
      {
        kind: 'emit',
        id: `${TRACE}:0000000000000001:0`,
        at: 1793613600000000005n,
        end: 1793613600000000005n,
        session: KEY,
        streamId: 'G1',
        origin: 'get',
        eventId: 'a',
        ordinal: 1,
        replayed: false,
        attributes: { 'mcp.session.id': KEY, 'seamark.stream.id': 'G1', 'seamark.event.id': 'a' },
      },
      {
        kind: 'emit',
        id: `${TRACE}:0000000000000001:2`,
        session: KEY,
        streamId: 'G2',
        origin: 'get',
        replayed: true,
      },
    ]);
  });

  it('come beside the fact of their span', () => {
    const facts = factsOf([
      {
        name: 'seamark.resumption',
        events: [{ name: 'seamark.stream.fence', attributes: { 'seamark.connection.id': 'k1' } }],
      },
    ]);
    expect(facts.map((fact) => fact.kind)).toEqual(['resumption', 'fence']);
  });

  it('of a client or proxy are receptions with every field of an event', () => {
    const attributes = {
      'seamark.event.id': 'e-9',
      'seamark.event.ordinal': '9',
      'seamark.event.kind': 'result',
      'seamark.event.digest': 'd',
      'jsonrpc.request.id': 7,
      'mcp.method.name': 'tools/call',
      'seamark.connection.id': 'k2',
    };
    expect(factsOf([{ events: [{ name: 'seamark.stream.receive', attributes }] }])[0]).toMatchObject({
      kind: 'receive',
      observer: 'client',
      eventId: 'e-9',
      ordinal: 9,
      eventKind: 'result',
      digest: 'd',
      requestId: '7',
      method: 'tools/call',
      connectionId: 'k2',
    });
  });
});

describe('facts from log records', () => {
  const log = (record: object) =>
    JSON.stringify({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'orders' } }] },
          scopeLogs: [{ logRecords: [{ timeUnixNano: AT, ...record }] }],
        },
      ],
    });
  const emit = {
    eventName: 'seamark.stream.emit',
    attributes: [{ key: 'seamark.event.id', value: { stringValue: 'e1' } }],
  };

  it('need an event name, in its field or in the older attribute', () => {
    const older = { attributes: [{ key: 'event.name', value: { stringValue: 'seamark.heartbeat' } }] };
    expect(ingest(log(emit)).facts).toMatchObject([{ kind: 'emit', eventId: 'e1', service: 'orders' }]);
    expect(ingest(log(older)).facts).toMatchObject([{ kind: 'heartbeat' }]);
    expect(ingest(log({ eventName: 'app.started' }))).toMatchObject({ facts: [], passedOver: 1 });
  });

  it('are known by a digest of time, name and attributes', () => {
    const id = (record: object) => ingest(log(record)).facts[0]?.id;
    expect(id(emit)).toMatch(/^l:[0-9a-f]{32}$/);
    expect(id(emit)).toBe(id({ ...emit }));
    const others = [
      { ...emit, timeUnixNano: '1793613600000000001' },
      { ...emit, eventName: 'seamark.stream.receive' },
      { ...emit, attributes: [{ key: 'seamark.event.id', value: { stringValue: 'e2' } }] },
      { ...emit, traceId: TRACE },
    ];
    expect(new Set([emit, ...others].map(id)).size).toBe(5);
  });

  it('are grouped by their trace, else each for itself', () => {
    expect(ingest(log({ ...emit, traceId: TRACE })).facts[0]).toMatchObject({
      session: `t:${TRACE}`,
      traceId: TRACE,
    });
    const alone = ingest(log(emit)).facts[0];
    expect(alone?.session).toBe(`t:${alone?.id.slice(2)}`);
  });
});

describe('attempts', () => {
  it.each([
    'seamark.resumption.verdict',
    'seamark.resumption.last_event_id',
    'mcp.resumption.verdict',
    'mcp.resumption.last_event_id',
  ])('are spans of any name that carry %s', (key) => {
    expect(factOf({ name: 'GET /mcp', attributes: { [key]: 'x' } })).toMatchObject({
      kind: 'resumption',
      thin: false,
    });
  });

  it.each([
    [{ 'http.request.header.last-event-id': ['e-17'] }],
    [{ 'http.request.header.last_event_id': ['e-17'] }],
    [{ 'http.request.header.last-event-id': 'e-17' }],
  ])('are HTTP server spans with the header captured, with thin evidence: %j', (header) => {
    const attributes = {
      ...header,
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.request.header.mcp-session-id': [SESSION],
      'http.request.header.mcp-protocol-version': ['2025-06-18'],
    };
    expect(factOf({ name: 'GET /mcp', kind: 'server', attributes })).toMatchObject({
      kind: 'resumption',
      thin: true,
      observer: 'server',
      lastEventId: 'e-17',
      session: KEY,
      protocol: '2025-06-18',
      httpMethod: 'GET',
      status: 200,
    });
    expect(factOf({ name: 'GET', kind: 'client', attributes }).observer).toBe('client');
  });

  it('take every attribute of the verdict span', () => {
    const attributes = {
      'http.request.method': 'GET',
      'network.transport': 'tcp',
      'seamark.resumption.last_event_id': 'G1:4',
      'seamark.resumption.token': 'present',
      'seamark.resumption.token_stream_id': 'G1',
      'seamark.session.state': 'live',
      'seamark.session.echo': 'same',
      'seamark.cursor.state': 'resolved',
      'seamark.cursor.session': 'same',
      'seamark.cursor.incarnation': 'inc-1',
      'seamark.cursor.stream_id': 'G1',
      'seamark.cursor.sequence': 'q',
      'seamark.cursor.origin': 'get',
      'seamark.cursor.ordinal': 4,
      'seamark.stream.id': 'G1',
      'seamark.stream.origin': 'get',
      'seamark.stream.state': 'open',
      'seamark.stream.floor': 1,
      'seamark.stream.high_water': 9,
      'seamark.sequence.active_count': 2,
      'seamark.event.namespacing': 'stream',
      'seamark.predecessor.state': 'closed',
      'seamark.rival.stream_id': 'G2',
      'seamark.rival.idle_ms': 1000,
      'seamark.grace_ms': 30000,
      'http.response.status_code': 200,
      'seamark.response.kind': 'stream',
      'seamark.response.retry_after': 3,
      'seamark.resumption.outcome': 'replayed',
      'seamark.resumption.marker': 'resumed',
      'seamark.error.code': 'none',
      'seamark.stream.echo': 'same',
      'seamark.first.event_id': 'G1:5',
      'seamark.first.session': 'same',
      'seamark.first.stream_id': 'G1',
      'seamark.first.incarnation': 'inc-1',
      'seamark.first.ordinal': 5,
      'seamark.replayed.count': 5,
      'seamark.replay.state': 'complete',
      'seamark.resync.earliest': 5,
      'seamark.resync.unrecoverable': 'false',
      'seamark.resumption.verdict': 'continuous',
    };
    const {
      id,
      at,
      end,
      session,
      attributes: raw,
      ...fact
    } = factOf({ name: 'seamark.resumption', attributes });
    expect(raw).toEqual(attributes);
    expect(JSON.parse(JSON.stringify(fact))).toEqual({
      kind: 'resumption',
      identified: false,
      observer: 'server',
      service: 'orders',
      traceId: TRACE,
      spanId: '0000000000000001',
      httpMethod: 'GET',
      transport: 'tcp',
      lastEventId: 'G1:4',
      token: 'present',
      tokenStreamId: 'G1',
      sessionState: 'live',
      sessionEcho: 'same',
      cursorState: 'resolved',
      cursorSession: 'same',
      cursorIncarnation: 'inc-1',
      cursorStreamId: 'G1',
      cursorSequence: 'q',
      cursorOrigin: 'get',
      cursorOrdinal: 4,
      streamId: 'G1',
      origin: 'get',
      streamState: 'open',
      floor: 1,
      highWater: 9,
      activeSequences: 2,
      namespacing: 'stream',
      predecessor: 'closed',
      rivalStreamId: 'G2',
      rivalIdleMs: 1000,
      graceMs: 30000,
      status: 200,
      responseKind: 'stream',
      retryAfterS: 3,
      outcome: 'replayed',
      marker: 'resumed',
      errorCode: 'none',
      streamEcho: 'same',
      firstEventId: 'G1:5',
      firstSession: 'same',
      firstStreamId: 'G1',
      firstIncarnation: 'inc-1',
      firstOrdinal: 5,
      replayedCount: 5,
      replayState: 'complete',
      resyncEarliest: 5,
      resyncUnrecoverable: false,
      claimed: 'continuous',
      thin: false,
    });
  });

  it('keep a word that is not in its set as unknown, or absent where unknown has a meaning of its own', () => {
    const fact = factOf({
      name: 'seamark.resumption',
      attributes: {
        'seamark.session.state': 'hibernating',
        'seamark.predecessor.state': 'zombie',
        'seamark.resumption.token': 'rotated',
        'seamark.cursor.state': 'lost',
        'seamark.stream.origin': 'websocket',
        'seamark.cursor.ordinal': 'seven',
      },
    });
    expect(fact).toMatchObject({ sessionState: 'unknown', predecessor: 'unknown' });
    expect(fact).toMatchObject({
      token: undefined,
      cursorState: undefined,
      origin: undefined,
      cursorOrdinal: undefined,
    });
    expect(fact.attributes['seamark.resumption.token']).toBe('rotated');
    expect(fact.attributes['seamark.cursor.ordinal']).toBe('seven');
  });
});

describe('executions and calls', () => {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'pay',
    'jsonrpc.request.id': '7',
    'seamark.tool.arguments_digest': 'd1',
    'seamark.tool.idempotency_key_digest': 'k1',
    'seamark.tool.read_only_hint': false,
    'seamark.tool.idempotent_hint': 'true',
    'seamark.tool.destructive_hint': 'maybe',
    'seamark.tool.deduplicated': true,
    'client.address': '10.0.0.7',
  };

  it('are SERVER and INTERNAL spans of tools/call', () => {
    for (const kind of ['server', 'internal'] as const) {
      const fact = factOf({ name: 'tools/call pay', kind, attributes });
      expect(fact).toMatchObject({
        kind: 'execution',
        tool: 'pay',
        requestId: '7',
        requestIdLowTrust: false,
        argumentsDigest: 'd1',
        idempotencyKey: 'k1',
        readOnly: false,
        idempotent: true,
        destructive: undefined,
        deduplicated: true,
        error: undefined,
        clientAddress: expect.stringMatching(/^[a-z2-7]{26}$/),
      });
      expect(JSON.stringify(fact.attributes)).not.toContain('10.0.0.7');
    }
  });

  it('are not what another observer or another kind of span reports', () => {
    expect(factsOf([{ kind: 'server', attributes: { ...attributes, 'seamark.observer': 'proxy' } }])).toEqual(
      [],
    );
    expect(factsOf([{ kind: 'producer', attributes }])).toEqual([]);
    expect(factsOf([{ kind: 'server', attributes: { 'mcp.method.name': 'tools/list' } }])).toEqual([]);
  });

  it.each([
    [{}, false, 'result'],
    [{ 'error.type': 'TimeoutError' }, true, 'timeout'],
    [{ 'error.type': 'RequestCancelled' }, true, 'cancelled'],
    [{ 'error.type': 'tool_error' }, false, 'error'],
    [{}, true, 'error'],
    [{ 'seamark.request.outcome': 'lost' }, true, 'lost'],
  ])('of CLIENT spans are requests: %j, failed %s, is %s', (more, failed, outcome) => {
    const fact = factOf({ kind: 'client', failed, attributes: { ...attributes, ...more } });
    expect(fact).toMatchObject({ kind: 'request', observer: 'client', outcome, requestId: '7', tool: 'pay' });
  });

  it.each([
    [{ 'mcp.method': 'tools/call' }, 'x'],
    [{ 'rpc.method': 'tools/call', 'rpc.system': 'mcp' }, 'x'],
    [{ 'rpc.method': 'tools/call', 'rpc.system.name': 'jsonrpc' }, 'x'],
    [{}, 'MCP request: tools/call'],
    [{}, 'mcp tools/call pay'],
    [{}, 'tools/call pay'],
  ])('are known by %j on %j', (method, name) => {
    expect(factOf({ name, kind: 'server', attributes: method }).kind).toBe('execution');
  });

  it.each([
    [{ 'rpc.method': 'tools/call', 'rpc.system': 'grpc' }, 'x'],
    [{ 'rpc.method': 'tools/call' }, 'x'],
    [{}, 'call tools/call'],
    [{}, 'initialize'],
  ])('are not made of %j on %j', (method, name) => {
    expect(factsOf([{ name, kind: 'server', attributes: { ...method, 'mcp.session.id': SESSION } }])).toEqual(
      [],
    );
  });

  it.each([
    [{ 'mcp.tool.name': 't' }],
    [{ 'tool.name': 't' }],
    [{ 'traceloop.entity.name': 't', 'traceloop.span.kind': 'tool' }],
    [{ 'gen_ai.tool.name': '', 'mcp.tool.name': 't' }],
  ])('name their tool by %j', (tool) => {
    expect(
      factOf({ kind: 'server', attributes: { 'mcp.method.name': 'tools/call', ...tool } }),
    ).toMatchObject({ tool: 't' });
  });

  it.each([
    [{ 'rpc.jsonrpc.request_id': '7' }, '7', false],
    [{ 'mcp.request.id': 'random' }, 'random', true],
    [{ 'jsonrpc.request.id': '"7"', 'mcp.request.id': 'random' }, '"7"', false],
  ])('name their request by %j', (id, requestId, requestIdLowTrust) => {
    const fact = factOf({ kind: 'server', attributes: { 'mcp.method.name': 'tools/call', ...id } });
    expect(fact).toMatchObject({ requestId, requestIdLowTrust });
  });

  it.each([
    [{ 'error.type': 'tool_error' }, false, 'tool_error'],
    [{ 'rpc.response.status_code': '-32001' }, false, '-32001'],
    [{ 'rpc.jsonrpc.error_code': -32603 }, false, '-32603'],
    [{ 'mcp.error.code': 7 }, false, '7'],
    [{}, true, '_OTHER'],
  ])('name their error by %j', (error, failed, expected) => {
    expect(
      factOf({ kind: 'server', failed, attributes: { 'mcp.method.name': 'tools/call', ...error } }),
    ).toMatchObject({ error: expected });
  });
});

describe('an initialize', () => {
  const attributes = { 'mcp.method.name': 'initialize', 'mcp.session.id': SESSION };

  it('on a server begins a session', () => {
    expect(factOf({ kind: 'server', attributes })).toMatchObject({
      kind: 'open',
      inferred: true,
      sessionOrigin: 'initialized',
      session: KEY,
    });
  });

  it('on a client, or without a session, tells nothing', () => {
    expect(
      factsOf([
        { kind: 'client', attributes },
        { kind: 'server', attributes: { 'mcp.method.name': 'initialize' } },
      ]),
    ).toEqual([]);
  });
});

describe('session ids', () => {
  it.each([
    'mcp.session.id',
    'mcp.session_id',
    'mcp_session_id',
    'http.request.header.mcp-session-id',
    'http.request.header.mcp_session_id',
  ])('are read from %s', (key) => {
    const value = key.startsWith('http') ? [SESSION] : SESSION;
    expect(factOf({ name: 'seamark.heartbeat', attributes: { [key]: value } })).toMatchObject({
      session: KEY,
      identified: true,
    });
  });

  it('are not read from session.id, which is a user\u2019s', () => {
    expect(factOf({ name: 'seamark.heartbeat', attributes: { 'session.id': SESSION } }).identified).toBe(
      false,
    );
  });

  it('are themselves where hashing is turned off', () => {
    const raw = createSessionIds({ secretKey: 'a key for tests only', mode: 'raw' });
    const spans = [
      {
        name: 'seamark.stream.emit',
        attributes: { 'mcp.session.id': SESSION, 'seamark.event.id': `${SESSION}_7` },
      },
    ];
    expect(ingest(documentOf({ spans }), { sessionIds: raw }).facts[0]).toMatchObject({
      session: SESSION,
      eventId: `${SESSION}_7`,
      attributes: { 'mcp.session.id': SESSION },
    });
  });
});

describe('emitters that are not trusted', () => {
  const attributes = {
    'mcp.method.name': 'tools/call',
    'mcp.session.id': SESSION,
    'mcp.protocol.version': '2025-06-18',
    'jsonrpc.request.id': '7',
  };
  const from = (scope: string, resource?: { readonly 'mcp.session.id': string }) =>
    factOf({ kind: 'server', attributes }, { scope, ...(resource ? { resource } : {}) });

  it('give no session where theirs is a random value', () => {
    expect(from('Experimental.ModelContextProtocol')).toMatchObject({
      identified: false,
      session: `t:${TRACE}`,
    });
    expect(from('other', { 'mcp.session.id': SESSION })).toMatchObject({ identified: false });
    expect(from('other')).toMatchObject({ identified: true });
  });

  it('give no protocol version where theirs is fixed', () => {
    expect(from('envoyproxy/ai-gateway').protocol).toBeUndefined();
    expect(from('amazon.opentelemetry.distro.instrumentation.mcp').protocol).toBeUndefined();
    expect(from('other').protocol).toBe('2025-06-18');
  });

  it('give request ids of low trust where theirs are random', () => {
    expect(from('shinzo')).toMatchObject({ requestId: '7', requestIdLowTrust: true });
    expect(from('other')).toMatchObject({ requestId: '7', requestIdLowTrust: false });
  });
});

describe('times', () => {
  const now = fromIso('2026-11-29T12:00:00Z') ?? unixNanos(0n);
  const times = acceptedTimes(now, 30);
  const at = (iso: string) => String(fromIso(iso));

  it.each([
    ['2026-10-30T12:00:00Z', {}],
    ['2026-10-30T11:59:59.999999999Z', { too_old: 1 }],
    ['2026-11-30T12:00:00Z', {}],
    ['2026-11-30T12:00:00.000000001Z', { in_future: 1 }],
  ])('of %s are within [now − retention, now + 1 day] or refused: %j', (iso, byCode) => {
    const result = ingest(documentOf({ spans: [{ name: 'seamark.heartbeat', at: at(iso) }] }), { times });
    expect(result.rejected.byCode).toEqual(byCode);
    expect(result.facts).toHaveLength('too_old' in byCode || 'in_future' in byCode ? 0 : 1);
  });

  it('that are refused cost only the event or the span that has them', () => {
    const result = ingest(
      documentOf({
        spans: [
          {
            name: 'seamark.resumption',
            at: at('2026-11-29T11:00:00Z'),
            events: [
              { name: 'seamark.stream.fence' },
              { name: 'seamark.stream.fence', at: at('2020-01-01T00:00:00Z') },
            ],
          },
          { name: 'seamark.heartbeat', at: '0' },
          { name: 'seamark.heartbeat', at: at('2026-11-29T11:00:00Z'), end: at('2027-11-29T11:00:00Z') },
        ],
      }),
      { times },
    );
    expect(result.facts.map((fact) => fact.kind)).toEqual(['resumption', 'fence']);
    expect(result.rejected.byCode).toEqual({ too_old: 1, no_time: 1, in_future: 1 });
    expect(result.rejected.first[0]).toMatch(/^event 1 is older than what is kept/);
  });

  it('beyond what a database can hold are refused always', () => {
    const spans = [{ name: 'seamark.heartbeat', at: String(2n ** 64n - 1n) }];
    expect(ingest(documentOf({ spans })).rejected.byCode).toEqual({ in_future: 1 });
  });

  it('of an end that was not sent are those of the beginning', () => {
    expect(factOf({ name: 'seamark.heartbeat', end: '0' })).toMatchObject({
      at: BigInt(AT),
      end: BigInt(AT),
    });
    expect(toIso(unixNanos(BigInt(AT)))).toBe('2026-11-02T10:00:00.000Z');
  });
});

describe('the same batch again', () => {
  it('gives the same facts, whatever stands beside them', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }), (order) => {
        const spans = [
          {
            name: 'seamark.session.open',
            spanId: '000000000000000a',
            attributes: { 'mcp.session.id': SESSION },
          },
          {
            name: 'seamark.resumption',
            spanId: '000000000000000b',
            attributes: { 'mcp.session.id': SESSION },
          },
          { name: 'GET /pets', spanId: '000000000000000c' },
          {
            name: 'seamark.stream.segment',
            spanId: '000000000000000d',
            events: [{ name: 'seamark.stream.emit' }],
          },
        ];
        const whole = new Map(factsOf(spans).map((fact) => [fact.id, fact]));
        const some = factsOf(order.map((index) => spans[index] ?? {}));
        for (const fact of some) expect(fact).toEqual(whole.get(fact.id));
      }),
    );
  });
});
