import { describe, expect, it } from 'vitest';
import type { OtlpSpan } from '#collector/otlp/batch.ts';
import { decodeJson } from '#collector/otlp/decode-json.ts';

const IDS = '"traceId":"0123456789ABCDEF0123456789abcdef","spanId":"00000000000000FF"';

function batchOf(text: string) {
  const result = decodeJson('traces', text);
  if (!result.ok) throw new Error(result.message);
  return result.batch;
}

/** A document with one span, whose members are given as text. */
function requestOf(members: string): string {
  return `{"resourceSpans":[{"scopeSpans":[{"spans":[{${members}}]}]}]}`;
}

function spanOf(members: string): OtlpSpan {
  const span = batchOf(requestOf(`${IDS},${members}`)).groups[0]?.spans[0];
  if (!span) throw new Error('no span');
  return span;
}

function attributeOf(value: string): unknown {
  return spanOf(`"attributes":[{"key":"k","value":${value}}]`).attributes.get('k');
}

describe('ids in JSON', () => {
  it('are hex of any case', () => {
    const span = spanOf('"parentSpanId":"ABCDEF0123456789"');
    expect([span.traceId, span.spanId, span.parentSpanId]).toEqual([
      '0123456789abcdef0123456789abcdef',
      '00000000000000ff',
      'abcdef0123456789',
    ]);
  });

  it.each([
    [
      '"traceId":"ASNFZ4mrze8BI0VniavN7w==","spanId":"00000000000000ff"',
      'bad_trace_id',
      'trace id is base64; OTLP/JSON carries ids as 32 hex digits',
    ],
    [
      '"traceId":"0123456789abcdef0123456789abcdef","spanId":"AAAAAAAAAP8="',
      'bad_span_id',
      'span id is base64; OTLP/JSON carries ids as 16 hex digits',
    ],
    ['"spanId":"00000000000000ff"', 'bad_trace_id', 'trace id is missing'],
    ['"traceId":null,"spanId":"00000000000000ff"', 'bad_trace_id', 'trace id is missing'],
    [
      '"traceId":"00000000000000000000000000000000","spanId":"00000000000000ff"',
      'bad_trace_id',
      'trace id is all zeros',
    ],
    [
      '"traceId":"0123","spanId":"00000000000000ff"',
      'bad_trace_id',
      'trace id is not 16 bytes (32 hex digits)',
    ],
  ])('cost only their span where they are none: %s', (ids, code, reason) => {
    const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[{${ids}},{${IDS},"name":"good"}]}]}]}`;
    const batch = batchOf(text);
    expect(batch.groups[0]?.spans.map((span) => span.name)).toEqual(['good']);
    expect(batch.rejected).toEqual({
      count: 1,
      byCode: { [code]: 1 },
      first: [`resourceSpans[0].scopeSpans[0].spans[0]: ${reason}`],
    });
  });

  it('count a parent of zeros as none', () => {
    expect(spanOf('"parentSpanId":"0000000000000000"').parentSpanId).toBeUndefined();
  });
});

describe('numbers in JSON', () => {
  it.each([
    ['"1793613600123456789"'],
    ['1793613600123456789'],
    ['1.793613600123456789e18'],
    ['1793613600123456789.0'],
  ])('give the exact time when they are written as %s', (time) => {
    expect(spanOf(`"startTimeUnixNano":${time}`).start).toBe(1793613600123456789n);
  });

  it('leave numbers within texts alone', () => {
    const span = spanOf(
      '"name":"at 1793613600123456789, \\"12345678901234567\\" NaN","startTimeUnixNano":1793613600123456789',
    );
    expect(span.name).toBe('at 1793613600123456789, "12345678901234567" NaN');
    expect(span.start).toBe(1793613600123456789n);
  });

  it.each([
    ['{"intValue":"42"}', 42],
    ['{"intValue":42}', 42],
    ['{"intValue":-9007199254740993}', '-9007199254740993'],
    ['{"intValue":"9007199254740993"}', '9007199254740993'],
    ['{"intValue":1e3}', 1000],
    ['{"int_value":7}', 7],
    ['{"doubleValue":0.12345678901234566}', 0.12345678901234566],
    ['{"doubleValue":"1.5"}', 1.5],
    ['{"doubleValue":"NaN"}', Number.NaN],
    ['{"doubleValue":NaN}', Number.NaN],
    ['{"doubleValue":-Infinity}', Number.NEGATIVE_INFINITY],
    ['{"doubleValue":null}', null],
  ])('%s is %s', (json, value) => {
    expect(attributeOf(json)).toEqual(value);
  });

  it.each(['"abc"', '1.5', '"1.5"', 'true', '{}'])('refuse a span whose time is %s', (time) => {
    const batch = batchOf(requestOf(`${IDS},"startTimeUnixNano":${time}`));
    expect(batch.rejected.byCode).toEqual({ malformed: 1 });
    expect(batch.rejected.first[0]).toContain('a time is not a whole number');
  });
});

describe('values in JSON', () => {
  it.each([
    ['{}', null],
    ['null', null],
    ['{"stringValue":null}', null],
    ['{"stringValue":"x"}', 'x'],
    ['{"string_value":"x"}', 'x'],
    ['{"boolValue":true}', true],
    ['{"boolValue":"true"}', true],
    ['{"boolValue":false}', false],
    ['{"arrayValue":{"values":[{"stringValue":"a"},{},null,{"intValue":"1"}]}}', ['a', null, null, 1]],
    ['{"arrayValue":{}}', []],
    ['{"array_value":{"values":null}}', []],
    ['{"kvlistValue":{"values":[{"key":"a","value":{"boolValue":true}}]}}', new Map([['a', true]])],
    ['{"bytesValue":"AQID"}', new Uint8Array([1, 2, 3])],
    ['{"futureValue":1}', null],
    ['"bare"', 'bare'],
  ])('%s', (json, value) => {
    expect(attributeOf(json)).toEqual(value);
  });

  it('are cut off where they are nested without end', () => {
    const deep = `${'{"arrayValue":{"values":['.repeat(5000)}{"intValue":1}${']}}'.repeat(5000)}`;
    expect(JSON.stringify(attributeOf(deep))).toContain('nested too deeply');
  });

  it('never cost the span when an attribute is nonsense', () => {
    const span = spanOf(
      '"attributes":[5,null,"x",{"key":null,"value":7},{"key":"__proto__","value":{"stringValue":"p"}},{"key":"k","value":{"stringValue":"v"}}]',
    );
    expect([...span.attributes]).toEqual([
      ['', 7],
      ['__proto__', 'p'],
      ['k', 'v'],
    ]);
  });
});

describe('forms of JSON', () => {
  it('may be snake_case throughout', () => {
    const text = `{"resource_spans":[{"resource":{"attributes":[{"key":"service.name","value":{"string_value":"s"}}]},"scope_spans":[{"scope":{"name":"sc"},"spans":[{
      "trace_id":"0123456789abcdef0123456789abcdef","span_id":"00000000000000ff","parent_span_id":"0000000000000001","start_time_unix_nano":"5","end_time_unix_nano":"6",
      "events":[{"time_unix_nano":"5","name":"e"}],"status":{"code":"STATUS_CODE_ERROR"},"kind":"SPAN_KIND_SERVER"}]}]}]}`;
    const group = batchOf(text).groups[0];
    expect(group?.resource.get('service.name')).toBe('s');
    expect(group?.scope.name).toBe('sc');
    expect(group?.spans[0]).toMatchObject({
      parentSpanId: '0000000000000001',
      start: 5n,
      end: 6n,
      kind: 'server',
      failed: true,
      events: [{ name: 'e', time: 5n }],
    });
  });

  it.each([
    ['2', 'server'],
    ['"2"', 'server'],
    ['"SPAN_KIND_CLIENT"', 'client'],
    ['"CLIENT"', 'client'],
    ['"client"', 'client'],
    ['"SPAN_KIND_OF_THE_FUTURE"', 'unspecified'],
    ['99', 'unspecified'],
    ['null', 'unspecified'],
  ])('take the kind %s for %s', (kind, expected) => {
    expect(spanOf(`"kind":${kind}`).kind).toBe(expected);
  });

  it('may have null for any field, and fields nobody knows', () => {
    const span = spanOf(
      '"parentSpanId":null,"name":null,"kind":null,"startTimeUnixNano":null,"endTimeUnixNano":null,"attributes":null,"events":null,"links":null,"status":null,"future":{"a":[1]}',
    );
    expect(span).toMatchObject({
      name: '',
      kind: 'unspecified',
      start: 0n,
      end: 0n,
      events: [],
      failed: false,
    });
    expect(batchOf('{"resourceSpans":null}').groups).toEqual([]);
    expect(
      batchOf('{"resourceSpans":[null,{"resource":null,"scopeSpans":[null,{"scope":null,"spans":null}]}]}')
        .groups,
    ).toHaveLength(1);
  });

  it('may begin with a byte order mark', () => {
    expect(batchOf(`\ufeff${requestOf(IDS)}`).groups[0]?.spans).toHaveLength(1);
  });

  it('may hold no spans at all', () => {
    expect(batchOf('{}').groups).toEqual([]);
  });
});

describe('a broken document', () => {
  it.each([
    ['', 'the body is empty, expected JSON'],
    ['{"resourceSpans":[}', 'not JSON: unexpected character at line 1, column 19 (position 18)'],
    ['{"resourceSpans":\n [{"a" 1}]}', 'not JSON: unexpected character at line 2, column 8 (position 25)'],
    ['{"resourceSpans":[', 'not JSON: the text ends too early at line 1, column 19 (position 18)'],
    ['{"a":"secret\\q"}', 'not JSON: unexpected character at line 1, column 6 (position 5)'],
    ['{} x', 'not JSON: unexpected character at line 1, column 4 (position 3)'],
    ['[]', 'the body: expected an object'],
    ['{"resourceSpans":{}}', 'resourceSpans: expected a list'],
    ['{"resourceSpans":[7]}', 'resourceSpans[0]: expected an object'],
    [
      '{"resourceSpans":[{"scopeSpans":[{"spans":"x"}]}]}',
      'resourceSpans[0].scopeSpans[0].spans: expected a list',
    ],
  ])('%j is refused with the place', (text, message) => {
    expect(decodeJson('traces', text)).toEqual({ ok: false, message });
  });

  it('is told of without its text, also when it is large', () => {
    const result = decodeJson('traces', `{"a":"${'x'.repeat(5_000_000)}",,"secret":1}`);
    expect(result).toEqual({
      ok: false,
      message: 'not JSON: unexpected character at line 1, column 5000009 (position 5000008)',
    });
  });

  it('costs one span where the span is no object', () => {
    const batch = batchOf(`{"resourceSpans":[{"scopeSpans":[{"spans":[7,{${IDS}}]}]}]}`);
    expect(batch.groups[0]?.spans).toHaveLength(1);
    expect(batch.rejected.first).toEqual(['resourceSpans[0].scopeSpans[0].spans[0]: expected an object']);
  });
});

describe('log records in JSON', () => {
  it('are read by the same rules', () => {
    const result = decodeJson(
      'logs',
      '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"e","timeUnixNano":1793613600123456789,"attributes":[{"key":"a","value":{"intValue":"1"}}],"body":{"stringValue":"secret"}},{"event_name":"f","observedTimeUnixNano":"7","traceId":"zz"}]}]}]}',
    );
    if (!result.ok) throw new Error(result.message);
    expect(result.batch.groups[0]?.logs).toEqual([
      {
        eventName: 'e',
        time: 1793613600123456789n,
        traceId: undefined,
        spanId: undefined,
        attributes: new Map([['a', 1]]),
      },
      { eventName: 'f', time: 7n, traceId: undefined, spanId: undefined, attributes: new Map() },
    ]);
  });
});
