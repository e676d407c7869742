import type { AttemptViews } from '../attempts/views.ts';
import type { EventId } from '../brand.ts';
import type { ForeignEmission, SessionContext } from '../context.ts';
import type { ResumptionFact } from '../facts.ts';
import { type History, incarnationOf } from '../history/history.ts';
import { isIssue, type Sighting } from '../history/sightings.ts';
import { asOwn, foreignLabel, namesOwnSession } from '../session-marks.ts';
import type { CursorEvidence, Place, TokenEvidence } from './dossier.ts';
import { attested, type Known, observed } from './known.ts';
import { decidedField, givenField } from './of-answer.ts';

const BARE_NUMBER = /^\d+$/;

/** Only digits: a position in some sequence, but it does not say in which. */
export const isBareNumber = (id: string): boolean => BARE_NUMBER.test(id);

/** Where an id was seen in this session, up to the end of an attempt. */
export function seenBy(history: History, id: EventId | undefined, views: AttemptViews): readonly Sighting[] {
  const all = id === undefined ? [] : (history.sightings.get(id) ?? []);
  return all.filter((sighting) => sighting.at <= views.end);
}

const distinct = <T>(values: readonly (T | undefined)[]): readonly T[] => [
  ...new Set(values.filter((value): value is T => value !== undefined)),
];

/**
 * Sightings that place an id: receptions where they name one stream (what the client read is what its
 * cursor means), else emissions where they name one.
 */
export function placing(seen: readonly Sighting[]): readonly Sighting[] {
  for (const how of ['receive', 'emit'] as const) {
    const ones = seen.filter((sighting) => sighting.how === how && sighting.streamId !== undefined);
    const streams = distinct(ones.map((sighting) => sighting.streamId));
    if (streams.length > 1) return [];
    const [only] = streams;
    // Other sightings on the same stream may carry the ordinal or the incarnation that this one lacks.
    if (only !== undefined) return seen.filter((sighting) => sighting.streamId === only);
  }
  return [];
}

function onlyOne<T>(
  placed: readonly Sighting[],
  partOf: (sighting: Sighting) => T | undefined,
): Known<T> | undefined {
  const values = distinct(placed.map(partOf));
  const [only] = values;
  const from = placed.find((sighting) => partOf(sighting) !== undefined);
  return values.length === 1 && only !== undefined && from ? observed(from, only) : undefined;
}

/** The place that sightings prove, as far as they agree. */
export function placeOf(history: History, placed: readonly Sighting[]): Place {
  const streamId = onlyOne(placed, (sighting) => sighting.streamId);
  const stream = streamId && history.streams.get(streamId.value);
  const from = placed[0];
  return {
    streamId,
    origin: stream?.origin && from ? observed(from, stream.origin) : undefined,
    sequence: stream?.sequence !== undefined && from ? observed(from, stream.sequence) : undefined,
    incarnation: onlyOne(placed, (sighting) => incarnationOf(history, sighting)),
    ordinal: onlyOne(placed, (sighting) => sighting.ordinal),
  };
}

/** The one other session in which an id that names more than a number was seen emitted, never in this one. */
export function foreignOf(
  history: History,
  context: SessionContext,
  sighted: { readonly id: EventId | undefined; readonly views: AttemptViews },
): ForeignEmission | undefined {
  const { id, views } = sighted;
  if (id === undefined || isBareNumber(id) || namesOwnSession(id)) return undefined;
  if (history.sightings.get(id)?.some(isIssue)) return undefined;
  const named = foreignLabel(id);
  const elsewhere = context.foreignEmissions.filter(
    (emission) =>
      emission.eventId === asOwn(id) &&
      (named === undefined || emission.session.startsWith(named)) &&
      !history.keys.has(emission.session) &&
      emission.at <= views.end,
  );
  return new Set(elsewhere.map((emission) => emission.session)).size === 1 ? elsewhere[0] : undefined;
}

export function belonging(
  seen: readonly Sighting[],
  foreign: ForeignEmission | undefined,
  said: Known<'same' | 'other'> | undefined,
): Known<'same' | 'other'> | undefined {
  const issued = seen.find(isIssue);
  if (issued) return observed(issued, 'same');
  if (foreign) return { ...observed(foreign, 'other'), session: foreign.session };
  return said ?? (seen[0] && observed(seen[0], 'same'));
}

