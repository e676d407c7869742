import type postgres from 'postgres';
import type { AliasGroup } from '#db/queries/alias-groups.ts';
import { sessionContext } from '#db/queries/session-context.ts';
import type { Within } from '#db/queries/session-questions.ts';
import { fromEpochMs, msToNanos, type UnixNanos, unixNanos } from '#domain/brand.ts';
import type { ContextQuestions, SessionContext } from '#domain/context.ts';
import type { Fact } from '#domain/facts.ts';
import { judge, questionsOf } from '#domain/judge.ts';
import type { Judgement } from '#domain/judgement.ts';
import type { JudgeSettings } from '#domain/settings.ts';

/** A session as it was judged, with what it asked and what it answers. */
export interface GroupJudgement {
  readonly judgement: Judgement;
  readonly questions: ContextQuestions;
  readonly opens: SessionContext['clientOpens'];
  readonly opensWithin: Within;
  readonly horizon: UnixNanos;
}

export interface JudgeRules {
  readonly settings: JudgeSettings;
  /** Milliseconds since the Unix epoch. */
  readonly clock: () => number;
}

/** Judges the facts of one session: asks the store what others know, then asks the domain. */
export async function judgeGroup(
  tx: postgres.TransactionSql,
  held: { readonly group: AliasGroup; readonly facts: readonly Fact[] },
  rules: JudgeRules,
): Promise<GroupJudgement> {
  const { group, facts } = held;
  const questions = questionsOf(facts, rules.settings);
  const opens = opensIn(facts);
  const opensWithin = around(facts, rules.settings);
  const context = await sessionContext(tx, {
    members: group.keys,
    questions,
    runs: facts.filter((fact) => fact.kind === 'execution'),
    ownOpens: opens,
    opensWithin,
  });
  const horizon = fromEpochMs(rules.clock());
  const judgement = judge({ session: group.canonical, facts, context, horizon, settings: rules.settings });
  return { judgement, questions, opens, opensWithin, horizon };
}

/** Opens of clients of known identity, as the facts of this session tell of them. */
function opensIn(facts: readonly Fact[]): SessionContext['clientOpens'] {
  return facts.flatMap((fact) =>
    fact.kind === 'open' && fact.clientId !== undefined
      ? [{ clientId: fact.clientId, session: fact.session, at: fact.at }]
      : [],
  );
}

/** The life of a session and twice the time that its client has to open another one (domain.md section 6). */
function around(facts: readonly Fact[], settings: JudgeSettings): Within {
  let from = facts[0]?.at ?? unixNanos(0n);
  let to = from;
  for (const { at } of facts) {
    if (at < from) from = at;
    if (at > to) to = at;
  }
  const reach = 2n * msToNanos(settings.noNewSessionMs);
  return { from: unixNanos(from - reach), to: unixNanos(to + reach) };
}
