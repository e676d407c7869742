import type { EventId } from '../brand.ts';
import type { EmitFact, Fact, ReceiveFact, StreamRef } from '../facts.ts';
import { canonicalOrder } from '../order.ts';
import { type IncarnationOf, incarnationsOf, mayBeSame } from './lives-of-facts.ts';
import {
  type LoggedEvent,
  newStream,
  noteConnection,
  noteEvent,
  pushTo,
  type StreamLog,
} from './stream-log.ts';

/** All that is known of a session, arranged by stream and event. Built in one pass over ordered facts. */
export interface SessionLog {
  /** In canonical order, without repetitions. */
  readonly facts: readonly Fact[];
  readonly incarnationOf: IncarnationOf;
  readonly streams: ReadonlyMap<string, StreamLog>;
  readonly streamsById: ReadonlyMap<string, readonly StreamLog[]>;
  readonly events: ReadonlyMap<EventId, readonly LoggedEvent[]>;
  /** Results and errors by the request that they answer. */
  readonly results: ReadonlyMap<string, readonly LoggedEvent[]>;
}

type StreamFact = Extract<
  Fact,
  StreamRef & { readonly kind: 'attach' | 'detach' | 'fence' | 'emit' | 'receive' }
>;

interface Draft {
  readonly incarnationOf: IncarnationOf;
  readonly streams: Map<string, StreamLog>;
  readonly streamsById: Map<string, StreamLog[]>;
  readonly events: Map<EventId, LoggedEvent[]>;
}

/** Arranges the facts of a session; any order and any repetition of the same facts gives the same log. */
export function sessionLogOf(facts: readonly Fact[]): SessionLog {
  const ordered = canonicalOrder(facts);
  const draft: Draft = {
    incarnationOf: incarnationsOf(ordered),
    streams: new Map(),
    streamsById: new Map(),
    events: new Map(),
  };
  for (const fact of ordered) if (isStreamFact(fact)) note(draft, fact);
  return { facts: ordered, ...draft, results: resultsOf(draft.streams) };
}

function isStreamFact(fact: Fact): fact is StreamFact {
  const { kind } = fact;
  return kind === 'attach' || kind === 'detach' || kind === 'fence' || kind === 'emit' || kind === 'receive';
}

function note(draft: Draft, fact: StreamFact): void {
  const stream = streamFor(draft, fact);
  stream.origin ??= fact.origin;
  stream.requestId ??= fact.streamRequestId;
  if (fact.kind !== 'emit' && fact.kind !== 'receive') noteConnection(stream, fact);
  else noteIssue(draft, stream, fact);
}

function noteIssue(draft: Draft, stream: StreamLog, fact: EmitFact | ReceiveFact): void {
  const event = noteEvent(stream, fact);
  if (fact.eventId !== undefined) pushTo(draft.events, fact.eventId, event);
}

function streamFor(draft: Draft, fact: StreamFact): StreamLog {
  const incarnation = draft.incarnationOf(fact);
  const name =
    fact.streamId ?? (fact.streamRequestId === undefined ? undefined : `request ${fact.streamRequestId}`);
  const key = `${incarnation ?? ''}\u0000${name ?? ''}`;
  const known = draft.streams.get(key);
  if (known) return known;
  const stream = newStream(key, name, incarnation);
  draft.streams.set(key, stream);
  if (name !== undefined) pushTo(draft.streamsById, name, stream);
  return stream;
}

/** The request that an event answers: its own, else the one its post stream was opened for. */
export function answeredBy(event: LoggedEvent): string | undefined {
  if (event.kind !== 'result' && event.kind !== 'error') return undefined;
  return event.requestId ?? event.stream.requestId;
}

function resultsOf(streams: ReadonlyMap<string, StreamLog>): ReadonlyMap<string, readonly LoggedEvent[]> {
  const results = new Map<string, LoggedEvent[]>();
  for (const stream of streams.values()) {
    for (const event of stream.events) {
      const request = answeredBy(event);
      if (request !== undefined) pushTo(results, request, event);
    }
  }
  for (const list of results.values())
    list.sort((a, b) => (a.at === b.at ? a.index - b.index : a.at < b.at ? -1 : 1));
  return results;
}

/** The stream of an id in a life, where that is clear; with the life unknown, the only stream of that id. */
export function streamIn(
  log: SessionLog,
  streamId: string | undefined,
  incarnation: string | undefined,
): StreamLog | undefined {
  const streams = streamId === undefined ? [] : (log.streamsById.get(streamId) ?? []);
  const exact = streams.find((stream) => incarnation !== undefined && stream.incarnation === incarnation);
  const possible = streams.filter((stream) => mayBeSame(stream.incarnation, incarnation));
  return exact ?? (possible.length === 1 ? possible[0] : undefined);
}
