import type { EmitFact } from '../facts.ts';
import { groupBy } from '../log/grouping.ts';
import { mayBeSame } from '../log/lives-of-facts.ts';
import type { LoggedEvent, StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { countOf } from './telling.ts';

/** An event id repeats with other content: within a stream, across streams, and across the incarnations of a session. */
export const idReuse = defineDetector({
  kind: 'id_reuse',
  severity: 'medium',
  find: (scene) =>
    [...scene.log.events].flatMap(([id, events]) => {
      const issued = events.filter((event) => firstIssue(event)?.eventId === id);
      const [first, ...others] = [...issued].sort(byIssue);
      return first ? others.filter((event) => isOther(first, event)).map((event) => reuse(first, event)) : [];
    }),
  many: (run) =>
    `${countOf(run.length, 'event id')} of stream ${run[0]?.streamId ?? ''} had been used before for other events`,
});

const firstIssue = (event: LoggedEvent): EmitFact | undefined =>
  event.emissions.find(({ replayed }) => !replayed);

const byIssue = (a: LoggedEvent, b: LoggedEvent): number =>
  a.at !== b.at
    ? a.at < b.at
      ? -1
      : 1
    : a.stream.key < b.stream.key
      ? -1
      : a.stream.key > b.stream.key
        ? 1
        : a.index - b.index;

/**
 * Whether two issues of one id are two events. Where both carry a digest it decides; else another stream, ordinal, kind
 * or request does.
 */
function isOther(first: LoggedEvent, event: LoggedEvent): boolean {
  if (first.digest !== undefined && event.digest !== undefined) return first.digest !== event.digest;
  const sameStream =
    first.stream.streamId === event.stream.streamId &&
    mayBeSame(first.stream.incarnation, event.stream.incarnation);
  return (
    !sameStream ||
    !mayBeSame(first.kind, event.kind) ||
    !mayBeSame(first.requestId, event.requestId) ||
    (first.ordinal !== undefined && event.ordinal !== undefined && first.ordinal !== event.ordinal)
  );
}

function reuse(first: LoggedEvent, event: LoggedEvent): Occurrence {
  const facts = [firstIssue(event), firstIssue(first)];
  const where =
    first.stream === event.stream
      ? `within stream ${event.stream.streamId ?? ''}`
      : first.stream.incarnation === event.stream.incarnation
        ? `on stream ${first.stream.streamId ?? ''} and on ${event.stream.streamId ?? ''}`
        : `in another life of the session, on stream ${event.stream.streamId ?? ''}`;
  return {
    key: `${first.stream.key} ${event.stream.key}`,
    at: event.at,
    streamId: event.stream.streamId,
    evidence: facts.flatMap((fact) => (fact ? [seen(fact, 'event_id', fact.eventId)] : [])),
    what: `Event id ${event.eventId ?? ''} was used again for another event ${where}`,
  };
}

/** Ordinals run backwards within a stream; or a session-wide number is at or below the highest issued. */
export const idRegression = defineDetector({
  kind: 'id_regression',
  severity: 'medium',
  find: (scene) => [
    ...[...scene.log.streams.values()].flatMap((stream) => ordinalsBackwards(scene, stream)),
    ...numbersBackwards(scene),
  ],
  many: (run) => `${run[0]?.what ?? ''}; so with ${countOf(run.length, 'event')}`,
});

interface Numbered {
  readonly fact: EmitFact;
  readonly number: bigint;
}

function ordinalsBackwards(scene: Scene, stream: StreamLog): readonly Occurrence[] {
  if (stream.streamId === undefined) return [];
  const numbered = newEvents(scene, stream).flatMap((fact) =>
    fact.ordinal === undefined ? [] : [{ fact, number: BigInt(fact.ordinal) }],
  );
  return backwards(numbered, (number, highest) => number < highest).map(({ fact, highest }) => ({
    key: stream.key,
    at: fact.at,
    streamId: stream.streamId,
    evidence: [
      seen(fact, 'ordinal', fact.ordinal),
      seen(highest.fact, 'highest_before', highest.fact.ordinal),
    ],
    what: `Ordinals of stream ${stream.streamId ?? ''} run backwards: ${fact.ordinal ?? ''} after ${highest.fact.ordinal ?? ''}`,
  }));
}

/** The first issue of each event; repetitions and replays issue nothing. */
function newEvents(scene: Scene, stream: StreamLog): readonly EmitFact[] {
  const firsts = new Set(stream.events.map(firstIssue));
  return scene.emissionsOn(stream).filter((fact) => firsts.has(fact));
}

/** Only where the server attests that ids are session-wide: else each stream may count for itself. */
function numbersBackwards(scene: Scene): readonly Occurrence[] {
  const attested = scene.log.facts.find(
    (fact) => fact.kind === 'resumption' && fact.namespacing === 'session',
  );
  if (!attested) return [];
  const lives = groupBy(scene.log.streams.values(), ({ incarnation }) => incarnation);
  return [...lives].flatMap(([incarnation, streams]) => {
    const numbered = streams.flatMap((stream) => newEvents(scene, stream)).flatMap(numberOf);
    return backwards(numbered, (number, highest) => number <= highest).map(({ fact, highest }) => ({
      key: `session ${incarnation ?? ''}`,
      at: fact.at,
      streamId: fact.streamId,
      evidence: [
        seen(fact, 'event_id', fact.eventId),
        seen(highest.fact, 'highest_before', highest.fact.eventId),
        seen(attested, 'namespacing', 'session', 'attested'),
      ],
      what: `Ids are said to count through the whole session, and ${fact.eventId ?? ''} came after ${highest.fact.eventId ?? ''}`,
    }));
  });
}

function numberOf(fact: EmitFact): readonly Numbered[] {
  const digits = /(\d{1,30})$/.exec(fact.eventId ?? '')?.[1];
  return digits === undefined ? [] : [{ fact, number: BigInt(digits) }];
}

/** Those that fall below what was issued strictly before them; at one moment the order of issue is not known. */
function backwards(
  numbered: readonly Numbered[],
  falls: (number: bigint, highest: bigint) => boolean,
): readonly { readonly fact: EmitFact; readonly highest: Numbered }[] {
  const sorted = [...numbered].sort((a, b) =>
    a.fact.at !== b.fact.at
      ? a.fact.at < b.fact.at
        ? -1
        : 1
      : a.number < b.number
        ? -1
        : a.number > b.number
          ? 1
          : 0,
  );
  const found: { fact: EmitFact; highest: Numbered }[] = [];
  let settled: Numbered | undefined;
  let highest: Numbered | undefined;
  for (const [index, entry] of sorted.entries()) {
    if (sorted[index - 1]?.fact.at !== entry.fact.at) settled = highest;
    if (settled && falls(entry.number, settled.number)) found.push({ fact: entry.fact, highest: settled });
    if (!highest || entry.number > highest.number) highest = entry;
  }
  return found;
}

/** No event id was issued before the result: had the connection broken, the client had nothing to resume with. */
export const unresumableStream = defineDetector({
  kind: 'unresumable_stream',
  severity: 'low',
  find: (scene) => {
    if (scene.era === 'sessionless') return [];
    const fromZero = [...scene.log.streams.values()].some(({ byOrdinal }) => byOrdinal.has(0));
    return [...scene.log.streams.values()].flatMap((stream) => unresumable(stream, fromZero ? 0 : 1));
  },
  many: (run) =>
    `${countOf(run.length, 'post stream')} issued no event id before the result and could not have been resumed`,
});

/** @param start the highest ordinal that a stream's first event can have here. */
function unresumable(stream: StreamLog, start: number): readonly Occurrence[] {
  if (stream.origin !== 'post' && stream.requestId === undefined) return [];
  const result = stream.events.find(({ kind }) => kind === 'result' || kind === 'error');
  const fact = result && firstIssue(result);
  if (!result || !fact || stream.attaches.length === 0) return [];
  const before = stream.events.filter(
    (event) => event !== result && event.at <= result.at && (event.ordinal ?? 0) <= (result.ordinal ?? 0),
  );
  // An ordinal that leaves room for more says that something came before it and was not reported.
  const unseen = (result.ordinal ?? start) - start > before.length;
  if (unseen || before.some(({ eventId }) => eventId !== undefined)) return [];
  return [
    {
      key: stream.incarnation ?? '',
      at: fact.at,
      streamId: stream.streamId,
      requestId: stream.requestId,
      evidence: [seen(fact, 'result', fact.eventId ?? 'without an id')],
      what: `Post stream ${stream.streamId ?? ''} issued no event id before its result, so nothing could have resumed it`,
    },
  ];
}
