import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from './otlp-schema.ts';
import { heartbeat, JSON_TYPE, PROTOBUF_TYPE, send, startServer } from './test-server.ts';

const BODY = () => JSON.stringify(heartbeat());
const HEX = (text: string) => Buffer.from(text, 'hex');

/** The same request in protobuf. */
function protobufBody(name = 'seamark.heartbeat'): Uint8Array {
  const at = `${BigInt(Date.now()) * 1_000_000n}`;
  const ids = { trace_id: HEX('0123456789abcdef0123456789abcdef'), span_id: HEX('00000000000000ff') };
  return encodeMessage('ExportTraceServiceRequest', {
    resource_spans: [
      { scope_spans: [{ spans: [{ ...ids, name, start_time_unix_nano: at, end_time_unix_nano: at }] }] },
    ],
  });
}

describe('a request that is taken', () => {
  it('is answered in JSON when it came in JSON', async () => {
    const server = await startServer();
    const reply = await send(server, { headers: JSON_TYPE, body: BODY() });
    expect([reply.status, reply.headers['content-type'], reply.body.toString()]).toEqual([
      200,
      'application/json',
      '{}',
    ]);
    expect(server.facts.map((fact) => [fact.kind, fact.service])).toEqual([['heartbeat', 'orders']]);
  });

  it('is answered with no bytes when it came in protobuf', async () => {
    const server = await startServer();
    const reply = await send(server, { headers: PROTOBUF_TYPE, body: protobufBody() });
    expect([reply.status, reply.headers['content-type'], reply.body.length]).toEqual([
      200,
      'application/x-protobuf',
      0,
    ]);
    expect(server.facts).toHaveLength(1);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (body: Uint8Array) => body],
    ['GZIP', gzipSync],
  ])('may be encoded as %s', async (encoding, encode) => {
    const server = await startServer();
    const headers = { ...PROTOBUF_TYPE, 'content-encoding': encoding };
    const reply = await send(server, { headers, body: encode(protobufBody()) });
    expect(reply.status).toBe(200);
    expect(server.facts).toHaveLength(1);
  });

  it('may come in chunks, without a length, with parameters of its type', async () => {
    const server = await startServer();
    const body = Buffer.from(BODY());
    const pieces = [body.subarray(0, 10), body.subarray(10, 11), body.subarray(11)];
    const reply = await send(server, {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: pieces,
    });
    expect(reply.status).toBe(200);
    expect(server.facts).toHaveLength(1);
  });

  it.each(['/v1/traces/', '/otlp/v1/traces', '/some/base//v1/traces/', '/v1/traces?x=1'])(
    'may go to %s',
    async (path) => {
      const server = await startServer();
      expect((await send(server, { path, headers: JSON_TYPE, body: BODY() })).status).toBe(200);
      expect(server.facts).toHaveLength(1);
    },
  );

  it('is not passed to the sink when there is nothing in it', async () => {
    const server = await startServer({ store: () => Promise.reject(new Error('must not be called')) });
    expect((await send(server, { headers: PROTOBUF_TYPE, body: new Uint8Array(0) })).status).toBe(200);
    const other = JSON.stringify(heartbeat({ name: 'GET /pets' }));
    expect((await send(server, { headers: JSON_TYPE, body: other })).status).toBe(200);
    expect(server.reports.map((report) => report.passedOver)).toEqual([0, 1]);
  });

  it('is acknowledged only after the sink has committed', async () => {
    const order: string[] = [];
    const server = await startServer({
      store: async (facts) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push('committed');
        return { ok: true, stored: facts.length, repeated: 0 };
      },
    });
    await send(server, { headers: JSON_TYPE, body: BODY() });
    order.push('answered');
    expect(order).toEqual(['committed', 'answered']);
  });
});

