import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otlpToFacts } from '#collector/ingest/otlp-to-facts.ts';
import { decodeProtobuf } from '#collector/otlp/decode-protobuf.ts';
import type { Fact } from '#domain/facts.ts';
import { encodeMessage } from '../otlp/otlp-schema.ts';
import { ingest, sessionIds } from './ingest-harness.ts';

const CASES = new URL('../../fixtures/cases/', import.meta.url);
const FILES = readdirSync(CASES).filter((name) => name.endsWith('.otlp.json'));

function textOf(file: string): string {
  return readFileSync(new URL(file, CASES), 'utf8');
}

function factsIn(name: string): readonly Fact[] {
  return ingest(textOf(`${name}.otlp.json`)).facts;
}

/** A document of OTLP/JSON as the library's encoder wants it: snake_case, ids as bytes. */
function forLibrary(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && /^(trace|span|parent_span)_id$/.test(key))
    return Buffer.from(value, 'hex');
  if (Array.isArray(value)) return value.map((inner) => forLibrary(inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [snake, forLibrary(inner, snake)];
    }),
  );
}

describe('the worked cases', () => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(45);
  });

  it.each(FILES)('%s becomes facts, one for each span, with nothing refused', (file) => {
    const text = textOf(file);
    const result = ingest(text);
    expect(result.rejected).toEqual({ count: 0, byCode: {}, first: [] });
    expect(result.passedOver).toBe(0);
    expect(result.facts.length).toBe(text.split('"spanId"').length - 1);
  });

  it.each(FILES)('%s gives the same facts in protobuf', (file) => {
    const text = textOf(file);
    const bytes = encodeMessage('ExportTraceServiceRequest', Object(forLibrary(JSON.parse(text))));
    const decoded = decodeProtobuf('traces', bytes);
    if (!decoded.ok) throw new Error(decoded.message);
    expect(otlpToFacts(decoded.batch, { sessionIds }).facts).toEqual(ingest(text).facts);
  });

  it('have exact values: a cursor before the window', () => {
    const session = sessionIds.keyOf('a7b1c2d3-0000-4000-8000-000000000001');
    const facts = factsIn('clamped-to-floor');
    expect(facts.map((fact) => fact.kind)).toEqual(['open', 'attach', 'detach', 'resumption']);
    expect(facts.map((fact) => fact.session)).toEqual([session, session, session, session]);
    expect(facts[2]).toMatchObject({
      at: 1793613650000000000n,
      detachReason: 'network',
      connectionId: 'k1',
      streamId: 'G1',
    });
    expect(facts[3]).toMatchObject({
      id: '809f5ec378ae10caad695798123cf05b:4427cfcbcc53ac98:s',
      incarnation: 'inc-1',
      protocol: '2025-11-25',
      instance: 'node-1',
      environment: 'test',
      httpMethod: 'GET',
      sessionState: 'live',
      sessionEcho: 'same',
      cursorState: 'resolved',
      streamId: 'G1',
      origin: 'get',
      streamState: 'open',
      floor: 4401,
      highWater: 4471,
      predecessor: 'closed',
      token: 'unused',
      claimed: 'continuous',
      thin: false,
    });
  });

  it('have exact values: a plain HTTP span', () => {
    expect(factsIn('http-instrumentation-only')).toMatchObject([
      {
        kind: 'resumption',
        thin: true,
        lastEventId: 's3_17',
        session: sessionIds.keyOf('0e0e0e0e-0000-4000-8000-000000000002'),
        protocol: '2025-06-18',
        status: 200,
        scope: '@opentelemetry/instrumentation-http',
      },
    ]);
  });

  it('have exact values: an alias of a proxy', () => {
    const alias = factsIn('proxy-alias-is-not-rotation').find((fact) => fact.kind === 'alias');
    expect(alias).toMatchObject({ observer: 'proxy', aliasOf: sessionIds.keyOf('front-77aa') });
  });

  it('have exact values: a call that was run twice', () => {
    const runs = factsIn('same-request-id-ran-twice').filter((fact) => fact.kind === 'execution');
    expect(runs).toHaveLength(2);
    expect(runs[0]).toMatchObject({
      requestIdLowTrust: false,
      deduplicated: false,
      tool: expect.any(String),
    });
    expect(runs[0]?.requestId).toBe(runs[1]?.requestId);
  });
});
