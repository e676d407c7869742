import type { EventStore } from './shape.ts';

/** What is told of a store's work. Each is guarded by the one who gives it. */
export interface StoreWatch {
  /** Before an event is stored; the answer is handed to `stored` or `failed`. */
  storing(streamId: string, message: unknown): unknown;
  stored(reservation: unknown, eventId: string): void;
  failed(reservation: unknown): void;
  resolved(eventId: string, streamId: string | undefined): void;
  replaying(lastEventId: string): unknown;
  sending(replay: unknown, eventId: string, message: unknown): void;
  replayed(replay: unknown, streamId: string): void;
  replayFailed(replay: unknown): void;
}

/**
 * Stands in front of an event store and tells what it does. It offers exactly what the store offers, since the SDK
 * asks whether `getStreamIdForEventId` exists; a store's faults pass through unchanged.
 */
export function watchStore(store: EventStore, watch: StoreWatch): EventStore {
  const watched: EventStore = {
    storeEvent: async (streamId, message) => {
      const reservation = watch.storing(streamId, message);
      let eventId: string;
      try {
        eventId = await store.storeEvent(streamId, message);
      } catch (error) {
        watch.failed(reservation);
        throw error;
      }
      watch.stored(reservation, eventId);
      return eventId;
    },
    replayEventsAfter: async (lastEventId, sender) => {
      const replay = watch.replaying(lastEventId);
      try {
        const streamId = await store.replayEventsAfter(lastEventId, {
          send: (eventId, message) => {
            watch.sending(replay, eventId, message);
            return sender.send(eventId, message);
          },
        });
        watch.replayed(replay, streamId);
        return streamId;
      } catch (error) {
        watch.replayFailed(replay);
        throw error;
      }
    },
  };
  if (store.getStreamIdForEventId) {
    watched.getStreamIdForEventId = async (eventId) => {
      const streamId = await store.getStreamIdForEventId?.(eventId);
      watch.resolved(eventId, streamId);
      return streamId;
    };
  }
  return watched;
}
