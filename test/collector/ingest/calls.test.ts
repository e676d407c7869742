import { describe, expect, it } from 'vitest';
import { factOf, factsOf, sessionIds } from './ingest-harness.ts';

const SESSION = 'a7b1c2d3-0000-4000-8000-000000000001';
const KEY = sessionIds.keyOf(SESSION);

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
