import { type FactId, type UnixNanos, unixNanos } from '../brand.ts';
import type { RequestFact } from '../facts.ts';
import { mayBeSame } from './lives-of-facts.ts';
import { type Contacts, contactsOf, type Presentation } from './replays.ts';
import { answeredBy, type SessionLog } from './session-log.ts';
import type { LoggedEvent, StreamLog } from './stream-log.ts';

/** One time that an event reached somebody. */
export interface Delivery {
  readonly at: UnixNanos;
  readonly fact: FactId;
  /** A client saw it, a server wrote it to a live connection, or an attempt replayed it. */
  readonly how: 'received' | 'written' | 'replayed';
}

/** What reached the client, and what is known not to have. */
export interface Deliveries {
  /** Each time that the event was delivered, first one first; empty: not seen delivered. */
  of(event: LoggedEvent): readonly Delivery[];
  /** What clients say became of their requests, in order of time. */
  outcomesOf(requestId: string): readonly RequestFact[];
  readonly contacts: Contacts;
}

/**
 * Works out deliveries from a log (domain.md sections 4 and 6). A write to a live connection counts as delivered until
 * the client says otherwise: by presenting an older cursor of that stream later, or by giving its request up as lost.
 * What a client received outranks what a server wrote.
 */
export function deliveriesOf(log: SessionLog): Deliveries {
  const contacts = contactsOf(log);
  const outcomes = requestOutcomes(log);
  const lowest = new Map([...contacts.presented].map(([stream, list]) => [stream, lowestFrom(list)]));
  const known = new Map<LoggedEvent, readonly Delivery[]>();
  const work = (event: LoggedEvent): readonly Delivery[] => {
    const received = receiptsOf(event);
    if (received.length > 0) return received;
    const lostAt = lostTimes(outcomes, event);
    return writesOf(event, contacts)
      .filter((write) => !isDenied(event, write, lowest.get(event.stream)))
      .filter((write) => !lostAt.some((at) => at >= write.at))
      .sort(byTime);
  };
  return {
    of: (event) => {
      const deliveries = known.get(event) ?? work(event);
      known.set(event, deliveries);
      return deliveries;
    },
    outcomesOf: (requestId) => outcomes.get(requestId) ?? [],
    contacts,
  };
}

const byTime = (a: Delivery, b: Delivery): number =>
  a.at === b.at ? (a.fact < b.fact ? -1 : 1) : a.at < b.at ? -1 : 1;

function requestOutcomes(log: SessionLog): ReadonlyMap<string, readonly RequestFact[]> {
  const outcomes = new Map<string, RequestFact[]>();
  for (const fact of log.facts) {
    if (fact.kind !== 'request' || fact.requestId === undefined || fact.observer !== 'client') continue;
    const list = outcomes.get(fact.requestId);
    if (list) list.push(fact);
    else outcomes.set(fact.requestId, [fact]);
  }
  return outcomes;
}

function receiptsOf(event: LoggedEvent): readonly Delivery[] {
  return event.receipts
    .filter((fact) => fact.observer === 'client')
    .map((fact) => ({ at: fact.at, fact: fact.id, how: 'received' }));
}

function writesOf(event: LoggedEvent, contacts: Contacts): readonly Delivery[] {
  const live = event.emissions.filter((fact) => isLive(event.stream, fact.connectionId, fact.at));
  const written = live.map(
    (fact): Delivery => ({ at: fact.at, fact: fact.id, how: fact.replayed ? 'replayed' : 'written' }),
  );
  const replayed = (contacts.replays.get(event) ?? [])
    .filter((replay) => !live.some((fact) => fact.at >= replay.from && fact.at <= replay.at))
    .map((replay): Delivery => ({ at: replay.at, fact: replay.fact, how: 'replayed' }));
  const passed = event.receipts
    .filter((fact) => fact.observer === 'proxy' && written.length + replayed.length === 0)
    .map((fact): Delivery => ({ at: fact.at, fact: fact.id, how: 'received' }));
  return [...written, ...replayed, ...passed];
}

/** Whether a connection was there and not known to have ended when it was written to. */
function isLive(stream: StreamLog, connectionId: string | undefined, at: UnixNanos): boolean {
  if (connectionId === undefined) return false;
  const ended = stream.connections.get(connectionId)?.ended;
  return ended === undefined || ended.at >= at;
}

interface Lowest {
  readonly at: UnixNanos;
  readonly ordinal: number | undefined;
  readonly index: number | undefined;
}

/** For each presentation, the lowest position presented from then on. */
function lowestFrom(list: readonly Presentation[]): readonly Lowest[] {
  const lowest: Lowest[] = [];
  let after: Lowest | undefined;
  for (const { at, ordinal, index } of list.toReversed()) {
    after = { at, ordinal: least(ordinal, after?.ordinal), index: least(index, after?.index) };
    lowest.push(after);
  }
  return lowest.toReversed();
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

/** A client that presents an older cursor after the write had not received what was written. */
function isDenied(event: LoggedEvent, write: Delivery, lowest: readonly Lowest[] | undefined): boolean {
  // A replay answers the cursor that was presented with it, at the same moment where clocks are coarse.
  const from = write.how === 'replayed' ? unixNanos(write.at + 1n) : write.at;
  const later = lowest && firstFrom(lowest, from);
  if (!later) return false;
  if (event.ordinal !== undefined && later.ordinal !== undefined) return later.ordinal < event.ordinal;
  return later.index !== undefined && later.index < event.index;
}

/** The first of a list in order of time that is not before a moment. */
export function firstFrom<T extends { readonly at: UnixNanos }>(
  list: readonly T[],
  at: UnixNanos,
): T | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = list[middle];
    if (entry !== undefined && entry.at < at) low = middle + 1;
    else high = middle;
  }
  return list[low];
}

/** When clients gave the request up that this event answers: what was written by then did not arrive. */
function lostTimes(
  outcomes: ReadonlyMap<string, readonly RequestFact[]>,
  event: LoggedEvent,
): readonly UnixNanos[] {
  const request = answeredBy(event);
  if (request === undefined) return [];
  return (outcomes.get(request) ?? [])
    .filter(({ outcome }) => outcome === 'lost' || outcome === 'timeout')
    .filter((fact) => mayBeSame(fact.incarnation, event.stream.incarnation))
    .map((fact) => fact.end);
}
