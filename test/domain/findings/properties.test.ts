import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UnixNanos, unixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { FINDING_KINDS } from '#domain/words.ts';
import { arbitraryFacts } from '#test/support/arbitrary-facts.ts';
import { findIn } from '#test/support/find-in-story.ts';
import { hourAfter } from '#test/support/story.ts';

/** The same facts in another order, some of them twice. */
function shuffled(facts: readonly Fact[], seed: readonly number[]): readonly Fact[] {
  const order = facts.map((fact, index) => ({ fact, key: seed[index % seed.length] ?? index, index }));
  order.sort((a, b) => a.key - b.key || b.index - a.index);
  const mixed = order.map(({ fact }) => fact);
  return [...mixed, ...mixed.filter((_, index) => (seed[index % seed.length] ?? 0) % 2 === 0)];
}

/** An hour before the horizon that stories have is the end of their last fact. */
const endOf = (facts: readonly Fact[]): UnixNanos => unixNanos(hourAfter(facts) - 3_600_000_000_000n);

const seeds = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 40 });

describe('findings', () => {
  it('are the same in any order and with any repetition of the facts', () => {
    fc.assert(
      fc.property(arbitraryFacts, seeds, (facts, seed) => {
        const horizon = hourAfter(facts);
        const { findings, judgeAgainAt } = findIn(facts, { horizon });
        const again = findIn(shuffled(facts, seed), { horizon });
        expect(again.findings).toEqual(findings);
        expect(again.judgeAgainAt).toEqual(judgeAgainAt);
      }),
      { numRuns: 300 },
    );
  });

  it('have their own ids, evidence out of the facts and a whole sentence', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const ids = new Set<string>(facts.map(({ id }) => id));
        const { findings } = findIn(facts);
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
        for (const finding of findings) {
          expect(finding.evidence.length).toBeGreaterThan(0);
          expect(finding.evidence.every(({ fact }) => fact === undefined || ids.has(fact))).toBe(true);
          expect(finding.sentence).toMatch(/^[A-Z\w].*[^.]\.$/s);
          expect(finding.sentence).not.toMatch(/undefined|NaN|\[object/);
          expect(finding.at <= finding.until).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('of most kinds are reached by the generated sessions, or the properties would say little', () => {
    const samples = fc.sample(arbitraryFacts, { numRuns: 800, seed: 11 });
    const met = new Set(samples.flatMap((facts) => findIn(facts).findings.map(({ kind }) => kind)));
    expect(FINDING_KINDS.filter((kind) => met.has(kind)).length).toBeGreaterThan(14);
  });

  it('that wait are found at the time that was promised', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const last = endOf(facts);
        const early = findIn(facts, { horizon: last });
        if (early.judgeAgainAt === undefined) return;
        const just = findIn(facts, { horizon: unixNanos(early.judgeAgainAt - 1n) });
        const then = findIn(facts, { horizon: early.judgeAgainAt });
        expect(just.findings).toEqual(early.findings);
        expect(then.findings).not.toEqual(early.findings);
      }),
      { numRuns: 200 },
    );
  });
});
