import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactInteger, exactInteger, quoteWideNumbers } from '#collector/otlp/exact-numbers.ts';

describe('a whole number', () => {
  it('keeps every digit, however it is written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        expect(exactInteger(value.toString())).toBe(value);
        expect(JSON.parse(quoteWideNumbers(`{"t":${value}}`)).t.toString()).toBe(value.toString());
        expect(BigInt(compactInteger(value))).toBe(value);
      }),
    );
  });

  it.each([
    ['1.5e1', 15n],
    ['1500e-2', 15n],
    ['1501e-2', undefined],
    ['+7', 7n],
    ['', undefined],
    ['0x10', undefined],
    ['1e999', undefined],
    [1.5, undefined],
    [2 ** 53, undefined],
    [null, undefined],
  ])('%s reads as %s', (text, value) => {
    expect(exactInteger(text)).toBe(value);
  });
});

describe('quoting of wide numbers', () => {
  it('changes nothing of what a double holds', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const numbers = (text: string) =>
          JSON.stringify(JSON.parse(text), (_, value) =>
            typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
          );
        expect(numbers(quoteWideNumbers(json))).toBe(numbers(json));
      }),
      { numRuns: 500 },
    );
  });
});
