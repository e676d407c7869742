import type { EventId, EventStore, StreamId } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { SeamarkEventStore, StoreNotice } from '@seamark/instrumentation-mcp';
import { formatEventId, parseEventId } from '@seamark/semconv';

interface Stored {
  readonly id: string;
  readonly ordinal: number;
  readonly message: JSONRPCMessage;
}

interface Log {
  readonly events: Stored[];
  last: number;
}

/** What a store does when a cursor lies below what it has kept. */
export type BelowFloor = 'clamp' | 'resync';

export interface OrderedStoreOptions {
  /** Incarnation that new event ids name. */
  readonly incarnation: () => string;
  /** Events kept of each stream; older ones are evicted. */
  readonly keep?: number;
  readonly belowFloor?: BelowFloor;
}

/**
 * An event store that keeps each stream in order, under ids of the form `incarnation.stream.ordinal`. Within its
 * retention it replays exactly what comes after the cursor. Several servers may share one, as they share a database.
 */
export class OrderedEventStore implements EventStore, SeamarkEventStore {
  readonly #options: OrderedStoreOptions;
  readonly #logs: Map<string, Log>;
  readonly #fenced = new Set<string>();
  readonly #listeners = new Set<(notice: StoreNotice) => void>();

  constructor(options: OrderedStoreOptions, logs = new Map<string, Log>()) {
    this.#options = options;
    this.#logs = logs;
  }

  /** The same log under another incarnation: what a second node sees of a shared database. */
  on(options: OrderedStoreOptions): OrderedEventStore {
    return new OrderedEventStore(options, this.#logs);
  }

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const log = this.#log(streamId);
    const isPriming = Object.keys(message).length === 0;
    if (!isPriming) log.last += 1;
    const id = formatEventId({ incarnation: this.#options.incarnation(), streamId, ordinal: log.last });
    log.events.push({ id, ordinal: log.last, message });
    this.#evict(streamId, log);
    return id;
  }

  async getStreamIdForEventId(eventId: EventId): Promise<StreamId | undefined> {
    const streamId = parseEventId(eventId)?.streamId;
    return streamId === undefined || this.#fenced.has(streamId) ? undefined : streamId;
  }

  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const cursor = parseEventId(lastEventId);
    if (!cursor) return '';
    const log = this.#log(cursor.streamId);
    const floor = log.events[0];
    if (this.#options.belowFloor === 'resync' && floor && cursor.ordinal < floor.ordinal - 1) {
      await send('', resync({ earliest: floor.id, requested: lastEventId }));
    }
    for (const event of log.events) {
      if (event.ordinal > cursor.ordinal) await send(event.id, event.message);
    }
    return cursor.streamId;
  }

  /** Refuses a stream from now on, and says so. */
  fence(streamId: string): void {
    this.#fenced.add(streamId);
    for (const listener of this.#listeners) listener({ kind: 'fence', streamId });
  }

  seamarkFloor(streamId: string): string | null {
    return this.#logs.get(streamId)?.events[0]?.id ?? null;
  }

  seamarkHighWater(streamId: string): string | null {
    return this.#logs.get(streamId)?.events.at(-1)?.id ?? null;
  }

  seamarkSubscribe(listener: (notice: StoreNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #log(streamId: string): Log {
    const known = this.#logs.get(streamId);
    if (known) return known;
    const log = { events: [], last: 0 };
    this.#logs.set(streamId, log);
    return log;
  }

  #evict(streamId: string, log: Log): void {
    const { keep } = this.#options;
    if (keep === undefined || log.events.length <= keep) return;
    log.events.splice(0, log.events.length - keep);
    const floor = log.events[0]?.id ?? null;
    for (const listener of this.#listeners) listener({ kind: 'evict', streamId, floor });
  }
}

/** A declared gap. Without an id, since an id would move the client's cursor. */
function resync(gap: { readonly earliest: string; readonly requested: string }): JSONRPCMessage {
  return { jsonrpc: '2.0', method: 'notifications/resync', params: { ...gap, unrecoverable: true } };
}
