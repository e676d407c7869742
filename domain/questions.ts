import { type EventId, msToNanos, unixNanos } from './brand.ts';
import type { ContextQuestions } from './context.ts';
import { isBareNumber } from './evidence/of-cursor.ts';
import type { ExecutionFact, Fact } from './facts.ts';
import { compareFacts } from './order.ts';
import { asOwn, namesOwnSession } from './session-marks.ts';
import type { JudgeSettings } from './settings.ts';

const distinct = <T>(values: Iterable<T>): readonly T[] => [...new Set(values)];

/** A session of which only clients report would ask of each event: the first ones are enough to show a foreign stream. */
const MAX_ASKED_IDS = 1_000;
/** The first of two runs may be old: the idle eviction that made its result vanish comes long after it. */
const REACH_BACK_MS = 24 * 3_600_000;

/** Ids that name more than a number, were presented or served here, and were never seen issued here: a replay is no issue. */
function foreignIds(facts: readonly Fact[]): readonly EventId[] {
  const seen = new Set(
    facts.flatMap((fact) => (fact.kind === 'emit' && !fact.replayed ? [fact.eventId] : [])),
  );
  const unseen = [...facts]
    .sort(compareFacts)
    .flatMap(arrivingIds)
    .filter((id): id is EventId => id !== undefined && !seen.has(id));
  return distinct(unseen.filter((id) => !isBareNumber(id) && !namesOwnSession(id)).map(asOwn)).slice(
    0,
    MAX_ASKED_IDS,
  );
}

/** Ids that came to this session from somewhere: presented, replayed, or received by its client. */
function arrivingIds(fact: Fact): readonly (EventId | undefined)[] {
  if (fact.kind === 'resumption') return [fact.lastEventId, fact.firstEventId];
  if (fact.kind === 'receive') return [fact.eventId];
  return fact.kind === 'emit' && fact.replayed ? [fact.eventId] : [];
}

/** Where the same call may have run elsewhere: a day before, or as long after as both windows reach. */
function callOf(fact: ExecutionFact, settings: JudgeSettings): ContextQuestions['calls'][number] | undefined {
  if (fact.tool === undefined || (fact.argumentsDigest === undefined && fact.idempotencyKey === undefined))
    return undefined;
  const reach = msToNanos(settings.disturbanceWindowMs + settings.possibleWindowMs);
  return {
    tool: fact.tool,
    argumentsDigest: fact.argumentsDigest,
    idempotencyKey: fact.idempotencyKey,
    from: unixNanos(fact.at - msToNanos(REACH_BACK_MS)),
    to: unixNanos(fact.end + reach),
  };
}

type Call = ContextQuestions['calls'][number];

function merge(calls: readonly Call[]): readonly Call[] {
  const byCall = new Map<string, Call>();
  for (const call of calls) {
    const key = JSON.stringify([call.tool, call.argumentsDigest, call.idempotencyKey]);
    const known = byCall.get(key);
    const from = known && known.from < call.from ? known.from : call.from;
    const to = known && known.to > call.to ? known.to : call.to;
    byCall.set(key, { ...call, from, to });
  }
  return [...byCall.values()];
}

/** What must be known of other sessions before `judge` can answer; from the facts alone. */
export function questionsOf(facts: readonly Fact[], settings: JudgeSettings): ContextQuestions {
  const calls = facts.flatMap((fact) => (fact.kind === 'execution' ? [callOf(fact, settings)] : []));
  return {
    service: facts.find((fact) => fact.observer === 'server')?.service ?? facts[0]?.service ?? '',
    eventIds: foreignIds(facts),
    calls: merge(calls.filter((call): call is Call => call !== undefined)),
    clientIds: distinct(facts.flatMap((fact) => (fact.clientId === undefined ? [] : [fact.clientId]))),
  };
}
