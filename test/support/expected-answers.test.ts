import { describe, expect, it } from 'vitest';
import {
  differences,
  type ExpectedAnswers,
  lastTimeOf,
  readCases,
  type SeenAnswers,
  shiftTimes,
} from './expected-answers.ts';

const seen: SeenAnswers = {
  attempts: [
    {
      lastEventId: 'G1:7',
      session: 'live',
      verdict: 'fabricated',
      claimed: 'continuous',
      delivery: 'lost',
      reasons: ['clamped_to_floor', 'gap'],
      tags: [],
      missing: [],
    },
  ],
  findings: [
    { kind: 'double_execution', strength: 'probable', tool: 'pay' },
    { kind: 'fabricated_continuity' },
  ],
};

const ofAttempt = (attempt: NonNullable<ExpectedAnswers['attempts']>[number]) =>
  differences({ attempts: [attempt] }, seen);

describe('comparing answers with a worked case', () => {
  it('finds nothing where all agree', () => {
    const expected: ExpectedAnswers = {
      attempts: [{ verdict: 'fabricated', primary: 'clamped_to_floor', reasons: ['gap'], delivery: 'lost' }],
      must: ['fabricated_continuity'],
      mustNot: ['resync'],
      counts: { fabricated_continuity: 1, resync: 0 },
      double: [{ tool: 'pay', strength: 'probable' }],
      mustNotStrength: ['proven'],
    };
    expect(differences(expected, seen)).toEqual([]);
  });

  it('names every kind of difference of an attempt', () => {
    expect(ofAttempt({ verdict: 'continuous' })).toHaveLength(1);
    expect(ofAttempt({ session: 'gone', delivery: 'clean', claimed: 'refused' })).toHaveLength(3);
    expect(ofAttempt({ lastEventId: 'G1:8' })).toHaveLength(1);
    expect(ofAttempt({ primary: 'gap' })).toHaveLength(1);
    expect(ofAttempt({ reasons: ['gap', 'forked'] })).toHaveLength(1);
    expect(ofAttempt({ reasonsAny: ['forked', 'redelivery'] })).toHaveLength(1);
    expect(ofAttempt({ conflict: true })).toHaveLength(1);
    expect(ofAttempt({ missing: true })).toHaveLength(1);
    expect(differences({ attempts: [] }, seen)).toHaveLength(1);
  });

  it('names every kind of difference of the findings', () => {
    expect(differences({ must: ['fork'] }, seen)).toHaveLength(1);
    expect(differences({ mustNot: ['double_execution'] }, seen)).toHaveLength(1);
    expect(differences({ counts: { double_execution: 2 } }, seen)).toHaveLength(1);
    expect(differences({ mustNotStrength: ['probable'] }, seen)).toHaveLength(1);
    expect(differences({ double: [{ tool: 'pay', strength: 'proven' }] }, seen)).toHaveLength(1);
    const twice = { tool: 'pay', strength: 'probable' };
    expect(differences({ double: [twice, twice] }, seen)).toHaveLength(1);
  });

  it('moves all times of a document together and nothing else', () => {
    const [first] = readCases();
    if (!first) throw new Error('there are no worked cases');
    const last = lastTimeOf(first.otlp);
    const moved = shiftTimes(first.otlp, last + 5_000n);
    expect(lastTimeOf(moved)).toBe(last + 5_000n);
    expect(shiftTimes(moved, last)).toBe(first.otlp);
  });
});
