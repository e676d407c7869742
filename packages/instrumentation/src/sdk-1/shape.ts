import type { SeamarkEventStore } from '../options.ts';

/**
 * What is relied on of `@modelcontextprotocol/sdk` 1.x, as structure: nothing is imported from it, so that any 1.x
 * version works that has these parts. Where one is missing the fact that it would have given stays unknown.
 */
export interface TransportPrototype {
  handleRequest(...args: never[]): unknown;
}

export interface TransportClass {
  readonly prototype: TransportPrototype;
}

/** The part of a transport that does the work: itself, or what the Node class wraps since 1.23. */
export interface Core {
  sessionId?: unknown;
  onmessage?: unknown;
  send?: unknown;
  close?: unknown;
  onclose?: unknown;
  [internal: string]: unknown;
}

export type AnyMethod = (...args: unknown[]) => unknown;

/** `EventStore` of the SDK. */
export interface EventStore extends SeamarkEventStore {
  storeEvent(streamId: string, message: unknown): Promise<string>;
  getStreamIdForEventId?(eventId: string): Promise<string | undefined>;
  replayEventsAfter(
    lastEventId: string,
    sender: { send: (eventId: string, message: unknown) => Promise<void> },
  ): Promise<string>;
}

const STANDALONE = '_GET_stream';

export function coreOf(transport: unknown): Core | undefined {
  if (!isRecord(transport)) return undefined;
  const inner = transport._webStandardTransport;
  return isRecord(inner) ? inner : transport;
}

export function storeOf(core: Core): EventStore | undefined {
  const store = core._eventStore;
  return isEventStore(store) ? store : undefined;
}

export function sessionIdOf(core: Core): string | undefined {
  return typeof core.sessionId === 'string' ? core.sessionId : undefined;
}

export function isStateless(core: Core): boolean {
  return core.sessionIdGenerator === undefined;
}

export function isInitialized(core: Core): boolean {
  return core._initialized === true;
}

export function isClosed(core: Core): boolean {
  return core._closed === true;
}

/** Name that the SDK gives the standalone stream of a session. */
export function standaloneStreamId(core: Core): string {
  const id = core._standaloneSseStreamId;
  return typeof id === 'string' ? id : STANDALONE;
}

/** The stream on which a request will be answered, once the transport has taken it in. */
export function streamOfRequest(core: Core, id: unknown): string | undefined {
  const streams = core._requestToStreamMapping;
  const stream: unknown = streams instanceof Map ? streams.get(id) : undefined;
  return typeof stream === 'string' ? stream : undefined;
}

function isRecord(value: unknown): value is Core {
  return typeof value === 'object' && value !== null;
}

function isEventStore(value: unknown): value is EventStore {
  return (
    isRecord(value) && typeof value.storeEvent === 'function' && typeof value.replayEventsAfter === 'function'
  );
}
