import { describe, expect, test } from 'vitest';
import { parseAsRange, parseAsTarget } from '#app/_screens/selection.ts';
import { TARGET_KINDS } from '#domain/timeline/model-types.ts';

describe('what is selected, in the address', () => {
  test('comes back as it went, whatever characters its id has', () => {
    for (const kind of TARGET_KINDS) {
      const target = { kind, id: 'a:b/ü?&' };
      expect(parseAsTarget.parse(parseAsTarget.serialize(target))).toEqual(target);
    }
  });

  test('is nothing where the text is none', () => {
    for (const text of ['', 'attempt', 'attempt:', 'planet:9', ':x'])
      expect(parseAsTarget.parse(text)).toBeNull();
  });
});

describe('what is visible, in the address', () => {
  test('comes back to the microsecond', () => {
    const range = { from: 1_793_613_612_020.125, to: 1_793_613_612_020.5 };
    expect(parseAsRange.parse(parseAsRange.serialize(range))).toEqual(range);
  });

  test('is nothing where it makes no range', () => {
    for (const text of ['', '5', '5..5', '9..5', 'a..b', '..']) expect(parseAsRange.parse(text)).toBeNull();
  });
});
