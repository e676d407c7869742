import type { Reservation } from '../emissions.ts';
import type { Engine } from '../engine.ts';
import type { Exchange, Replay } from '../exchange.ts';
import type { Namespace } from '../ledger.ts';
import type { SessionLife } from '../sessions.ts';
import type { StreamLog } from '../stream-log.ts';
import type { StoreWatch } from './event-store.ts';
import type { EventStore } from './shape.ts';

/** What the watch needs of the transport whose store it is. */
export interface StoreHost {
  readonly engine: Engine;
  readonly store: EventStore;
  readonly namespace: Namespace;
  life(): SessionLife | undefined;
  /** The stream of this name, linked to the exchange that it answers. */
  streamFor(life: SessionLife, streamId: string): StreamLog;
  exchange(): Exchange | undefined;
}

/** Turns a store's work into events issued and replays under way. */
export function createStoreWatch(host: StoreHost): StoreWatch {
  const { engine, store } = host;
  const { guard } = engine;
  return {
    storing: (streamId, message) => guard.run('store', () => storing(host, streamId, message), undefined),
    stored: (reservation, eventId) =>
      guard.do('stored', () => {
        if (!isReservation(reservation)) return;
        const owner = guard.run('seamarkResolve', () => store.seamarkResolve?.(eventId), undefined);
        engine.emissions.issued(reservation, { eventId, namespace: host.namespace, owner });
      }),
    failed: (reservation) => {
      if (isReservation(reservation)) reservation.stream.distrust();
    },
    resolved: (eventId, streamId) =>
      guard.do('resolve', () => {
        const attempt = host.exchange()?.attempt;
        if (attempt?.lastEventId === eventId) attempt.storeStreamId = streamId || null;
      }),
    replaying: (lastEventId) => guard.run('replay', () => replaying(host, lastEventId), undefined),
    sending: (replay, eventId) =>
      guard.do('replay', () => {
        // An event without an id, such as a resync, is told by its form.
        if (!isReplay(replay) || eventId === '') return;
        const at = engine.reporter.clock.now();
        const times = replay.outstanding.get(eventId);
        if (times) times.push(at);
        else replay.outstanding.set(eventId, [at]);
      }),
    replayed: (replay, streamId) => guard.do('replay', () => replayed(host, replay, streamId)),
    replayFailed: (replay) =>
      guard.do('replay', () => {
        if (!isReplay(replay)) return;
        replay.failed = true;
        replay.endedAt = engine.reporter.clock.now();
      }),
  };
}

function storing(host: StoreHost, streamId: string, message: unknown): Reservation | undefined {
  const life = host.life();
  return life && host.engine.emissions.reserve(host.streamFor(life, streamId), message);
}

function replaying(host: StoreHost, lastEventId: string): Replay | undefined {
  const exchange = host.exchange();
  if (exchange?.attempt?.lastEventId !== lastEventId) return undefined;
  const { engine } = host;
  const entry = engine.attempts.find(exchange, lastEventId);
  const streamId =
    entry?.stream.id ?? exchange.attempt.storeStreamId ?? engine.eventIds.view(lastEventId)?.streamId;
  exchange.replay = {
    startedAt: engine.reporter.clock.now(),
    highWater: entry?.stream.highWater,
    ...boundsNow(host, streamId),
    outstanding: new Map(),
    endedAt: undefined,
    streamId: undefined,
    failed: false,
  };
  return exchange.replay;
}

/** What the store holds of a stream before it replays: what it issues or evicts meanwhile is no part of the decision. */
function boundsNow(
  { engine, store }: StoreHost,
  streamId: string | null | undefined,
): Pick<Replay, 'storeHighWater' | 'floor'> {
  if (!streamId) return { storeHighWater: undefined, floor: undefined };
  const { guard } = engine;
  return {
    storeHighWater: guard.run('seamarkHighWater', () => store.seamarkHighWater?.(streamId), undefined),
    floor: guard.run('seamarkFloor', () => store.seamarkFloor?.(streamId), undefined),
  };
}

function replayed(host: StoreHost, replay: unknown, streamId: string): void {
  const exchange = host.exchange();
  if (!isReplay(replay) || exchange?.replay !== replay) return;
  replay.endedAt = host.engine.reporter.clock.now();
  replay.streamId = streamId;
  const life = host.life();
  if (!streamId || !life) return;
  const cursor = exchange.attempt?.lastEventId;
  const entry = cursor === undefined ? undefined : host.engine.attempts.find(exchange, cursor);
  const stream = life.stream(streamId);
  if (entry?.stream.id === streamId) {
    stream.origin ??= entry.stream.origin;
    for (const id of entry.stream.requestIds) stream.addRequest(id);
  }
  exchange.serve(stream);
}

function isReservation(value: unknown): value is Reservation {
  return typeof value === 'object' && value !== null && 'ordinal' in value && 'view' in value;
}

function isReplay(value: unknown): value is Replay {
  return typeof value === 'object' && value !== null && 'outstanding' in value;
}
