import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, StreamId } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

interface Entry {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

/**
 * The fault of a store that serves all sessions from one log and asks nobody whose an event is: what comes after the
 * cursor is replayed, whoever it was for.
 */
export class OneLogForAll implements EventStore {
  readonly #entries: Entry[] = [];

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const id = randomUUID();
    this.#entries.push({ id, streamId, message });
    return id;
  }

  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const at = this.#entries.findIndex(({ id }) => id === lastEventId);
    const cursor = this.#entries[at];
    if (!cursor) return '';
    const later = this.#entries.slice(at + 1);
    // A priming event is no message and is never sent again.
    for (const { id, message } of later) if (Object.keys(message).length > 0) await send(id, message);
    return cursor.streamId;
  }
}