describe('a request that is taken in part', () => {
  const mixed = () => {
    const [good, bad] = [heartbeat(), heartbeat({ traceId: 'ASNFZ4mrze8BI0VniavN7w==' })];
    return JSON.stringify({ resourceSpans: [...bad.resourceSpans, ...good.resourceSpans] });
  };

  it('says so, with count and reason, and keeps the good', async () => {
    const server = await startServer();
    const reply = await send(server, { headers: JSON_TYPE, body: mixed() });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body.toString())).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage:
          '1 spans not stored, whole or in part: resourceSpans[0].scopeSpans[0].spans[0]: trace id is base64; OTLP/JSON carries ids as 32 hex digits',
      },
    });
    expect(server.facts).toHaveLength(1);
    expect(server.reports[0]?.rejected).toEqual({ bad_trace_id: 1 });
  });

  it('says so in protobuf, as a library reads it', async () => {
    const server = await startServer();
    const body = encodeMessage('ExportTraceServiceRequest', {
      resource_spans: [{ scope_spans: [{ spans: Array.from({ length: 300 }, () => ({ name: 'x' })) }] }],
    });
    const reply = await send(server, { headers: PROTOBUF_TYPE, body });
    expect(reply.status).toBe(200);
    const answer = decodeMessage('ExportTraceServiceResponse', reply.body);
    expect(answer).toMatchObject({ partial_success: { rejected_spans: '300' } });
    expect(JSON.stringify(answer)).toContain('span 0: trace id is missing; span 1: trace id is missing');
    expect(JSON.stringify(answer)).toContain('and 295 more');
  });

  it.each([
    ['2020-01-01T00:00:00Z', 'too_old', 'is older than what is kept'],
    ['2120-01-01T00:00:00Z', 'in_future', 'is later than'],
  ])('names times that are not taken: %s', async (at, code, sentence) => {
    const server = await startServer();
    const reply = await send(server, { headers: JSON_TYPE, body: JSON.stringify(heartbeat({ at })) });
    expect(reply.body.toString()).toContain(sentence);
    expect(server.reports[0]?.rejected).toEqual({ [code]: 1 });
    expect(server.facts).toEqual([]);
  });

  it('tells that metrics are not stored', async () => {
    const server = await startServer();
    const json = await send(server, {
      path: '/v1/metrics',
      headers: JSON_TYPE,
      body: '{"resourceMetrics":[]}',
    });
    expect(JSON.parse(json.body.toString())).toEqual({
      partialSuccess: { rejectedDataPoints: '0', errorMessage: expect.stringContaining('not stored') },
    });
    const protobuf = await send(server, {
      path: '/v1/metrics',
      headers: PROTOBUF_TYPE,
      body: new Uint8Array([1, 2, 3]),
    });
    expect(protobuf.status).toBe(200);
    expect(decodeMessage('ExportMetricsServiceResponse', protobuf.body)).toMatchObject({
      partial_success: { error_message: expect.stringContaining('not stored') },
    });
  });
});

