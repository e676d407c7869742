import type { EventId, EventStore, StreamId } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { SeamarkEventStore, StoreNotice } from '@seamark/instrumentation-mcp';
import { formatEventId, METHOD_RESYNC, parseEventId } from '@seamark/semconv';

export interface StoredEvent {
  readonly id: string;
  readonly ordinal: number;
  readonly message: JSONRPCMessage;
}

/** Where events of streams are kept, in order. */
export interface Shelf {
  append(streamId: string, event: StoredEvent): void;
  /** What is still kept of a stream. */
  read(streamId: string): readonly StoredEvent[];
  /** Highest ordinal ever issued on a stream; 0 for none. */
  last(streamId: string): number;
  /** Keeps the newest events only. */
  trim(streamId: string, keep: number): void;
}

export interface EventLogOptions {
  /** The life of the session that new events belong to. */
  readonly incarnation: string;
  /** Events kept of each stream; without it all are. */
  readonly keep?: number;
  /** What is done for a cursor whose successor is gone: the fault that says nothing, or the gap declared. */
  readonly belowFloor?: 'clamp' | 'resync';
}

/**
 * An event store as it ought to be, under ids of the form `incarnation.stream.ordinal`: within what it keeps, it
 * replays exactly what comes after the cursor, on the cursor's own stream. A priming event is no event of the stream
 * but the position before the next one.
 */
export class EventLog implements EventStore, SeamarkEventStore {
  readonly #options: EventLogOptions;
  readonly #shelf: Shelf;
  readonly #listeners = new Set<(notice: StoreNotice) => void>();

  constructor(options: EventLogOptions, shelf: Shelf = new MemoryShelf()) {
    this.#options = options;
    this.#shelf = shelf;
  }

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const { incarnation, keep } = this.#options;
    const isPriming = Object.keys(message).length === 0;
    const ordinal = this.#shelf.last(streamId) + (isPriming ? 0 : 1);
    const id = formatEventId({ incarnation, streamId, ordinal });
    if (isPriming) return id;
    this.#shelf.append(streamId, { id, ordinal, message });
    if (keep !== undefined && this.#shelf.read(streamId).length > keep) this.#evict(streamId, keep);
    return id;
  }

  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const cursor = parseEventId(lastEventId);
    if (!cursor) return '';
    const events = this.#shelf.read(cursor.streamId);
    const [floor] = events;
    const hasGap = floor !== undefined && cursor.ordinal < floor.ordinal - 1;
    if (hasGap && this.#options.belowFloor === 'resync') await send('', resync(floor.id, lastEventId));
    for (const event of events) if (event.ordinal > cursor.ordinal) await send(event.id, event.message);
    return cursor.streamId;
  }

  seamarkFloor(streamId: string): string | null {
    return this.#shelf.read(streamId)[0]?.id ?? null;
  }

  seamarkSubscribe(listener: (notice: StoreNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #evict(streamId: string, keep: number): void {
    this.#shelf.trim(streamId, keep);
    const floor = this.seamarkFloor(streamId);
    for (const listener of this.#listeners) listener({ kind: 'evict', streamId, floor });
  }
}

/** A declared gap (page "Telemetry", section 5). It goes out without an id, since an id would move the cursor. */
function resync(earliest: string, requested: string): JSONRPCMessage {
  return { jsonrpc: '2.0', method: METHOD_RESYNC, params: { earliest, requested, unrecoverable: true } };
}

interface Row {
  events: StoredEvent[];
  last: number;
}

/** Keeps events in this process, for as long as it runs. */
export class MemoryShelf implements Shelf {
  readonly #rows = new Map<string, Row>();

  append(streamId: string, event: StoredEvent): void {
    const row = this.#rows.get(streamId) ?? { events: [], last: 0 };
    row.events.push(event);
    row.last = event.ordinal;
    this.#rows.set(streamId, row);
  }

  read(streamId: string): readonly StoredEvent[] {
    return this.#rows.get(streamId)?.events ?? [];
  }

  last(streamId: string): number {
    return this.#rows.get(streamId)?.last ?? 0;
  }

  trim(streamId: string, keep: number): void {
    const row = this.#rows.get(streamId);
    if (row) row.events = row.events.slice(-keep);
  }
}
