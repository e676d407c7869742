import { msToNanos } from '../brand.ts';
import type { Delivery } from '../log/deliveries.ts';
import { groupBy } from '../log/grouping.ts';
import type { LoggedEvent } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { countOf, lengthOf } from './telling.ts';

/** One result delivered twice, or one event on two streams. */
export const duplicateDelivery = defineDetector({
  kind: 'duplicate_delivery',
  severity: 'medium',
  find: (scene) => [...resultsTwice(scene), ...onTwoStreams(scene)],
  many: (run) => `${run[0]?.what ?? ''}; ${countOf(run.length, 'such delivery', 'such deliveries')} in all`,
});

interface Reached {
  readonly event: LoggedEvent;
  readonly delivery: Delivery;
}

/** Same request id, same incarnation: whether one result event came twice or two results came. */
function resultsTwice(scene: Scene): readonly Occurrence[] {
  return [...scene.log.results].flatMap(([request, events]) => {
    const lives = groupBy(events, (event) => event.stream.incarnation);
    return [...lives.values()].flatMap((ofLife) => {
      const reached = ofLife
        .flatMap((event) => scene.deliveries.of(event).map((delivery): Reached => ({ event, delivery })))
        .sort((a, b) =>
          a.delivery.at < b.delivery.at
            ? -1
            : a.delivery.at > b.delivery.at
              ? 1
              : a.delivery.fact < b.delivery.fact
                ? -1
                : 1,
        );
      const [first, ...again] = reached;
      return first ? again.map((second) => twice(scene, { request, first, second })) : [];
    });
  });
}

function twice(
  scene: Scene,
  { request, first, second }: { request: string; first: Reached; second: Reached },
): Occurrence {
  return {
    key: `${second.event.stream.incarnation ?? ''} ${request}`,
    at: second.delivery.at,
    requestId: request,
    streamId: second.event.stream.streamId,
    tool: scene.executionsByRequest.get(request)?.[0]?.tool,
    evidence: [evidenceOf(second, 'delivered_again'), evidenceOf(first, 'delivered')],
    what: `The result for request ${request} was delivered twice, ${lengthOf(second.delivery.at - first.delivery.at)} apart`,
  };
}

function evidenceOf({ event, delivery }: Reached, name: string): Occurrence['evidence'][number] {
  return {
    name,
    value: String(event.eventId ?? event.ordinal ?? ''),
    source: 'observed',
    fact: delivery.fact,
    at: delivery.at,
  };
}

/** Messages that carry nothing are equal whenever they are sent; their digest names no one event. */
const isBare = (method: string | undefined): boolean =>
  method !== undefined && (method.endsWith('/list_changed') || method === 'ping');

/**
 * Post streams that answer different requests. What is said on each is about its own request, so that two messages
 * of the same words ("step 1 of 4") are two.
 */
function answerDifferentRequests(a: LoggedEvent, b: LoggedEvent): boolean {
  const [one, other] = [a.stream, b.stream];
  return (
    one.origin === 'post' &&
    other.origin === 'post' &&
    one.requestId !== undefined &&
    other.requestId !== undefined &&
    one.requestId !== other.requestId
  );
}

/** One event by its digest on two streams of one incarnation, close enough to be the same one. */
function onTwoStreams(scene: Scene): readonly Occurrence[] {
  const byDigest = new Map<string, LoggedEvent[]>();
  for (const stream of scene.log.streams.values()) {
    for (const event of stream.events) {
      if (
        event.digest === undefined ||
        isBare(event.method) ||
        event.kind === 'priming' ||
        event.kind === 'keepalive'
      )
        continue;
      const key = [stream.incarnation ?? '', event.kind ?? '', event.requestId ?? '', event.digest].join(
        '\u0000',
      );
      const list = byDigest.get(key);
      if (list) list.push(event);
      else byDigest.set(key, [event]);
    }
  }
  return [...byDigest.values()].flatMap((events) => (events.length < 2 ? [] : copiesAmong(scene, events)));
}

function copiesAmong(scene: Scene, events: readonly LoggedEvent[]): readonly Occurrence[] {
  const near = msToNanos(scene.settings.settleMs);
  const sorted = [...events].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : a.stream.key < b.stream.key ? -1 : 1,
  );
  return sorted.flatMap((copy, index) => {
    const original = sorted[index - 1];
    if (!original || original.stream === copy.stream || copy.at - original.at > near) return [];
    if (answerDifferentRequests(original, copy)) return [];
    // A result on two streams is told as a result delivered twice.
    const told =
      scene.deliveries.of(copy).length > 0 &&
      scene.deliveries.of(original).length > 0 &&
      copy.requestId !== undefined &&
      (copy.kind === 'result' || copy.kind === 'error');
    return told ? [] : [copyOf(original, copy)];
  });
}

function copyOf(original: LoggedEvent, copy: LoggedEvent): Occurrence {
  const facts = [copy, original].map(({ emissions, receipts }) => emissions[0] ?? receipts[0]);
  return {
    key: [original.stream.key, copy.stream.key].sort().join(' '),
    at: copy.at,
    streamId: copy.stream.streamId,
    requestId: copy.requestId,
    evidence: facts.flatMap((fact) => (fact ? [seen(fact, 'event_digest', fact.digest)] : [])),
    what: `One event went out on two streams, ${original.stream.streamId ?? 'one without a name'} and ${copy.stream.streamId ?? 'one without a name'}`,
  };
}
