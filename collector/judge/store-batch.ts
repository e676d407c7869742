import type postgres from 'postgres';
import { markDirty } from '#db/queries/dirty-sessions.ts';
import { addToCounts } from '#db/queries/minute-counts.ts';
import { earliest, latest, writeMembers } from '#db/queries/session-members.ts';
import {
  anyoneAsksForEvents,
  askersOf,
  questionRows,
  storeQuestions,
} from '#db/queries/session-questions.ts';
import { storeJudgements } from '#db/queries/store-judgements.ts';
import type { ExecutionFact, Fact } from '#domain/facts.ts';
import {
  disturbanceAnswers,
  emissionAnswers,
  executionAnswers,
  type Judged,
  openAnswers,
} from './answers.ts';
import type { JudgedGroup } from './judge-batch.ts';

/**
 * Stores judged sessions and what they ask, makes the sessions dirty to which they have something new to say,
 * and brings the minute counts along, last, since those rows are shared.
 */
export async function storeBatch(tx: postgres.TransactionSql, batch: readonly JudgedGroup[]): Promise<void> {
  if (batch.length === 0) return;
  const keys = batch.flatMap(({ group }) => group.keys);
  await writeMembers(
    tx,
    batch.flatMap(({ members, group }) =>
      members.map((member) => ({ ...member, canonical_key: group.canonical })),
    ),
  );
  const changes = await storeJudgements(
    tx,
    batch.map(({ group, ...rest }) => ({ ...rest, members: group.keys })),
  );
  await storeQuestions(
    tx,
    keys,
    batch.flatMap(({ group, questions, facts, opensWithin }) =>
      questionRows({ sessionKey: group.canonical, questions, runs: runsIn(facts), opensWithin }),
    ),
  );
  const judged = batch.map((one) => ({ ...one, news: newsOf(one) }));
  const answers = [
    ...executionAnswers(changes, judged),
    ...openAnswers(changes),
    ...disturbanceAnswers(changes),
    ...(await newEmissions(tx, judged)),
  ];
  await markDirty(tx, [...changes.shownOn, ...(await askersOf(tx, answers))]);
  await addToCounts(tx, changes);
}

async function newEmissions(tx: postgres.TransactionSql, judged: readonly Judged[]) {
  return (await anyoneAsksForEvents(tx)) ? judged.flatMap(emissionAnswers) : [];
}

/** The times within which the facts lie for which a group was dirty; nothing when none came. */
function newsOf({ reasons }: JudgedGroup): Judged['news'] {
  const from = earliest(reasons.map((row) => row.from_at));
  const to = latest(reasons.map((row) => row.to_at));
  return from === undefined || to === undefined ? undefined : { from, to };
}

const runsIn = (facts: readonly Fact[]): readonly ExecutionFact[] =>
  facts.filter((fact) => fact.kind === 'execution');
