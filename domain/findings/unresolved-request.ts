import type { UnixNanos } from '../brand.ts';
import type { DetachFact, RequestFact } from '../facts.ts';
import { firstFrom } from '../log/deliveries.ts';
import { mayBeSame } from '../log/lives-of-facts.ts';
import type { StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { type Scene, servedStream } from './scene.ts';
import { countOf } from './telling.ts';
import { after } from './times.ts';

/** A request whose stream ended, or whose client gave up, with no result. */
export const unresolvedRequest = defineDetector({
  kind: 'unresolved_request',
  severity: 'high',
  find: (scene) => {
    const given = givenUp(scene);
    const named = new Set(given.map(({ requestId }) => requestId));
    const served = servedTimes(scene);
    const ended = [...scene.log.streams.values()].flatMap((stream) =>
      endedWithout(scene, { stream, served }),
    );
    // The client's own word leads; a stream that ended under the same request is the same loss.
    return [...given, ...ended.filter(({ requestId }) => !named.has(requestId))];
  },
  many: (run) => `${countOf(run.length, 'request')} got no result`,
});

/** Requests that the client gave up, and no result was seen for. A cancel on purpose is no loss. */
function givenUp(scene: Scene): readonly Occurrence[] {
  return scene.log.facts.flatMap((fact): readonly Occurrence[] => {
    if (fact.kind !== 'request' || fact.requestId === undefined) return [];
    if (fact.outcome !== 'timeout' && fact.outcome !== 'lost') return [];
    if (isAnswered(scene, { requestId: fact.requestId, incarnation: fact.incarnation })) return [];
    return [givenUpAs(scene, fact)];
  });
}

function givenUpAs(scene: Scene, fact: RequestFact): Occurrence {
  return {
    key: fact.tool ?? fact.method ?? '',
    at: fact.end,
    due: after(fact.end, scene.settings.settleMs),
    requestId: fact.requestId,
    tool: fact.tool ?? toolOf(scene, fact.requestId),
    evidence: [seen(fact, 'request_outcome', fact.outcome)],
    what: `The client gave up request ${fact.requestId ?? ''} (${fact.outcome ?? ''}), and no result was ever issued for it`,
  };
}

function toolOf(scene: Scene, requestId: string | undefined): string | undefined {
  return scene.executionsByRequest.get(requestId)?.[0]?.tool;
}

function isAnswered(
  scene: Scene,
  { requestId, incarnation }: { requestId: string; incarnation: string | undefined },
): boolean {
  const results = scene.log.results.get(requestId) ?? [];
  if (results.some((event) => mayBeSame(event.stream.incarnation, incarnation))) return true;
  return scene.deliveries
    .outcomesOf(requestId)
    .some(
      (fact) =>
        (fact.outcome === 'result' || fact.outcome === 'error' || fact.outcome === 'cancelled') &&
        mayBeSame(fact.incarnation, incarnation),
    );
}

/** When each stream was served by an attempt, in order of time. */
function servedTimes(scene: Scene): ReadonlyMap<string, readonly { readonly at: UnixNanos }[]> {
  const times = new Map<string, { readonly at: UnixNanos }[]>();
  for (const attempt of scene.attempts) {
    const streamId = attempt.served.streamId ?? attempt.first.streamId;
    if (streamId === undefined || !servedStream(attempt)) continue;
    const list = times.get(streamId);
    if (list) list.push({ at: attempt.at });
    else times.set(streamId, [{ at: attempt.at }]);
  }
  return times;
}

/** A post stream that ended for good before a result was issued on it. */
function endedWithout(
  scene: Scene,
  {
    stream,
    served,
  }: { stream: StreamLog; served: ReadonlyMap<string, readonly { readonly at: UnixNanos }[]> },
): readonly Occurrence[] {
  const requestId = stream.requestId;
  const end = requestId === undefined ? undefined : endOf(stream);
  if (requestId === undefined || !end) return [];
  if (firstFrom(served.get(stream.streamId ?? '') ?? [], end.at)) return [];
  if (isAnswered(scene, { requestId, incarnation: stream.incarnation })) return [];
  const tool = toolOf(scene, requestId);
  return [
    {
      key: tool ?? '',
      at: end.at,
      due: after(end.at, scene.settings.settleMs),
      streamId: stream.streamId,
      requestId,
      tool,
      evidence: [seen(end, 'stream_ended', end.detachReason ?? 'detached')],
      what: `The stream of request ${requestId} ended (${end.detachReason ?? 'no reason given'}) with no result`,
    },
  ];
}

/** The detach after which nothing of the stream was attached any more. */
function endOf(stream: StreamLog): DetachFact | undefined {
  const last = stream.detaches.at(-1);
  const open = [...stream.connections.values()].some(({ ended }) => ended === undefined);
  if (!last || open || stream.attaches.some((fact) => fact.at > last.at)) return undefined;
  // A stream that was completed and of which no event was ever reported comes from an emitter that reports none.
  return last.detachReason === 'completed' && stream.events.length === 0 ? undefined : last;
}
