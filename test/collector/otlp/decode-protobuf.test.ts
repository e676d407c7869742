import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeProtobuf } from '#collector/otlp/decode-protobuf.ts';
import { traceRequests } from './arbitrary-otlp.ts';
import { neutralSpans } from './library-decoder.ts';
import { encodeMessage } from './otlp-schema.ts';

const IDS = {
  trace_id: Buffer.from('0123456789abcdef0123456789abcdef', 'hex'),
  span_id: Buffer.from('00000000000000ff', 'hex'),
};

function spansIn(bytes: Uint8Array) {
  const result = decodeProtobuf('traces', bytes);
  if (!result.ok) throw new Error(result.message);
  return result.batch;
}

function oneSpan(span: object): Uint8Array {
  return encodeMessage('ExportTraceServiceRequest', {
    resource_spans: [{ scope_spans: [{ spans: [{ ...IDS, ...span }] }] }],
  });
}

/** A frame with a field number and content, by hand. */
function frame(field: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [(length & 0x7f) | 0x80, length >>> 7];
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...size]), content]);
}

describe('a request in protobuf', () => {
  it('reads the same as a library reads it, whatever is in it', () => {
    fc.assert(
      fc.property(traceRequests(), (request) => {
        const bytes = encodeMessage('ExportTraceServiceRequest', request);
        expect(spansIn(bytes)).toEqual(neutralSpans(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps times to the nanosecond', () => {
    const span = spansIn(oneSpan({ start_time_unix_nano: '1793613600123456789' })).groups[0]?.spans[0];
    expect(span?.start).toBe(1793613600123456789n);
  });

  it('keeps integers beyond a double as their digits', () => {
    const attributes = [
      { key: 'big', value: { int_value: '9007199254740993' } },
      { key: 'least', value: { int_value: '-9223372036854775808' } },
      { key: 'minus', value: { int_value: '-7' } },
    ];
    const span = spansIn(oneSpan({ attributes })).groups[0]?.spans[0];
    expect(Object.fromEntries(span?.attributes ?? [])).toEqual({
      big: '9007199254740993',
      least: '-9223372036854775808',
      minus: -7,
    });
  });

  it('takes a resource that comes after its spans', () => {
    const resource = encodeMessage('Resource', {
      attributes: [{ key: 'service.name', value: { string_value: 'late' } }],
    });
    const scope = encodeMessage('ScopeSpans', { spans: [IDS] });
    const bytes = frame(1, Buffer.concat([frame(2, scope), frame(1, resource)]));
    expect(spansIn(bytes).groups[0]?.resource.get('service.name')).toBe('late');
  });

  it('skips unknown fields of every wire type, groups too', () => {
    const unknown = Buffer.from([
      ...[0xa0, 0x06, 0x05], // field 100, varint
      ...[0xa1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8], // fixed64
      ...[0xa2, 0x06, 0x02, 0xff, 0xff], // frame
      ...[0xa3, 0x06, 0x08, 0x01, 0xa3, 0x06, 0xa4, 0x06, 0xa4, 0x06], // group within a group
      ...[0xa5, 0x06, 1, 2, 3, 4], // fixed32
    ]);
    const span = Buffer.concat([unknown, encodeMessage('Span', { ...IDS, name: 'kept' }), unknown]);
    const bytes = Buffer.concat([
      unknown,
      frame(1, Buffer.concat([unknown, frame(2, Buffer.concat([unknown, frame(2, span)]))])),
    ]);
    expect(spansIn(bytes).groups[0]?.spans[0]?.name).toBe('kept');
  });

  it('passes over a known field of another wire type', () => {
    const name = Buffer.from([0x28, 0x05]); // field 5 as a varint
    const span = Buffer.concat([encodeMessage('Span', IDS), name]);
    expect(spansIn(frame(1, frame(2, frame(2, span)))).groups[0]?.spans[0]?.name).toBe('');
  });

  it('tolerates text that is no UTF-8', () => {
    const span = Buffer.concat([encodeMessage('Span', IDS), frame(5, Buffer.from([0x61, 0xff, 0x62]))]);
    expect(spansIn(frame(1, frame(2, frame(2, span)))).groups[0]?.spans[0]?.name).toBe('a\ufffdb');
  });

  it('refuses only the span that is broken within its own frame', () => {
    const good = frame(2, encodeMessage('Span', { ...IDS, name: 'good' }));
    const bad = frame(2, Buffer.from([0x2a, 0x7f, 0x61]));
    const batch = spansIn(frame(1, frame(2, Buffer.concat([bad, good, bad]))));
    expect(batch.groups[0]?.spans.map((span) => span.name)).toEqual(['good']);
    expect(batch.rejected.byCode).toEqual({ malformed: 2 });
    expect(batch.rejected.first[0]).toMatch(/^span 0: a frame of 127 bytes where 1 are left at byte \d+$/);
  });

  it.each([
    ['an id of the wrong length', { trace_id: Buffer.from('abcd', 'hex') }, 'bad_trace_id'],
    ['a trace id of zeros', { trace_id: Buffer.alloc(16) }, 'bad_trace_id'],
    ['no span id', { span_id: Buffer.alloc(0) }, 'bad_span_id'],
  ])('refuses a span with %s', (_, span, code) => {
    const batch = spansIn(oneSpan(span));
    expect(batch.groups[0]?.spans).toEqual([]);
    expect(batch.rejected.byCode).toEqual({ [code]: 1 });
  });

  it('says where a request is broken', () => {
    expect(decodeProtobuf('traces', Buffer.from([0x0a, 0x05, 0x01]))).toEqual({
      ok: false,
      message: 'not an OTLP request in protobuf: a frame of 5 bytes where 1 are left at byte 2',
    });
    expect(decodeProtobuf('traces', Buffer.from('{"resourceSpans":[]}')).ok).toBe(false);
  });

  it('takes the empty body for the empty request', () => {
    expect(spansIn(Buffer.alloc(0)).groups).toEqual([]);
  });

  it('answers, and never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('traces' as const, 'logs' as const),
        (bytes, signal) => {
          expect(typeof decodeProtobuf(signal, bytes).ok).toBe('boolean');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('answers, and never throws, when bytes of a good request are changed', () => {
    fc.assert(
      fc.property(
        traceRequests(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
        (request, changes) => {
          const bytes = Buffer.from(encodeMessage('ExportTraceServiceRequest', request));
          for (const [at, to] of changes) if (bytes.length > 0) bytes[at % bytes.length] = to;
          expect(typeof decodeProtobuf('traces', bytes).ok).toBe('boolean');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cuts off values that are nested without end', () => {
    let value: Buffer = frame(1, Buffer.from('deep'));
    for (let depth = 0; depth < 200; depth += 1) value = frame(5, frame(1, value));
    const deep = frame(9, Buffer.concat([frame(1, Buffer.from('a')), frame(2, value)]));
    const flat = frame(9, encodeMessage('KeyValue', { key: 'b', value: { bool_value: true } }));
    const span = spansIn(
      frame(1, frame(2, frame(2, Buffer.concat([encodeMessage('Span', IDS), deep, flat])))),
    );
    expect(span.groups[0]?.spans[0]?.attributes.get('b')).toBe(true);
    expect(JSON.stringify(span.groups[0]?.spans[0]?.attributes.get('a'))).toContain('nested too deeply');
  });
});

describe('log records in protobuf', () => {
  it('take their name and the time when they happened, else when they were observed', () => {
    const bytes = encodeMessage('ExportLogsServiceRequest', {
      resource_logs: [
        {
          scope_logs: [
            {
              log_records: [
                {
                  event_name: 'a',
                  time_unix_nano: '5',
                  observed_time_unix_nano: '9',
                  body: { string_value: 'x' },
                },
                { event_name: 'b', observed_time_unix_nano: '9', ...IDS },
              ],
            },
          ],
        },
      ],
    });
    const result = decodeProtobuf('logs', bytes);
    if (!result.ok) throw new Error(result.message);
    expect(result.batch.groups[0]?.logs).toEqual([
      { eventName: 'a', time: 5n, traceId: undefined, spanId: undefined, attributes: new Map() },
      {
        eventName: 'b',
        time: 9n,
        traceId: '0123456789abcdef0123456789abcdef',
        spanId: '00000000000000ff',
        attributes: new Map(),
      },
    ]);
  });
});