/** Only a view that speaks of the same id can say where it points. */
function resolver(views: AttemptViews, id: EventId | undefined): ResumptionFact | undefined {
  const order = [views.server, views.proxy, views.client];
  return order.find(
    (view) =>
      view !== undefined && (id === undefined || view.lastEventId === undefined || view.lastEventId === id),
  );
}

function saidPlace(said: ResumptionFact | undefined): Place {
  return {
    streamId: attested(said, said?.cursorStreamId),
    origin: attested(said, said?.cursorOrigin),
    sequence: attested(said, said?.cursorSequence),
    incarnation: attested(said, said?.cursorIncarnation),
    ordinal: attested(said, said?.cursorOrdinal),
  };
}

/** An id that is kept back leaves what the server made of it: there was a cursor all the same. */
function resolvedWithoutId(said: ResumptionFact | undefined): boolean {
  if (said?.cursorState !== undefined) return said.cursorState !== 'absent';
  return said?.cursorOrdinal !== undefined || said?.cursorStreamId !== undefined;
}

/** A token names the stream of an id that names none itself. */
function tokenPlace(history: History, token: TokenEvidence): Place {
  const streamId = token.used ? token.streamId : undefined;
  const stream = streamId && history.streams.get(streamId.value);
  return {
    streamId,
    origin: streamId && stream?.origin ? { ...streamId, value: stream.origin } : undefined,
    sequence:
      streamId && stream?.sequence !== undefined ? { ...streamId, value: stream.sequence } : undefined,
  };
}

/** What is said of a token. `unused`, the default, means that this server uses none beside the event id. */
export function tokenOf(views: AttemptViews): TokenEvidence {
  const state = decidedField(views, 'token');
  return {
    used: state !== undefined && state.value !== 'unused',
    state,
    streamId: decidedField(views, 'tokenStreamId'),
  };
}

function cursorPlace(seen: Place, said: Place, token: Place): Place {
  // An attested position is of the attested stream; on another one it says nothing.
  const agrees =
    seen.streamId === undefined || said.streamId === undefined || seen.streamId.value === said.streamId.value;
  const rest = agrees ? said : {};
  return {
    streamId: seen.streamId ?? said.streamId ?? token.streamId,
    origin: seen.origin ?? rest.origin ?? token.origin,
    sequence: seen.sequence ?? rest.sequence ?? token.sequence,
    incarnation: seen.incarnation ?? rest.incarnation,
    ordinal: seen.ordinal ?? rest.ordinal,
  };
}

export interface CursorInput {
  readonly history: History;
  readonly views: AttemptViews;
  readonly context: SessionContext;
  readonly token: TokenEvidence;
}

/** Where the cursor points: by what was seen, else by what is attested, else by the token. */
export function cursorOf({ history, views, context, token }: CursorInput): CursorEvidence {
  const given = givenField(views, 'lastEventId');
  const id = given && given.value !== '' ? given : undefined;
  const said = resolver(views, id?.value);
  const seen = seenBy(history, id?.value, views);
  const placed = placing(seen);
  const claimed = saidPlace(said);
  const foreign = foreignOf(history, context, { id: id?.value, views });
  const saidSession =
    said?.cursorSession === 'same' || said?.cursorSession === 'other' ? said.cursorSession : undefined;
  return {
    ...cursorPlace(placeOf(history, placed), claimed, tokenPlace(history, token)),
    id,
    presented: id !== undefined || resolvedWithoutId(said),
    state: attested(said, said?.cursorState),
    session: belonging(seen, foreign, attested(said, saidSession)),
    seen,
    seenOn: distinct(seen.map((sighting) => sighting.streamId)),
    emission: placed[0],
    claimedStreamId: claimed.streamId,
    serverResolved:
      claimed.streamId !== undefined || claimed.sequence !== undefined || claimed.origin !== undefined,
    bare: id !== undefined && isBareNumber(id.value),
  };
}
