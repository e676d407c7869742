import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sessionKey, unixNanos } from '#domain/brand.ts';
import { ALL_CHECKS } from '#domain/checks/index.ts';
import { EMPTY_CONTEXT } from '#domain/context.ts';
import type { Fact } from '#domain/facts.ts';
import { judge } from '#domain/judge.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { ESSENTIAL } from '#domain/verdicts/verdict-table.ts';
import { arbitraryFacts } from '#test/support/arbitrary-facts.ts';
import { attemptsOf, lastAttempt } from '#test/support/judge-story.ts';

const HORIZON = unixNanos(1_793_620_000_000_000_000n);

const judged = (facts: readonly Fact[]) =>
  judge({
    session: sessionKey('S'),
    facts,
    context: EMPTY_CONTEXT,
    horizon: HORIZON,
    settings: DEFAULT_SETTINGS,
  });

const RUNS = { numRuns: 400 };

describe('whatever the facts', () => {
  test('any order and any repetition gives the same judgement', () => {
    const shuffledTwice = arbitraryFacts.chain((facts) =>
      fc.tuple(
        fc.constant(facts),
        fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(shuffledTwice, ([facts, again]) => {
        expect(judged(again)).toEqual(judged(facts));
      }),
      RUNS,
    );
  });

  test('what a fabricated verdict says is shown by a check that fails', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        for (const attempt of judged(facts).attempts) {
          if (attempt.verdict !== 'fabricated') continue;
          const failing = attempt.checks.filter((check) => check.result === 'fails');
          expect(failing.length).toBeGreaterThan(0);
          expect(failing.every((check) => check.facts.length > 0)).toBe(true);
          expect(attempt.reasons.length).toBeGreaterThan(0);
        }
      }),
      RUNS,
    );
  });

  test('a continuous verdict has no essential fact unknown and none refuted', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        for (const attempt of judged(facts).attempts) {
          if (attempt.verdict !== 'continuous') continue;
          const essential = attempt.checks.filter((check) => ESSENTIAL.includes(check.check));
          expect(essential.filter((check) => check.result === 'unknown' || check.result === 'fails')).toEqual(
            [],
          );
          expect(attempt.missing).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  test('no verdict stands without evidence, and what cannot be told says what is missing', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        for (const attempt of judged(facts).attempts) {
          if (attempt.verdict === 'not_applicable') continue;
          if (attempt.verdict === 'indeterminate') expect(attempt.missing.length).toBeGreaterThan(0);
          else expect(attempt.checks.some((check) => check.facts.length > 0)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test('the generated sessions reach every verdict, or the properties would prove little', () => {
    const seen = new Set<string>();
    for (const facts of fc.sample(arbitraryFacts, { numRuns: 2000, seed: 7 })) {
      for (const attempt of attemptsOf(facts)) seen.add(attempt.verdict);
    }
    expect([...seen].sort()).toEqual(
      [
        'continuous',
        'fabricated',
        'indeterminate',
        'misrefused',
        'new_stream',
        'not_applicable',
        'refused',
        'resynced',
      ].sort(),
    );
  });
});

describe('a check that throws', () => {
  const text = `
    10:00:00 node-1 opens S as inc-1
    +1s      attach G1 get k1
    +49s     detach G1 k1 network
    +10s     resume with G1:10 sound window 1..20 -> 200 replayed first G1:11 count 10`;

  test.each(ALL_CHECKS.map((check) => check.id))(
    '%s is contained: unknown with a code, the others still count',
    (id) => {
      const checks = ALL_CHECKS.map((check) =>
        check.id === id
          ? {
              ...check,
              run: () => {
                throw new Error('broken');
              },
            }
          : check,
      );
      const attempt = lastAttempt(text, { checks });
      expect(attempt.checks.find((check) => check.check === id)).toMatchObject({
        result: 'unknown',
        error: 'SMK-301',
      });
      expect(attempt.checks.filter((check) => check.error !== undefined)).toHaveLength(1);
      if (ESSENTIAL.includes(id)) {
        expect(attempt.verdict).toBe('indeterminate');
        expect(attempt.missing.length).toBeGreaterThan(0);
      }
    },
  );
});
