import { type AttemptViews, attemptViews } from '../attempts/views.ts';
import type { EventId, FactId, UnixNanos } from '../brand.ts';
import type { ResumptionFact } from '../facts.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { type SessionLog, streamIn } from './session-log.ts';
import type { LoggedEvent, StreamLog } from './stream-log.ts';

/** A run of events that an attempt served, where no emission says so one by one. */
export interface Replay {
  readonly fact: FactId;
  readonly from: UnixNanos;
  readonly at: UnixNanos;
  readonly events: readonly LoggedEvent[];
}

/** What a client said it had read last of a stream, by presenting it as its cursor. */
export interface Presentation {
  readonly fact: FactId;
  readonly at: UnixNanos;
  readonly ordinal: number | undefined;
  readonly index: number | undefined;
}

/** Who saw what was given best: the client, then the proxy, then the server (domain.md section 4). */
function given(views: AttemptViews): readonly ResumptionFact[] {
  return [views.client, views.proxy, views.server].filter((view) => view !== undefined);
}

function firstOf<K extends keyof ResumptionFact>(
  views: readonly ResumptionFact[],
  field: K,
): ResumptionFact[K] | undefined {
  return views.find((view) => view[field] !== undefined)?.[field];
}

/** The first event served, as the best observer of it saw it; another observer's figures only for the same event. */
function firstServed(views: readonly ResumptionFact[]): {
  readonly eventId?: EventId | undefined;
  readonly like: readonly ResumptionFact[];
} {
  const eventId = firstOf(views, 'firstEventId');
  return {
    eventId,
    like: views.filter((view) => view.firstEventId === undefined || view.firstEventId === eventId),
  };
}

function replayOf(log: SessionLog, views: AttemptViews): Replay | undefined {
  const seen = given(views);
  const status = firstOf(seen, 'status');
  const count = firstOf(seen, 'replayedCount');
  const { eventId, like } = firstServed(seen);
  const fact = seen[0];
  if (!fact || count === 0 || (status !== undefined && (status < 200 || status > 299))) return undefined;
  const start = startOf(log, { eventId, like, views });
  if (!start) return undefined;
  return { fact: fact.id, from: views.at, at: views.end, events: runOf(start, count ?? 1) };
}

interface Start {
  readonly stream: StreamLog;
  readonly ordinal: number | undefined;
  readonly index: number | undefined;
}

function startOf(
  log: SessionLog,
  {
    eventId,
    like,
    views,
  }: { eventId: EventId | undefined; like: readonly ResumptionFact[]; views: AttemptViews },
): Start | undefined {
  const ordinal = firstOf(like, 'firstOrdinal');
  if (eventId === undefined && ordinal === undefined) return undefined;
  const streamId = firstOf(like, 'firstStreamId') ?? views.server?.streamId;
  const incarnation = firstOf(like, 'firstIncarnation');
  const known = eventId === undefined ? undefined : only(log.events.get(eventId), streamId);
  const stream = known?.stream ?? streamIn(log, streamId, incarnation);
  return stream && { stream, ordinal: ordinal ?? known?.ordinal, index: known?.index };
}

function only(
  events: readonly LoggedEvent[] | undefined,
  streamId: string | undefined,
): LoggedEvent | undefined {
  const possible = (events ?? []).filter(
    (event) => streamId === undefined || event.stream.streamId === streamId,
  );
  return possible.length === 1 ? possible[0] : undefined;
}

/** The events of a run of so many from a first one; by ordinals where they are known, else in order of issue. */
function runOf({ stream, ordinal, index }: Start, count: number): readonly LoggedEvent[] {
  if (ordinal === undefined) return index === undefined ? [] : stream.events.slice(index, index + count);
  // A run may be far longer than what was seen of it: walk the shorter of the two.
  if (count > stream.events.length) {
    return stream.events.filter(
      (event) => event.ordinal !== undefined && event.ordinal >= ordinal && event.ordinal < ordinal + count,
    );
  }
  const run: LoggedEvent[] = [];
  for (let at = ordinal; at < ordinal + count; at += 1) run.push(...(stream.byOrdinal.get(at) ?? []));
  return run;
}

function presentationOf(
  log: SessionLog,
  view: ResumptionFact,
): readonly [StreamLog, Presentation] | undefined {
  if (view.lastEventId === undefined) return undefined;
  const known = only(log.events.get(view.lastEventId), view.cursorStreamId);
  const stream = known?.stream ?? streamIn(log, view.cursorStreamId, view.cursorIncarnation);
  const ordinal = known?.ordinal ?? view.cursorOrdinal;
  if (!stream || (ordinal === undefined && known === undefined)) return undefined;
  return [stream, { fact: view.id, at: view.at, ordinal, index: known?.index }];
}

/** What attempts served and what clients presented, by event and by stream. */
export interface Contacts {
  readonly replays: ReadonlyMap<LoggedEvent, readonly Replay[]>;
  /** In order of time. */
  readonly presented: ReadonlyMap<StreamLog, readonly Presentation[]>;
}

/** Reads out of the attempts what reached clients and what they said they had. */
export function contactsOf(log: SessionLog): Contacts {
  const replays = new Map<LoggedEvent, Replay[]>();
  const presented = new Map<StreamLog, Presentation[]>();
  for (const views of attemptViews(log.facts, DEFAULT_SETTINGS)) {
    const replay = replayOf(log, views);
    for (const event of replay?.events ?? []) add(replays, event, replay);
    const view = views.client ?? views.server ?? views.proxy;
    const presentation = view && presentationOf(log, view);
    if (presentation) add(presented, presentation[0], presentation[1]);
  }
  for (const list of presented.values()) list.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { replays, presented };
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V | undefined): void {
  if (value === undefined) return;
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
