import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { factsFromOtlpJson } from '#collector/ingest/facts-from-json.ts';
import { createSessionIds } from '#db/session-ids.ts';
import type { Fact } from '#domain/facts.ts';
import { readCases, shiftTimes } from '#test/support/expected-answers.ts';
import { type JudgedDatabase, judgedDatabase } from './judged-database.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;
const sessionIds = createSessionIds({ secretKey: 'a secret key for tests only', mode: 'hashed' });

/** The facts of a worked case, its last one an hour before now. */
function factsOf(otlp: string): readonly Fact[] {
  const shifted = shiftTimes(otlp, BigInt(NOW - HOUR) * 1_000_000n);
  const result = factsFromOtlpJson(shifted, { sessionIds });
  if (!result.ok) throw new Error(result.message);
  return result.facts;
}

describe('each worked case, stored and judged in pieces', () => {
  let base: JudgedDatabase;
  beforeAll(async () => {
    base = await judgedDatabase();
  });
  afterEach(() => base.clear());
  afterAll(() => base.drop());

  it.each(readCases())('$name gives the same rows in any pieces and any order', async ({ otlp }) => {
    const facts = factsOf(otlp);
    await base.store(facts);
    await base.judge(NOW);
    const whole = await base.dump();
    expect(whole.sessions?.length).toBeGreaterThan(0);
    const counted = await base.counts();
    expect(counted.kept).toEqual(counted.recounted);

    const backwards = facts.map((fact) => [fact]).reverse();
    const halves = [facts.filter((_, index) => index % 2 === 1), facts, facts.filter((_, n) => n % 3 === 0)];
    for (const pieces of [backwards, halves]) {
      await base.clear();
      for (const piece of pieces) {
        await base.store(piece);
        await base.judge(NOW);
      }
      expect(await base.dump()).toEqual(whole);
      const again = await base.counts();
      expect(again.kept).toEqual(again.recounted);
    }
  });
});
