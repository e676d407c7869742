import { msToNanos, type UnixNanos } from '../brand.ts';
import type { Evidence, Execution } from '../judgement.ts';
import { mayBeSame } from '../log/lives-of-facts.ts';
import { answeredBy } from '../log/session-log.ts';
import type { LoggedEvent } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { isTraceKey, type Scene } from './scene.ts';
import { countOf } from './telling.ts';
import { after, laterOf } from './times.ts';

/** A result was produced and never delivered on any connection. */
export const lostResult = defineDetector({
  kind: 'lost_result',
  severity: 'high',
  find: (scene) => [...ofEvents(scene), ...ofExecutions(scene)],
  many: (run) => `${countOf(run.length, 'result')}${ofTool(run[0]?.tool)} were produced and never delivered`,
});

const ofTool = (tool: string | undefined): string => (tool === undefined ? '' : ` of ${tool}`);

/** Results that were seen being issued. */
function ofEvents(scene: Scene): readonly Occurrence[] {
  const executions = new Map(
    scene.executions.map((execution) => [scene.answers.resultOf(execution), execution]),
  );
  return [...scene.log.streams.values()].flatMap((stream) =>
    stream.events.flatMap((event): readonly Occurrence[] => {
      const request = answeredBy(event);
      const [emission] = event.emissions;
      if (request === undefined || !emission || isDelivered(scene, { event, request })) return [];
      const execution = executions.get(event);
      return [
        {
          ...about({ request, execution }),
          at: emission.at,
          due: after(emission.at, scene.settings.settleMs),
          streamId: stream.streamId,
          evidence: [
            seen(emission, 'result_of', request),
            ...runOf(scene, execution),
            ...lossOf(scene, request),
          ],
          what: `The result${ofTool(execution?.tool)} for request ${request} was produced and never delivered on any connection`,
        },
      ];
    }),
  );
}

function isDelivered(scene: Scene, { event, request }: { event: LoggedEvent; request: string }): boolean {
  if (scene.deliveries.of(event).length > 0) return true;
  // A cancelled request wants no result.
  return scene.deliveries
    .outcomesOf(request)
    .some(
      ({ outcome, incarnation }) =>
        (outcome === 'result' || outcome === 'error' || outcome === 'cancelled') &&
        mayBeSame(incarnation, event.stream.incarnation),
    );
}

/** Calls that ran to their end, whose result nobody saw issued, and which the client gave up as lost or timed out. */
function ofExecutions(scene: Scene): readonly Occurrence[] {
  return scene.executions.flatMap((execution): readonly Occurrence[] => {
    const loss = isAnswered(scene, execution)
      ? undefined
      : (givenUp(scene, execution) ?? givenUpElsewhere(scene, execution));
    if (!loss || execution.requestId === undefined) return [];
    const at = laterOf(execution.end, loss.at);
    return [
      {
        ...about({ request: execution.requestId, execution }),
        at,
        due: after(at, scene.settings.settleMs),
        alsoOn: loss.evidence.session === undefined ? [] : [loss.evidence.session],
        evidence: [...runOf(scene, execution), loss.evidence],
        what: `${execution.tool ?? 'A call'} ran to its end for request ${execution.requestId}, and the client gave the result up as ${loss.outcome === 'lost' ? 'lost' : 'timed out'}`,
      },
    ];
  });
}

function isAnswered(scene: Scene, execution: Execution): boolean {
  if (execution.deliveredAt !== undefined || scene.answers.resultOf(execution)) return true;
  const results = scene.log.results.get(execution.requestId ?? '') ?? [];
  return results.some((event) => mayBeSame(event.stream.incarnation, execution.incarnation));
}

interface Loss {
  readonly at: UnixNanos;
  readonly outcome: 'lost' | 'timeout';
  readonly evidence: Evidence;
}

function givenUp(scene: Scene, execution: Execution): Loss | undefined {
  for (const fact of scene.deliveries.outcomesOf(execution.requestId ?? '')) {
    const { outcome, end } = fact;
    if (outcome !== 'lost' && outcome !== 'timeout') continue;
    if (end < execution.at || !mayBeSame(fact.incarnation, execution.incarnation)) continue;
    return { at: end, outcome, evidence: seen(fact, 'request_outcome', outcome) };
  }
  return undefined;
}

/**
 * Without sessions the client tells of a lost request in a trace of its own: it is this run's when the client is the same,
 * names the same request and tells of it soon after.
 */
function givenUpElsewhere(scene: Scene, execution: Execution): Loss | undefined {
  if (execution.identified || execution.clientId === undefined) return undefined;
  const reach = msToNanos(scene.settings.disturbanceWindowMs);
  for (const { kind, at, fact, session, clientId, requestId } of scene.context.clientDisturbances ?? []) {
    if ((kind !== 'lost' && kind !== 'timeout') || clientId !== execution.clientId || !isTraceKey(session))
      continue;
    if (requestId !== execution.requestId || at < execution.at || at - execution.end > reach) continue;
    return {
      at,
      outcome: kind,
      evidence: { name: 'request_outcome', value: kind, source: 'observed', fact, at, session },
    };
  }
  return undefined;
}

function about({
  request,
  execution,
}: {
  request: string;
  execution: Execution | undefined;
}): Pick<Occurrence, 'key' | 'requestId' | 'tool' | 'executions'> {
  return {
    key: execution?.tool ?? '',
    requestId: request,
    tool: execution?.tool,
    executions: execution ? [execution.id] : [],
  };
}

function runOf(scene: Scene, execution: Execution | undefined): readonly Evidence[] {
  const fact = execution?.facts[0] === undefined ? undefined : scene.factById.get(execution.facts[0]);
  return fact ? [seen(fact, 'execution', execution?.tool)] : [];
}

/** How the client lost it, where it says so. */
function lossOf(scene: Scene, request: string): readonly Evidence[] {
  return scene.deliveries
    .outcomesOf(request)
    .filter(({ outcome }) => outcome === 'lost' || outcome === 'timeout')
    .map((fact) => seen(fact, 'request_outcome', fact.outcome));
}