describe('a request that is refused', () => {
  it('is refused in its own content type when it cannot be decoded', async () => {
    const server = await startServer();
    const json = await send(server, { headers: JSON_TYPE, body: '{"resourceSpans":[' });
    expect([json.status, json.headers['content-type']]).toEqual([400, 'application/json']);
    expect(JSON.parse(json.body.toString())).toEqual({
      code: 3,
      message: 'not JSON: the text ends too early at line 1, column 19 (position 18)',
    });
    const protobuf = await send(server, { headers: PROTOBUF_TYPE, body: new Uint8Array([0x0a, 0x05, 0x01]) });
    expect([protobuf.status, protobuf.headers['content-type']]).toEqual([400, 'application/x-protobuf']);
    expect(decodeMessage('RpcStatus', protobuf.body)).toEqual({
      code: 3,
      message: 'not an OTLP request in protobuf: a frame of 5 bytes where 1 are left at byte 2',
    });
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('is refused when it comes by %s', async (method) => {
    const reply = await send(await startServer(), { method });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  it.each(['text/plain', 'application/grpc', 'application/x-www-form-urlencoded', ''])(
    'is refused when its type is %j',
    async (type) => {
      const reply = await send(await startServer(), {
        headers: type === '' ? {} : { 'content-type': type },
        body: 'x',
      });
      expect(reply.status).toBe(415);
      expect(reply.body.toString()).toContain('application/x-protobuf or application/json');
    },
  );

  it.each(['br', 'zstd', 'gzip, gzip'])('is refused when it is encoded as %s', async (encoding) => {
    const reply = await send(await startServer(), {
      headers: { ...JSON_TYPE, 'content-encoding': encoding },
      body: 'x',
    });
    expect(reply.status).toBe(400);
    expect(reply.body.toString()).toContain('identity, gzip, deflate');
  });

  it.each([
    ['gzip', Buffer.from('not gzip at all')],
    ['gzip', gzipSync('{}').subarray(0, 12)],
    ['deflate', Buffer.from([0x78, 0x9c, 0xff, 0xff])],
    ['deflate', Buffer.from([0xff])],
  ])('is refused when it is not the %s that it says', async (encoding, body) => {
    const reply = await send(await startServer(), {
      headers: { ...JSON_TYPE, 'content-encoding': encoding },
      body,
    });
    expect(reply.status).toBe(400);
  });

  it('is refused when it is too large: by its length, in chunks, or inflated', async () => {
    const server = await startServer({ limits: { maxBodyBytes: 100_000, maxInFlightBytes: 1_000_000 } });
    const large = Buffer.alloc(3_000_000, 0x20);
    const pieces = Array.from({ length: 300 }, (_, index) =>
      large.subarray(index * 10_000, (index + 1) * 10_000),
    );
    const replies = [
      await send(server, { headers: { ...JSON_TYPE, 'content-length': String(large.length) }, body: large }),
      await send(server, { headers: JSON_TYPE, body: pieces }),
      await send(server, {
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
        body: gzipSync(Buffer.alloc(50_000_000)),
      }),
      await send(server, {
        headers: { ...JSON_TYPE, 'content-encoding': 'deflate' },
        body: [deflateSync(large)],
      }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([413, 413, 413, 413]);
    expect(JSON.parse(replies[2]?.body.toString() ?? '')).toMatchObject({ code: 8 });
    // The budget was given back: a good one passes.
    expect((await send(server, { headers: JSON_TYPE, body: BODY() })).status).toBe(200);
  });

  it('is told to come again when the sink cannot take it, and never with 500', async () => {
    const answers = [
      () => Promise.resolve({ ok: false as const, code: 'unavailable' as const }),
      () => Promise.resolve({ ok: false as const, code: 'queue_full' as const }),
      () => Promise.reject(new Error('connection refused')),
    ];
    for (const store of answers) {
      const server = await startServer({ store });
      const reply = await send(server, { headers: JSON_TYPE, body: BODY() });
      expect(reply.status).toBe(503);
      expect(JSON.parse(reply.body.toString())).toMatchObject({ code: 14 });
      expect(['1', '2', '3']).toContain(reply.headers['retry-after']);
    }
  });

  it('is told to come again after pauses that differ', async () => {
    const server = await startServer({ store: () => Promise.reject(new Error('away')) });
    const pauses = new Set<string | undefined>();
    for (let i = 0; i < 40; i += 1) {
      pauses.add((await send(server, { headers: JSON_TYPE, body: BODY() })).headers['retry-after']);
    }
    expect([...pauses].sort()).toEqual(['1', '2', '3']);
  });

  it('is told to come again while too many bytes are in flight', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await startServer({
      limits: { maxBodyBytes: 5000, maxInFlightBytes: 5000 },
      store: async (facts) => {
        await held;
        return { ok: true, stored: facts.length, repeated: 0 };
      },
    });
    const padded = `${BODY()}${' '.repeat(4000)}`;
    const first = send(server, { headers: JSON_TYPE, body: padded });
    await expect
      .poll(async () => (await send(server, { headers: JSON_TYPE, body: padded })).status)
      .toBe(503);
    release();
    expect((await first).status).toBe(200);
    expect((await send(server, { headers: JSON_TYPE, body: padded })).status).toBe(200);
  });
});
