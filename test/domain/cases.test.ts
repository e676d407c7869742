import { describe, expect, test } from 'vitest';
import { factsFromOtlpJson } from '#collector/ingest/facts-from-json.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { type SessionKey, unixNanos } from '#domain/brand.ts';
import { EMPTY_CONTEXT } from '#domain/context.ts';
import type { Fact } from '#domain/facts.ts';
import { judge } from '#domain/judge.ts';
import type { Judgement } from '#domain/judgement.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { differences, lastTimeOf, readCases } from '#test/support/expected-answers.ts';

const HOUR = 3_600_000_000_000n;
const sessionIds = createSessionIds({ secretKey: 'a key for tests', mode: 'hashed' });

/** Judges every session of a case, then again knowing what the first round found in the others. */
function judgeAll(facts: readonly Fact[], horizon: bigint): ReadonlyMap<SessionKey, Judgement> {
  const keys = [...new Set(facts.map((fact) => fact.session))];
  const judgeOne = (session: SessionKey, context = EMPTY_CONTEXT): Judgement =>
    judge({
      session,
      facts: facts.filter((fact) => fact.session === session),
      context,
      horizon: unixNanos(horizon),
      settings: DEFAULT_SETTINGS,
    });
  const alone = new Map(keys.map((key) => [key, judgeOne(key)]));
  return new Map(
    keys.map((key) => {
      const others = [...alone].filter(([other]) => other !== key).map(([, judgement]) => judgement);
      const relatedExecutions = others.flatMap(({ executions, disturbances }) =>
        executions.map((execution) => ({ execution, disturbances })),
      );
      const clientOpens = facts.flatMap((fact) =>
        fact.kind === 'open' && fact.clientId !== undefined
          ? [{ clientId: fact.clientId, session: fact.session, at: fact.at }]
          : [],
      );
      const clientDisturbances = others.flatMap(({ disturbances }) =>
        disturbances.filter(({ clientId }) => clientId !== undefined),
      );
      return [
        key,
        judgeOne(key, { foreignEmissions: [], relatedExecutions, clientDisturbances, clientOpens }),
      ];
    }),
  );
}

describe.each(readCases())('$name', ({ otlp, expected }) => {
  test(expected.story, () => {
    const result = factsFromOtlpJson(otlp, { sessionIds });
    if (!result.ok) throw new Error(result.message);
    const judgements = judgeAll(result.facts, lastTimeOf(otlp) + HOUR);
    for (const session of expected.sessions) {
      const judgement = judgements.get(sessionIds.keyOf(session.id));
      expect(judgement).toBeDefined();
      if (judgement) expect(differences(session, judgement)).toEqual([]);
    }
    if (expected.anywhere) {
      const without = [...judgements.values()].filter(({ session }) => session.startsWith('t:'));
      const together = {
        attempts: without.flatMap(({ attempts }) => attempts),
        findings: without.flatMap(({ findings }) => findings),
      };
      expect(differences(expected.anywhere, together)).toEqual([]);
    }
    expect([...judgements.values()].flatMap(({ broken }) => broken)).toEqual([]);
  });
});

test('the cases are all there', () => {
  expect(readCases().length).toBeGreaterThanOrEqual(44);
});
