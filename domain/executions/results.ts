import type { UnixNanos } from '../brand.ts';
import type { Execution } from '../judgement.ts';
import type { Deliveries } from '../log/deliveries.ts';
import { mayBeSame } from '../log/lives-of-facts.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { LoggedEvent } from '../log/stream-log.ts';

/** What is known of the answers to the calls of a session. */
export interface Answers {
  /** The result or error that a call produced, where its emission or reception was seen. */
  resultOf(execution: Execution): LoggedEvent | undefined;
  /** When it reached the client; absent: not seen to. */
  deliveredAt(execution: Execution): UnixNanos | undefined;
}

/**
 * Pairs calls with their results by request id and incarnation. Where one request id ran twice, results go to the
 * calls in the order in which those began; a result comes after the start of its call.
 *
 * @param executions in order of time.
 */
export function answersOf(
  { log, deliveries }: { log: SessionLog; deliveries: Deliveries },
  executions: readonly Execution[],
): Answers {
  const results = new Map<string, LoggedEvent>();
  const taken = new Set<LoggedEvent>();
  for (const execution of executions) {
    const result = (log.results.get(execution.requestId ?? '') ?? []).find(
      (event) => !taken.has(event) && mayAnswer(event, execution),
    );
    if (!result) continue;
    taken.add(result);
    results.set(execution.id, result);
  }
  return {
    resultOf: (execution) => results.get(execution.id),
    deliveredAt: (execution) => {
      const result = results.get(execution.id);
      const delivered = result && deliveries.of(result).find(({ at }) => at >= execution.at);
      return delivered?.at ?? answeredAt(deliveries, execution);
    },
  };
}

function mayAnswer(event: LoggedEvent, execution: Execution): boolean {
  return event.at >= execution.at && mayBeSame(event.stream.incarnation, execution.incarnation);
}

/** The client says that it has the answer, though nobody saw it on the way. */
function answeredAt(deliveries: Deliveries, execution: Execution): UnixNanos | undefined {
  if (execution.requestId === undefined) return undefined;
  return deliveries
    .outcomesOf(execution.requestId)
    .filter((fact) => mayBeSame(fact.incarnation, execution.incarnation))
    .find((fact) => (fact.outcome === 'result' || fact.outcome === 'error') && fact.end >= execution.at)?.end;
}
