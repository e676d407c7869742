import type { AttemptViews } from '../attempts/views.ts';
import type { SessionContext } from '../context.ts';
import type { History } from '../history/history.ts';
import { isContent } from '../history/sightings.ts';
import type { FirstEvidence, Place } from './dossier.ts';
import { givenField } from './of-answer.ts';
import { belonging, foreignOf, placeOf, placing } from './of-cursor.ts';

/** The first event served: by what was seen of its id, else as attested. Priming events are none. */
export function firstOf(history: History, views: AttemptViews, context: SessionContext): FirstEvidence {
  const eventId = givenField(views, 'firstEventId');
  const all = eventId ? (history.sightings.get(eventId.value) ?? []) : [];
  // The event may be seen reaching the client only after the answer began: any time will do.
  const seen = all.filter((sighting) => isContent(sighting.kind));
  if (all.length > 0 && seen.length === 0) return {};
  const placed = placing(seen);
  const proven = placeOf(history, placed);
  const said = saidFirst(views);
  const foreign = foreignOf(history, context, { id: eventId?.value, views });
  const saidSession = givenField(views, 'firstSession');
  const session =
    saidSession && (saidSession.value === 'same' || saidSession.value === 'other')
      ? { ...saidSession, value: saidSession.value }
      : undefined;
  const agrees =
    proven.streamId === undefined ||
    said.streamId === undefined ||
    proven.streamId.value === said.streamId.value;
  return {
    eventId,
    session: belonging(seen, foreign, session),
    sighting: placed[0],
    streamId: proven.streamId ?? said.streamId,
    origin: proven.origin,
    sequence: proven.sequence,
    incarnation: proven.incarnation ?? (agrees ? said.incarnation : undefined),
    ordinal: proven.ordinal ?? (agrees ? said.ordinal : undefined),
  };
}

/** Without a stream of its own, the first event is of the stream that the same view says was served. */
function saidFirst(views: AttemptViews): Place {
  const ordinal = givenField(views, 'firstOrdinal');
  const eventId = givenField(views, 'firstEventId');
  const streamId =
    givenField(views, 'firstStreamId') ?? (ordinal || eventId ? givenField(views, 'streamId') : undefined);
  return { streamId, incarnation: givenField(views, 'firstIncarnation'), ordinal };
}
