import { describe, expect, it } from 'vitest';
import { MAX_TEXT_BYTES } from '#collector/ingest/clean-text.ts';
import type { AttributeValue } from '#domain/facts.ts';
import { asText, factOf, ingest, type Plain } from './ingest-harness.ts';

const RAW = 'a7b1c2d3-0000-4000-8000-000000000001';

/** The attribute `k` as it is kept, in a fact of the session RAW. */
function kept(value: Plain, key = 'k'): AttributeValue | undefined {
  return factOf({ name: 'seamark.heartbeat', attributes: { 'mcp.session.id': RAW, [key]: value } })
    .attributes[key];
}

describe('payloads and credentials', () => {
  it.each([
    'gen_ai.tool.call.arguments',
    'gen_ai.tool.call.result',
    'gen_ai.input.messages',
    'gen_ai.prompt.0.content',
    'mcp.request.argument.card',
    'mcp.tool.result.content',
    'traceloop.entity.input',
    'input.value',
    'output.value',
    'ai.toolCall.args',
    'http.request.body',
    'http.response.body.text',
    'http.request.header.authorization',
    'http.request.header.Authorization',
    'http.request.header.proxy_authorization',
    'http.request.header.cookie',
    'http.response.header.set-cookie',
    'http.request.header.x-api-key',
    'http.request.header.mcp-resumption-token',
    'cookie',
  ])('are not kept under %s', (key) => {
    expect(kept('secret', key)).toBeUndefined();
    expect(kept(['secret'], key)).toBeUndefined();
    expect(kept({ [key]: 'secret', fine: 1 }, 'headers')).toBe('{"fine":1}');
  });

  it.each([
    'seamark.resumption.token',
    'mcp.resumption.token',
    'http.request.body.size',
    'http.response.body.size',
    'gen_ai.tool.name',
    'mcp.resource.uri',
  ])('are not what stands under %s', (key) => {
    expect(kept('present', key)).toBe('present');
  });

  it.each([
    ['Bearer abcdefgh12345678', 'Bearer {dropped}'],
    ['basic information', 'basic information'],
    ['{"authorization":"Basic dXNlcjpwYXNz","x":1}', '{"authorization":{dropped},"x":1}'],
    ['http://x/?access_token=abc&key=def&x=1', 'http://x/?access_token={dropped}&key={dropped}&x=1'],
    ['cookie: sid=1; other=2\r\nhost: x', 'cookie: {dropped}\r\nhost: x'],
  ])('are taken out of text: %s', (text, clean) => {
    expect(kept(text)).toBe(clean);
  });
});

describe('text from strangers', () => {
  it('has no NUL and no lone surrogate, in values, keys and names', () => {
    const text = `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"a\\u0000b"}}]},"scopeSpans":[{"spans":[{
      "traceId":"0123456789abcdef0123456789abcdef","spanId":"00000000000000ff","name":"seamark.heartbeat","startTimeUnixNano":"1",
      "attributes":[{"key":"k\\u0000","value":{"stringValue":"x\\ud800y\\udc00z\\u0000 \\ud83d\\ude00"}},{"key":"mcp.session.id","value":{"stringValue":"a\\u0000\\ud800"}}]}]}]}]}`;
    const [fact] = ingest(text).facts;
    expect(fact?.service).toBe('a\ufffdb');
    expect(fact?.attributes['k\ufffd']).toBe('x\ufffdy\ufffdz\ufffd 😀');
    expect(asText(fact ? [fact] : [])).not.toMatch(/\\u0000|\\ud800/);
  });

  it('is cut at 4 KiB, at a character, and marked', () => {
    const exact = 'x'.repeat(MAX_TEXT_BYTES);
    expect(kept(exact)).toBe(exact);
    for (const long of [`${exact}y`, '😀'.repeat(2000), 'é'.repeat(100_000), `${'x'.repeat(5_000_000)}`]) {
      const clean = String(kept(long));
      expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
      expect(Buffer.byteLength(clean)).toBeGreaterThan(MAX_TEXT_BYTES - 10);
      expect(clean).toMatch(/^(x+|😀+|é+)…\{cut [0-9a-f]{12}\}$/u);
    }
  });

  it('stays different where it is cut', () => {
    const long = 'x'.repeat(10_000);
    expect(kept(`${long}1`)).not.toBe(kept(`${long}2`));
    expect(kept(`${long}1`)).toBe(kept(`${long}1`));
  });

  it('has no part of a session id at the place of the cut', () => {
    for (let before = MAX_TEXT_BYTES - 60; before < MAX_TEXT_BYTES + 5; before += 3) {
      expect(String(kept('x'.repeat(before) + RAW))).not.toContain('a7b1c2');
    }
    for (const before of [16_350, 16_370, 16_384])
      expect(String(kept(RAW.repeat(400) + 'x'.repeat(before) + RAW))).not.toContain('a7b1c2');
  });

  it('is kept as what it was, if it is a number, a truth, bytes or a list', () => {
    const values = { int: 5, real: 1.5, yes: true, none: null, list: [1, 'a', [true]] };
    const fact = factOf({ name: 'seamark.heartbeat', attributes: values });
    expect(fact.attributes).toEqual(values);
  });

  it('is bounded in number', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index]));
    const fact = factOf({ name: 'seamark.heartbeat', attributes: { ...many, list: [] } });
    expect(Object.keys(fact.attributes)).toHaveLength(128);
    const late = factOf({ name: 'seamark.stream.evict', attributes: { ...many, 'seamark.stream.floor': 7 } });
    expect(late).toMatchObject({ floor: 7 });
  });

  it('may have the key __proto__ like any other', () => {
    const fact = factOf({
      name: 'seamark.heartbeat',
      attributes: JSON.parse('{"__proto__":"x","constructor":"y"}'),
    });
    expect(Object.entries(fact.attributes)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});
