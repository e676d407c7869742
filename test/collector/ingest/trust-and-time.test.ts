import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedTimes } from '#collector/ingest/time-range.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { unixNanos } from '#domain/brand.ts';
import { fromIso, toIso } from '#domain/iso-time.ts';
import { AT, documentOf, factOf, factsOf, ingest, sessionIds, TRACE } from './ingest-harness.ts';

const SESSION = 'a7b1c2d3-0000-4000-8000-000000000001';
const KEY = sessionIds.keyOf(SESSION);

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
