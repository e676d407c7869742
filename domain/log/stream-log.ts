import type { EventId, UnixNanos } from '../brand.ts';
import type { AttachFact, DetachFact, EmitFact, FenceFact, ReceiveFact } from '../facts.ts';
import type { EventKind, StreamOrigin } from '../words.ts';

/** One event as it was issued on one stream of one life, with every time that it was seen. */
export interface LoggedEvent {
  readonly stream: StreamLog;
  /** Its place in the order of issue, as far as was seen. */
  index: number;
  /** When it was first seen. */
  at: UnixNanos;
  eventId: EventId | undefined;
  ordinal: number | undefined;
  kind: EventKind | undefined;
  requestId: string | undefined;
  method: string | undefined;
  digest: string | undefined;
  readonly emissions: EmitFact[];
  readonly receipts: ReceiveFact[];
}

/** One connection of a stream, from its attach, or else from when it was first seen, until it was detached or fenced. */
export interface ConnectionLog {
  readonly id: string;
  readonly attach?: AttachFact | undefined;
  readonly at: UnixNanos;
  ended?: DetachFact | FenceFact | undefined;
}

/** One stream of one incarnation. The same stream id in another incarnation is another stream. */
export interface StreamLog {
  readonly key: string;
  /** Absent for events whose emitter names no stream: nothing is said of their order. */
  readonly streamId: string | undefined;
  readonly incarnation: string | undefined;
  origin: StreamOrigin | undefined;
  requestId: string | undefined;
  readonly events: LoggedEvent[];
  readonly attaches: AttachFact[];
  readonly detaches: DetachFact[];
  readonly fences: FenceFact[];
  readonly connections: Map<string, ConnectionLog>;
  readonly byOrdinal: Map<number, LoggedEvent[]>;
  readonly byId: Map<EventId, LoggedEvent[]>;
}

/** An empty log of a stream. */
export function newStream(
  key: string,
  streamId: string | undefined,
  incarnation: string | undefined,
): StreamLog {
  return {
    key,
    streamId,
    incarnation,
    origin: undefined,
    requestId: undefined,
    events: [],
    attaches: [],
    detaches: [],
    fences: [],
    connections: new Map(),
    byOrdinal: new Map(),
    byId: new Map(),
  };
}

/** Notes an attach, a detach or a fence, and what it begins or ends. */
export function noteConnection(stream: StreamLog, fact: AttachFact | DetachFact | FenceFact): void {
  if (fact.kind === 'attach') {
    stream.attaches.push(fact);
    const id = fact.connectionId ?? fact.id;
    const known = stream.connections.get(id);
    // A connection id that attaches again is live again.
    if (known) known.ended = undefined;
    else stream.connections.set(id, { id, attach: fact, at: fact.at });
    return;
  }
  if (fact.kind === 'detach') stream.detaches.push(fact);
  else stream.fences.push(fact);
  // A detach that names no connection ends them all; a fence without one fences the stream, not its connections.
  if (fact.connectionId === undefined && fact.kind === 'fence') return;
  for (const connection of endedBy(stream, fact)) connection.ended ??= fact;
}

function endedBy(stream: StreamLog, fact: DetachFact | FenceFact): readonly ConnectionLog[] {
  if (fact.connectionId === undefined) return [...stream.connections.values()];
  const known = stream.connections.get(fact.connectionId);
  if (known) return [known];
  const unseen: ConnectionLog = { id: fact.connectionId, at: fact.at };
  stream.connections.set(unseen.id, unseen);
  return [unseen];
}

/** Notes an emission or a reception, as a new event or as one more sight of a known one. */
export function noteEvent(stream: StreamLog, fact: EmitFact | ReceiveFact): LoggedEvent {
  const event = knownEvent(stream, fact) ?? addEvent(stream, fact);
  if (fact.kind === 'emit') event.emissions.push(fact);
  else event.receipts.push(fact);
  event.kind ??= fact.eventKind;
  event.requestId ??= fact.requestId;
  event.method ??= fact.method;
  event.digest ??= fact.digest;
  if (event.ordinal === undefined && fact.ordinal !== undefined) {
    event.ordinal = fact.ordinal;
    pushTo(stream.byOrdinal, fact.ordinal, event);
  }
  // The server's word for the id: a client may see another one behind a proxy.
  if (fact.eventId !== undefined && (event.eventId === undefined || event.emissions.length === 0)) {
    event.eventId = fact.eventId;
  }
  if (fact.eventId !== undefined) pushTo(stream.byId, fact.eventId, event);
  const { connectionId } = fact;
  if (connectionId !== undefined && !stream.connections.has(connectionId)) {
    stream.connections.set(connectionId, { id: connectionId, at: fact.at });
  }
  return event;
}

function addEvent(stream: StreamLog, fact: EmitFact | ReceiveFact): LoggedEvent {
  const event: LoggedEvent = {
    stream,
    index: stream.events.length,
    at: fact.at,
    eventId: fact.eventId,
    ordinal: undefined,
    kind: fact.eventKind,
    requestId: fact.requestId,
    method: fact.method,
    digest: fact.digest,
    emissions: [],
    receipts: [],
  };
  stream.events.push(event);
  return event;
}

function knownEvent(stream: StreamLog, fact: EmitFact | ReceiveFact): LoggedEvent | undefined {
  const byOrdinal = fact.ordinal === undefined ? [] : (stream.byOrdinal.get(fact.ordinal) ?? []);
  const byId = fact.eventId === undefined ? [] : (stream.byId.get(fact.eventId) ?? []);
  return byOrdinal.findLast((event) => isSame(event, fact)) ?? byId.findLast((event) => isSame(event, fact));
}

/**
 * Whether a sighting is of this event. What contradicts makes another event, so that a reused id shows; only
 * the id may differ between an emission and a reception, since a proxy on the way may rewrite it.
 */
function isSame(event: LoggedEvent, fact: EmitFact | ReceiveFact): boolean {
  const peers = fact.kind === 'emit' ? event.emissions.length > 0 : event.receipts.length > 0;
  return (
    agree(event.ordinal, fact.ordinal) &&
    (agree(event.eventId, fact.eventId) ||
      (!peers && event.ordinal !== undefined && event.ordinal === fact.ordinal)) &&
    agree(event.digest, fact.digest) &&
    agree(event.kind, fact.eventKind) &&
    agree(event.requestId, fact.requestId)
  );
}

function agree<T>(a: T | undefined, b: T | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** Adds to a list in a map of lists, once. */
export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}
