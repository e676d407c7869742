import type { EventId, FactId, SessionKey, UnixNanos } from '../brand.ts';
import type { EmitFact, Fact, ReceiveFact } from '../facts.ts';
import type { EventKind, Observer } from '../words.ts';

/** An event seen being emitted or received. */
export interface Sighting {
  readonly how: 'emit' | 'receive';
  readonly fact: FactId;
  readonly session: SessionKey;
  readonly at: UnixNanos;
  readonly observer: Observer;
  readonly instance?: string | undefined;
  readonly eventId?: EventId | undefined;
  readonly streamId?: string | undefined;
  readonly ordinal?: number | undefined;
  readonly incarnation?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly kind?: EventKind | undefined;
  readonly replayed: boolean;
}

/** Reads a sighting out of an emission or a reception. */
export function sightingOf(fact: EmitFact | ReceiveFact): Sighting {
  return {
    how: fact.kind,
    fact: fact.id,
    session: fact.session,
    at: fact.at,
    observer: fact.observer,
    instance: fact.instance,
    eventId: fact.eventId,
    streamId: fact.streamId,
    ordinal: fact.ordinal,
    incarnation: fact.incarnation,
    connectionId: fact.connectionId,
    kind: fact.eventKind,
    replayed: fact.kind === 'emit' && fact.replayed,
  };
}

/** Issued here. A replay or a reception only shows where an event went: a shared store may replay another session's. */
export const isIssue = (sighting: Sighting): boolean => sighting.how === 'emit' && !sighting.replayed;

/** Priming and keep-alive events carry no content: they count neither as replay nor as owed (check 13). */
export const isContent = (kind: EventKind | undefined): boolean =>
  kind !== 'priming' && kind !== 'keepalive' && kind !== 'resync';

/** All sightings by event id, in canonical order. */
export function sightingsById(facts: readonly Fact[]): ReadonlyMap<EventId, readonly Sighting[]> {
  const byId = new Map<EventId, Sighting[]>();
  for (const fact of facts) {
    if ((fact.kind !== 'emit' && fact.kind !== 'receive') || fact.eventId === undefined) continue;
    const list = byId.get(fact.eventId);
    if (list) list.push(sightingOf(fact));
    else byId.set(fact.eventId, [sightingOf(fact)]);
  }
  return byId;
}
