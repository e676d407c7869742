import type { EventId } from '../brand.ts';
import type { ReceiveFact, ResumptionFact } from '../facts.ts';
import type { Attempt } from '../judgement.ts';
import { groupBy } from '../log/grouping.ts';
import type { LoggedEvent, StreamLog } from '../log/stream-log.ts';
import type { OBSERVERS } from '../words.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { cursorOrdinalOf, cursorStreamOf, type Scene, viewsOf } from './scene.ts';

/** The cursor is not the last id that the client received on that stream: behind asks for redelivery, ahead loses. */
export const cursorNotLastReceived = defineDetector({
  kind: 'cursor_not_last_received',
  severity: 'medium',
  find: (scene) => {
    const received = new Map<StreamLog, readonly Received[]>();
    return scene.attempts.flatMap((attempt) => {
      const stream = attempt.lastEventId === undefined ? undefined : cursorStreamOf(scene, attempt);
      if (!stream) return [];
      const list = received.get(stream) ?? receivedOn(stream);
      received.set(stream, list);
      const last = lastBefore(list, attempt);
      return last && !isSameEvent(last, attempt) ? [occurrenceOf(scene, { attempt, stream, last })] : [];
    });
  },
  many: (run) => `${run[0]?.what ?? ''}, and so again`,
});

interface Received {
  readonly at: ReceiveFact['at'];
  readonly fact: ReceiveFact;
  readonly event: LoggedEvent;
}

/** What the client says that it received, in order; only events with an id move its cursor. */
function receivedOn(stream: StreamLog): readonly Received[] {
  return stream.events
    .flatMap((event) => event.receipts.map((fact): Received => ({ at: fact.at, fact, event })))
    .filter(({ fact }) => fact.observer === 'client' && fact.eventId !== undefined)
    .sort((a, b) =>
      a.at !== b.at
        ? a.at < b.at
          ? -1
          : 1
        : (a.event.ordinal ?? 0) - (b.event.ordinal ?? 0) || (a.fact.id < b.fact.id ? -1 : 1),
    );
}

function lastBefore(list: readonly Received[], attempt: Attempt): Received | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.at ?? attempt.at) <= attempt.at) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

const isSameEvent = ({ fact, event }: Received, attempt: Attempt): boolean =>
  fact.eventId === attempt.lastEventId || event.eventId === attempt.lastEventId;

function occurrenceOf(
  scene: Scene,
  { attempt, stream, last }: { attempt: Attempt; stream: StreamLog; last: Received },
): Occurrence {
  const ordinal = cursorOrdinalOf(scene, attempt);
  const reached = last.event.ordinal;
  const known = ordinal !== undefined && reached !== undefined;
  const side = !known ? 'is not' : ordinal < reached ? 'lies behind' : 'lies ahead of';
  const cost = !known
    ? ''
    : ordinal < reached
      ? ', which asks for events again'
      : ', which loses what lies between';
  return {
    key: stream.key,
    at: attempt.at,
    until: attempt.end,
    streamId: stream.streamId,
    attempts: [attempt.id],
    evidence: [
      ...viewsOf(scene, attempt).map((view) => seen(view, 'last_event_id', view.lastEventId)),
      seen(last.fact, 'last_received', last.fact.eventId),
    ],
    what: `The client presented ${attempt.lastEventId ?? ''}, which ${side} the last event it received on stream ${stream.streamId ?? ''}, ${last.fact.eventId ?? ''}${cost}`,
  };
}

/** Two observers report different ids for one attempt or event; names the hop. */
export const cursorRewritten = defineDetector({
  kind: 'cursor_rewritten',
  severity: 'high',
  find: (scene) => [...scene.attempts.flatMap((attempt) => ofAttempt(scene, attempt)), ...ofEvents(scene)],
  many: (run) => `${run[0]?.what ?? ''}, and so again`,
});

/** The hops from the client to the server, nearest to the client first. */
const HOPS = [
  ['client', 'proxy'],
  ['proxy', 'server'],
  ['client', 'server'],
] as const satisfies readonly (readonly [(typeof OBSERVERS)[number], (typeof OBSERVERS)[number]])[];

function ofAttempt(scene: Scene, attempt: Attempt): readonly Occurrence[] {
  const views = viewsOf(scene, attempt);
  if (views.length < 2) return [];
  const change = rewritten(views, 'lastEventId') ?? rewritten(views, 'firstEventId');
  if (!change) return [];
  return [
    {
      key: change.hop,
      at: attempt.at,
      until: attempt.end,
      attempts: [attempt.id],
      streamId: attempt.served.streamId,
      evidence: change.views.map((view) =>
        seen(view, change.field === 'lastEventId' ? 'last_event_id' : 'first_event_id', view[change.field]),
      ),
      what: `Between ${change.hop} an id was rewritten: ${change.views.map((view) => `${view.observer} ${view[change.field] ?? ''}`).join(', ')}`,
    },
  ];
}

interface Change {
  readonly hop: string;
  readonly field: 'lastEventId' | 'firstEventId';
  readonly views: readonly ResumptionFact[];
}

function rewritten(views: readonly ResumptionFact[], field: Change['field']): Change | undefined {
  for (const [near, far] of HOPS) {
    const left = views.find((view) => view.observer === near && view[field] !== undefined);
    const right = views.find((view) => view.observer === far && view[field] !== undefined);
    if (left && right && left[field] !== right[field])
      return { hop: `${near} and ${far}`, field, views: [left, right] };
  }
  return undefined;
}

/** The same event by its ordinal, or by the only use of its digest, under another id at its receiver. */
function ofEvents(scene: Scene): readonly Occurrence[] {
  return [...scene.log.streams.values()].flatMap((stream) => {
    const digests = groupBy(
      stream.events.filter(({ digest }) => digest !== undefined),
      ({ digest }) => digest,
    );
    return stream.events.flatMap((event) => {
      const issued = event.emissions.find((fact) => fact.eventId !== undefined);
      const twins = event.digest === undefined ? [] : (digests.get(event.digest) ?? []);
      const twin =
        twins.length === 2
          ? twins.find((other) => other !== event && other.emissions.length === 0)
          : undefined;
      const received = [...event.receipts, ...(twin && isUnplaced(twin) ? twin.receipts : [])].find(
        (fact) => fact.eventId !== undefined && fact.eventId !== issued?.eventId,
      );
      return issued && received ? [rewrittenEvent(stream, { issued, received })] : [];
    });
  });
}

/** Where no ordinal says that they are different events. */
const isUnplaced = ({ ordinal }: LoggedEvent): boolean => ordinal === undefined;

function rewrittenEvent(
  stream: StreamLog,
  {
    issued,
    received,
  }: {
    issued: {
      readonly id: ReceiveFact['id'];
      readonly at: ReceiveFact['at'];
      readonly eventId?: EventId | undefined;
    };
    received: ReceiveFact;
  },
): Occurrence {
  const hop = `${received.observer} and server`;
  return {
    key: `${hop} ${stream.key}`,
    at: received.at,
    streamId: stream.streamId,
    evidence: [
      seen(received, 'event_id', received.eventId),
      {
        name: 'event_id',
        value: String(issued.eventId ?? ''),
        source: 'observed',
        fact: issued.id,
        at: issued.at,
      },
    ],
    what: `Between ${hop} the id of an event was rewritten: issued as ${issued.eventId ?? ''}, received as ${received.eventId ?? ''}`,
  };
}
