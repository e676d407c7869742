import { firstAfter } from '../history/search.ts';
import { isContent, type Sighting } from '../history/sightings.ts';
import type { Given } from '../words.ts';
import { conflictsOf } from './conflicts.ts';
import type { CursorEvidence, Dossier, FirstEvidence, GatherInput, Place } from './dossier.ts';
import { derived } from './known.ts';
import { answerOf, givenOf } from './of-answer.ts';
import { cursorOf, tokenOf } from './of-cursor.ts';
import { firstOf } from './of-first.ts';
import { othersOf } from './of-others.ts';
import { sessionOf } from './of-session.ts';
import { streamOf } from './of-stream.ts';
import { isStandalone, orphansAt } from './slots.ts';

/** What waits for the client: on the cursor's stream, or without one on the slot's orphans. */
function undeliveredOf(
  input: GatherInput,
  given: Given,
  { cursor, served }: { readonly cursor: CursorEvidence; readonly served: Place },
): readonly Sighting[] {
  const { history, views, waiting } = input;
  if (cursor.presented) {
    // What a claim or a resync left out is told by its own figures; only one turned away leaves things waiting.
    if (given === 'claim' || given === 'resync') return [];
    return cursor.streamId ? waiting.on(cursor.streamId.value, views.end) : [];
  }
  if (served.origin !== undefined && !isStandalone(served.origin.value)) return [];
  const orphans = orphansAt(history, views.end, served.streamId?.value);
  return [...passedOver(input, served), ...orphans.flatMap((orphan) => waiting.on(orphan.id, views.end))];
}

/**
 * Put back on the very stream that broke, a client without a cursor gets what comes from now on. What waited there may
 * still be written to its new connection; what never was is passed over.
 */
function passedOver({ history, views, waiting }: GatherInput, served: Place): readonly Sighting[] {
  const stream = served.streamId && history.streams.get(served.streamId.value);
  const broke = stream?.connections.some(
    ({ attached, detached }) => attached.at < views.at && detached !== undefined,
  );
  return stream && broke ? waiting.never(stream.id, views.at) : [];
}

/** Same instance with no open or close in between is the same life; an open in between is another one. */
function derivedLifeOf({ history, views }: GatherInput, cursor: CursorEvidence): Dossier['derivedLife'] {
  const from = cursor.emission;
  const placed = cursor.seen.filter(({ streamId }) => streamId === from?.streamId);
  // Where lives are attested, an id that two of them issued is of neither for sure.
  if (!from || placed.some(({ incarnation }) => incarnation !== undefined)) return undefined;
  const again = placed.filter(({ at }) => history.lives.opensBetween(at, views.end) > 0);
  if (again.length > 0)
    return again.length === placed.length ? derived('opened again since', from) : undefined;
  const instance = views.server?.instance;
  if (instance === undefined || instance !== from.instance) return undefined;
  return history.lives.closesBetween(from.at, views.end) > 0 ? undefined : derived('same life', from);
}

/** A client cannot present what was not issued yet: seen only later, it was dated by another clock. */
function issuedLater({ history }: GatherInput, cursor: CursorEvidence): boolean {
  return cursor.id !== undefined && cursor.seen.length === 0 && history.sightings.has(cursor.id.value);
}

function sequenceKnown({ history }: GatherInput, cursor: CursorEvidence): boolean {
  const named = cursor.sequence?.value;
  return named !== undefined && history.sequences.has(named);
}

/** A sequence is active while a stream of it is neither fenced nor completed. */
function sequencesSeen({ history, views }: GatherInput): readonly string[] {
  if (history.sequences.size < 2) return [...history.sequences];
  const active = [...history.streams.values()].filter((stream) => {
    const last = stream.connections.at(-1)?.detached;
    const completed = last?.detachReason === 'completed' && last.at <= views.end;
    return stream.first <= views.end && !completed && !stream.fences.some((fence) => fence.at <= views.end);
  });
  return [...new Set(active.flatMap(({ sequence }) => sequence ?? []))].sort();
}

function betweenOf(
  { history }: GatherInput,
  cursor: CursorEvidence,
  first: FirstEvidence,
): readonly Sighting[] {
  const from = cursor.emission;
  const to = first.sighting;
  if (!from || !to || from.streamId === undefined || from.streamId !== to.streamId) return [];
  const all = history.streams.get(from.streamId)?.emissions ?? [];
  return all
    .slice(firstAfter(all, from.at), firstAfter(all, to.at))
    .filter((seen) => isContent(seen.kind) && seen.at < to.at && seen.eventId !== to.eventId);
}

/** Gathers the evidence of one attempt. It makes no judgement. */
export function gather(input: GatherInput): Dossier {
  const { history, views, context, slots } = input;
  const answer = answerOf(views);
  const given = givenOf(answer);
  const session = sessionOf(history, views);
  const token = tokenOf(views);
  const cursor = cursorOf({ history, views, context, token });
  const first = firstOf(history, views, context);
  const stream = streamOf({ history, views, session, cursor, first });
  const others = othersOf({ history, views, slots, cursor, served: stream.served });
  return {
    views,
    at: views.at,
    end: views.end,
    given,
    session,
    cursor,
    token,
    stream,
    first,
    others,
    answer,
    undelivered: undeliveredOf(input, given, { cursor, served: stream.served }),
    derivedLife: derivedLifeOf(input, cursor),
    sequencesSeen: sequencesSeen(input),
    sequenceKnown: sequenceKnown(input, cursor),
    issuedLater: issuedLater(input, cursor),
    sharedByServices: history.openedBy.size > 1 && history.aliases.length === 0,
    between: betweenOf(input, cursor, first),
    conflicts: conflictsOf({ views, session, cursor, first, stream, others }),
  };
}
