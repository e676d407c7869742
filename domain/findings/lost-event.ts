import type { UnixNanos } from '../brand.ts';
import { answeredBy } from '../log/session-log.ts';
import type { LoggedEvent, StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { countOf } from './telling.ts';
import { after, laterOf } from './times.ts';

/** An event with an id, no result, was never delivered though a later one of its stream was. */
export const lostEvent = defineDetector({
  kind: 'lost_event',
  severity: 'medium',
  find: (scene) => [...scene.log.streams.values()].flatMap((stream) => lostOn(scene, stream)),
  many: (run) =>
    `${countOf(run.length, 'event')} of stream ${run[0]?.streamId ?? ''} were never delivered though later ones were`,
});

/** Events that carry something: a priming event, a resync or a keep-alive is no loss. */
const isContent = ({ kind }: LoggedEvent): boolean =>
  kind !== 'priming' && kind !== 'resync' && kind !== 'keepalive';

function lostOn(scene: Scene, stream: StreamLog): readonly Occurrence[] {
  if (stream.streamId === undefined) return [];
  let later: { readonly event: LoggedEvent; readonly at: UnixNanos } | undefined;
  const lost: Occurrence[] = [];
  for (const event of inOrder(stream).toReversed()) {
    const [delivery] = scene.deliveries.of(event);
    if (delivery) later ??= { event, at: delivery.at };
    else if (later && isCandidate(event)) lost.push(occurrenceOf(scene, { event, later }));
  }
  return lost;
}

function isCandidate(event: LoggedEvent): boolean {
  return (
    event.eventId !== undefined &&
    event.emissions.length > 0 &&
    isContent(event) &&
    answeredBy(event) === undefined
  );
}

/** By ordinal where all have one, else as issued. */
function inOrder(stream: StreamLog): readonly LoggedEvent[] {
  const dense = stream.events.every(({ ordinal }) => ordinal !== undefined);
  return dense
    ? [...stream.events].sort((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0) || a.index - b.index)
    : stream.events;
}

interface Lost {
  readonly event: LoggedEvent;
  readonly later: { readonly event: LoggedEvent; readonly at: UnixNanos };
}

function occurrenceOf(scene: Scene, { event, later }: Lost): Occurrence {
  const [emission] = event.emissions;
  const [proof] = [...later.event.receipts, ...later.event.emissions];
  const name = event.eventId ?? event.ordinal;
  const next = later.event.eventId ?? later.event.ordinal;
  return {
    key: event.stream.key,
    at: event.at,
    due: after(laterOf(event.at, later.at), scene.settings.settleMs),
    streamId: event.stream.streamId,
    evidence: [
      ...(emission ? [seen(emission, 'lost_event', name)] : []),
      ...(proof ? [seen(proof, 'later_event_delivered', next)] : []),
    ],
    what: `Event ${name} of stream ${event.stream.streamId ?? ''} was never delivered though ${next ?? 'one'} after it was`,
  };
}
