import fc from 'fast-check';

/** Requests of traces as plain objects for the library's encoder: every kind of value, ids good and bad. */
export function traceRequests(): fc.Arbitrary<object> {
  return fc.record({
    resource_spans: fc.array(
      fc.record(
        {
          resource: fc.record({ attributes: attributes() }),
          scope_spans: fc.array(
            fc.record(
              {
                scope: fc.record(
                  { name: text(), version: text(), attributes: attributes() },
                  { requiredKeys: [] },
                ),
                spans: fc.array(spans(), { maxLength: 4 }),
                schema_url: text(),
              },
              { requiredKeys: [] },
            ),
            { maxLength: 2 },
          ),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
  });
}

function spans(): fc.Arbitrary<object> {
  return fc.record(
    {
      trace_id: bytes(16),
      span_id: bytes(8),
      parent_span_id: bytes(8),
      trace_state: text(),
      name: text(),
      kind: fc.integer({ min: -1, max: 9 }),
      start_time_unix_nano: times(),
      end_time_unix_nano: times(),
      attributes: attributes(),
      dropped_attributes_count: fc.nat(),
      events: fc.array(
        fc.record({ time_unix_nano: times(), name: text(), attributes: attributes() }, { requiredKeys: [] }),
        { maxLength: 3 },
      ),
      links: fc.array(fc.record({ trace_id: bytes(16), span_id: bytes(8), attributes: attributes() }), {
        maxLength: 1,
      }),
      status: fc.record({ code: fc.integer({ min: 0, max: 3 }), message: text() }, { requiredKeys: [] }),
      flags: fc.nat(),
    },
    { requiredKeys: [] },
  );
}

function attributes(): fc.Arbitrary<object[]> {
  return fc.array(
    fc.record(
      { key: fc.oneof(text(), fc.constantFrom('__proto__', 'same', 'same')), value: values() },
      { requiredKeys: ['key'] },
    ),
    { maxLength: 4 },
  );
}

function values(): fc.Arbitrary<object> {
  const { value } = fc.letrec<{ value: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ string_value: text() }),
      fc.record({ bool_value: fc.boolean() }),
      fc.record({ int_value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
      fc.record({ double_value: fc.double() }),
      fc.record({ bytes_value: fc.uint8Array({ maxLength: 12 }).map((data) => Buffer.from(data)) }),
      fc.constant({}),
      fc.record({ array_value: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
      fc.record({
        kvlist_value: fc.record({
          values: fc.array(fc.record({ key: text(), value: tie('value') }), { maxLength: 3 }),
        }),
      }),
    ),
  }));
  return value;
}

/** Mostly of the right length, sometimes not, sometimes zeros. */
function bytes(length: number): fc.Arbitrary<Buffer> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.uint8Array({ minLength: length, maxLength: length }).map((data) => Buffer.from(data)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }).map((data) => Buffer.from(data)) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(length)) },
  );
}

function times(): fc.Arbitrary<string> {
  return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
}

/** Well-formed, since an encoder could not write anything else. */
function text(): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme', maxLength: 20 });
}
