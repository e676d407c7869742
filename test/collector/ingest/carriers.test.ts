import { describe, expect, it } from 'vitest';
import { FACT_NAMES } from '#semconv';
import { AT, factOf, factsOf, ingest, sessionIds, TRACE } from './ingest-harness.ts';

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
