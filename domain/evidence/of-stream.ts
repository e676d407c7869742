import type { AttemptViews } from '../attempts/views.ts';
import type { History } from '../history/history.ts';
import { firstAfter } from '../history/search.ts';
import type { Mark, StreamHistory } from '../history/streams.ts';
import type { CursorEvidence, FirstEvidence, Place, SessionEvidence, StreamEvidence } from './dossier.ts';
import { attested, derived, type Known, observed } from './known.ts';
import { decidedField } from './of-answer.ts';

interface Asked {
  readonly stream: StreamHistory | undefined;
  readonly incarnation: string | undefined;
  readonly views: AttemptViews;
}

const sameLife = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;

/** The highest ordinal known of a stream's life by then, not counting what this attempt itself attests. */
function highSeen(
  { stream, incarnation, views }: Asked,
  counts: (mark: Mark) => boolean,
): Known<number> | undefined {
  if (!stream) return undefined;
  for (let i = firstAfter(stream.highs, views.end) - 1; i >= 0; i--) {
    const mark = stream.highs[i];
    if (!mark || views.all.some((view) => view.id === mark.fact)) continue;
    if (!sameLife(mark.incarnation, incarnation) || !counts(mark)) continue;
    const known = observed({ fact: mark.fact, at: mark.at }, mark.value);
    return mark.attested ? { ...known, source: 'attested' } : known;
  }
  return undefined;
}

const greater = (a: Known<number> | undefined, b: Known<number> | undefined): Known<number> | undefined =>
  a === undefined ? b : b === undefined || a.value >= b.value ? a : b;

/** An eviction only ever raises the floor, so the highest one known is the floor. */
function floorOf(
  { stream, incarnation, views }: Asked,
  said: Known<number> | undefined,
): Known<number> | undefined {
  const seen = (stream?.evictions ?? [])
    .filter(
      (evict) =>
        evict.at <= views.end && sameLife(evict.incarnation, incarnation) && evict.floor !== undefined,
    )
    .reduce<Known<number> | undefined>(
      (top, evict) =>
        greater(
          top,
          evict.floor === undefined ? undefined : observed({ fact: evict.id, at: evict.at }, evict.floor),
        ),
      undefined,
    );
  return greater(seen, said);
}

function silentOf({ stream, incarnation, views }: Asked): ReadonlySet<number> {
  const silent = stream?.silent ?? [];
  const known = silent.filter((seen) => seen.at <= views.end && sameLife(seen.incarnation, incarnation));
  return new Set(known.flatMap(({ ordinal }) => ordinal ?? []));
}

/** How many events with content lie after one ordinal and up to another. */
export function contentBetween(stream: StreamEvidence, after: number, upTo: number): number {
  let count = upTo - after;
  for (const ordinal of stream.silent) if (ordinal > after && ordinal <= upTo) count -= 1;
  return count;
}

function fenceOf({ stream, incarnation, views }: Asked): Known<string> | undefined {
  const fence = stream?.fences.find((one) => one.at <= views.end && sameLife(one.incarnation, incarnation));
  return fence && observed({ fact: fence.id, at: fence.at }, 'fenced');
}

function servedPlace(history: History, views: AttemptViews, first: FirstEvidence): Place {
  const streamId = decidedField(views, 'streamId') ?? first.streamId;
  const stream = streamId && history.streams.get(streamId.value);
  return {
    streamId,
    origin: decidedField(views, 'origin') ?? (stream?.origin ? derived(stream.origin) : undefined),
    sequence:
      decidedField(views, 'sequence') ??
      (stream?.sequence !== undefined ? derived(stream.sequence) : undefined),
    incarnation: first.incarnation,
  };
}

export interface StreamInput {
  readonly history: History;
  readonly views: AttemptViews;
  readonly session: SessionEvidence;
  readonly cursor: CursorEvidence;
  readonly first: FirstEvidence;
}

/** The log behind the cursor, and the stream that was served. */
export function streamOf({ history, views, session, cursor, first }: StreamInput): StreamEvidence {
  const served = servedPlace(history, views, first);
  const cursorId = cursor.streamId?.value;
  // The attested figures are those of the stream served; of another one they say nothing.
  const speaks =
    cursorId === undefined || served.streamId === undefined || served.streamId.value === cursorId;
  const stream = history.streams.get(cursorId ?? served.streamId?.value ?? '');
  const asked: Asked = {
    stream,
    incarnation: cursor.incarnation?.value ?? session.liveIncarnation?.value,
    views,
  };
  const attestedHigh = speaks ? attested(views.server, views.server?.highWater) : undefined;
  const observedHigh = highSeen(asked, () => true);
  const withoutLive = highSeen(asked, (mark) => !(mark.live && mark.at > views.at));
  return {
    served,
    state: decidedField(views, 'streamState'),
    attestedHigh,
    observedHigh,
    high: greater(attestedHigh, observedHigh),
    replayHigh: greater(attestedHigh, withoutLive),
    floor: floorOf(asked, speaks ? attested(views.server, views.server?.floor) : undefined),
    silent: silentOf(asked),
    fence: fenceOf(asked),
    activeSequences: decidedField(views, 'activeSequences'),
    namespacing: decidedField(views, 'namespacing'),
  };
}
