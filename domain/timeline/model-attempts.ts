import type { FactJson } from '../api-types.ts';
import { withoutIdText } from '../words-info/attempt-words.ts';
import { REASON_INFO } from '../words-info/reasons.ts';
import { VERDICT_INFO } from '../words-info/verdicts.ts';
import type { AttemptPoint, TimelineSession } from './model-types.ts';
import { isoMs } from './range.ts';

interface SeenEvent {
  readonly stream: string;
  readonly at: number;
}

type AttemptJson = TimelineSession['attempts'][number];

/** Attempts as points, each with the event that its cursor names where that was seen. */
export function modelAttempts(session: TimelineSession, facts: readonly FactJson[]): readonly AttemptPoint[] {
  const seen = seenEvents(facts);
  return session.attempts
    .map((attempt) => toPoint(attempt, seen))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function seenEvents(facts: readonly FactJson[]): ReadonlyMap<string, readonly SeenEvent[]> {
  const seen = new Map<string, SeenEvent[]>();
  for (const fact of facts) {
    if (fact.kind !== 'emit' && fact.kind !== 'receive') continue;
    if (fact.kind === 'emit' && fact.replayed) continue;
    if (fact.eventId === undefined || fact.streamId === undefined) continue;
    const event = { stream: fact.streamId, at: isoMs(fact.at) };
    const list = seen.get(fact.eventId);
    if (list) list.push(event);
    else seen.set(fact.eventId, [event]);
  }
  return seen;
}

function toPoint(attempt: AttemptJson, seen: ReadonlyMap<string, readonly SeenEvent[]>): AttemptPoint {
  const at = isoMs(attempt.at);
  const stream = attempt.served.streamId ?? attempt.first.streamId ?? attempt.cursor.streamId;
  const cursor = cursorPlace(attempt, seen, at);
  return {
    id: attempt.id,
    at,
    verdict: attempt.verdict,
    stream: stream ?? cursor?.stream,
    cursor,
    name: nameOf(attempt),
    label: labelOf(attempt),
  };
}

/** Where the named event was issued: on the cursor's own stream if that is known, the last time before now. */
function cursorPlace(
  attempt: AttemptJson,
  seen: ReadonlyMap<string, readonly SeenEvent[]>,
  at: number,
): AttemptPoint['cursor'] {
  const eventId = attempt.lastEventId;
  if (eventId === undefined) return undefined;
  const all = (seen.get(eventId) ?? []).filter((event) => event.at <= at);
  const own = all.filter((event) => event.stream === attempt.cursor.streamId);
  const place = (own.length > 0 ? own : all).at(-1);
  return place === undefined ? undefined : { stream: place.stream, at: place.at, eventId };
}

function labelOf(attempt: AttemptJson): string {
  const reason = attempt.reasons[0];
  const verdict = VERDICT_INFO[attempt.verdict].short;
  const lost = attempt.verdict === 'resynced' ? givenUp(attempt) : undefined;
  if (lost !== undefined) return `${verdict}, ${lost} ${lost === 1 ? 'event' : 'events'} given up`;
  return reason === undefined ? verdict : `${verdict}: ${REASON_INFO[reason].title.toLowerCase()}`;
}

/** How many events lie between the cursor and the first event after a declared gap, where both are known. */
function givenUp(attempt: AttemptJson): number | undefined {
  const next = attempt.first.ordinal ?? attempt.floor;
  const last = attempt.cursor.ordinal;
  if (next === undefined || last === undefined || next <= last + 1) return undefined;
  return next - last - 1;
}

function nameOf(attempt: AttemptJson): string {
  const cursor =
    attempt.lastEventId === undefined ? withoutIdText(attempt) : `with cursor ${attempt.lastEventId}`;
  return `Reconnect ${cursor}, ${labelOf(attempt)}`;
}
