import { describe, expect, test } from 'vitest';
import { deliveryText, givenText, owedText } from '#domain/words-info/attempt-words.ts';

const attempt = {
  checks: [],
  given: 'claim',
  owed: 'replay',
  verdict: 'fabricated',
  delivery: 'unresolved',
  lastEventId: 'G1:1',
} as const;

describe('the words for an attempt', () => {
  test.each([
    [[1, 2], 'a replay of event 2'],
    [[1, 4], 'a replay of events 2 to 4'],
    [[4, 4], 'a replay of nothing'],
  ] as const)('name the events that were owed: %o', (owedRange, words) => {
    expect(owedText({ ...attempt, owedRange })).toBe(words);
  });

  test('have none for what cannot be told', () => {
    expect(owedText({ ...attempt, owed: 'unknown' })).toBeUndefined();
  });

  test('accuse no stream that really went on', () => {
    expect(givenText({ ...attempt, verdict: 'continuous' })).toBe('a stream that goes on');
    expect(givenText(attempt)).toBe('a stream that claims to go on');
  });

  test('say that a client was turned away only where it was refused', () => {
    expect(deliveryText(attempt)).toBe('events were still owed on the old stream');
    expect(deliveryText({ ...attempt, given: 'refusal' })).toContain('turned away');
  });
});
