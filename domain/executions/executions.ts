import { digestOf } from '../digest.ts';
import type { ExecutionFact, Fact } from '../facts.ts';
import type { Execution } from '../judgement.ts';
import { type Deliveries, deliveriesOf } from '../log/deliveries.ts';
import { type SessionLog, sessionLogOf } from '../log/session-log.ts';
import { joinSpans } from './join.ts';
import { answersOf } from './results.ts';

/**
 * The calls that ran in a session, in order of time: spans of gateways and layers joined, with the moment at which
 * the result was seen reaching a connection or the client. A call answered from a stored outcome is kept, marked.
 */
export function executionsOf(facts: readonly Fact[]): readonly Execution[] {
  const log = sessionLogOf(facts);
  return executionsIn(log, deliveriesOf(log));
}

/** The same from a log that is already there. */
export function executionsIn(log: SessionLog, deliveries: Deliveries): readonly Execution[] {
  const executions = joinSpans(log.facts)
    .map(executionOf)
    .filter((execution) => execution !== undefined)
    .sort(compareExecutions);
  const answers = answersOf({ log, deliveries }, executions);
  return executions.map((execution) => ({ ...execution, deliveredAt: answers.deliveredAt(execution) }));
}

/** Order of time; at the same time by id, so that of two calls one is always the later. */
export function compareExecutions(a: Execution, b: Execution): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** One call out of the spans of its layers: what any of them knows, the outermost and trusted first. */
function executionOf(spans: readonly ExecutionFact[]): Execution | undefined {
  const [outermost] = spans;
  if (!outermost) return undefined;
  const ids = spans.map((span) => span.id).sort();
  const named =
    spans.find((span) => span.requestId !== undefined && !span.requestIdLowTrust) ??
    spans.find((span) => span.requestId !== undefined);
  const known = <K extends keyof ExecutionFact>(field: K): ExecutionFact[K] | undefined =>
    spans.find((span) => span[field] !== undefined)?.[field];
  return {
    id: digestOf([outermost.session, 'execution', ids[0] ?? outermost.id]),
    session: outermost.session,
    at: spans.reduce((first, span) => (span.at < first.at ? span : first)).at,
    end: spans.reduce((last, span) => (span.end > last.end ? span : last)).end,
    service: outermost.service,
    instance: known('instance'),
    // As attested: a derived incarnation proves nothing about two runs (domain.md section 7).
    incarnation: known('incarnation'),
    requestId: named?.requestId,
    requestIdLowTrust: named?.requestIdLowTrust ?? false,
    tool: innermost(spans, 'tool'),
    argumentsDigest: innermost(spans, 'argumentsDigest'),
    idempotencyKey: known('idempotencyKey'),
    readOnly: known('readOnly'),
    idempotent: known('idempotent'),
    destructive: known('destructive'),
    deduplicated: spans.some((span) => span.deduplicated),
    error: known('error'),
    clientId: known('clientId'),
    clientAddress: known('clientAddress'),
    identified: outermost.identified,
    traceId: outermost.traceId,
    parentSpanId: outermost.parentSpanId,
    facts: ids,
  };
}

/** Gateways prefix the names of tools; the layer nearest to the tool knows it as it is. */
function innermost<K extends 'tool' | 'argumentsDigest'>(
  spans: readonly ExecutionFact[],
  field: K,
): string | undefined {
  return spans.findLast((span) => span[field] !== undefined)?.[field];
}
