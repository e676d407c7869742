import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, StreamId } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Request, Response } from 'express';
import type { RunningServer } from './mcp-server.ts';

/**
 * The fault of paper 000: a session that idled out falls through to a handler that opens a stream anyway. It answers
 * 200 and counts its events from 1.
 */
export async function openFreshStream(_server: RunningServer, req: Request, res: Response): Promise<void> {
  if (req.method !== 'GET') {
    res.status(400).json({ jsonrpc: '2.0', error: { code: -32000, message: 'Bad Request' }, id: null });
    return;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const message = {
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data: 'hello' },
  };
  res.write(`id: 1\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
}

/** Takes over a session id that came from elsewhere, without its state, and handles the request as if nothing had been. */
export async function adoptAndServe(server: RunningServer, req: Request, res: Response): Promise<void> {
  const session = await server.adopt(String(req.headers['mcp-session-id']));
  await session.transport.handleRequest(req, res, req.body);
}

/**
 * The fault of a store that serves all sessions and trusts any id: what comes after the cursor in the one log is
 * replayed, whoever it was for.
 */
export class OneLogForAll implements EventStore {
  readonly #events: { readonly id: string; readonly streamId: string; readonly message: JSONRPCMessage }[] =
    [];

  async storeEvent(streamId: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const id = `e-${this.#events.length}-${randomUUID().slice(0, 8)}`;
    this.#events.push({ id, streamId, message });
    return id;
  }

  async replayEventsAfter(
    lastEventId: EventId,
    { send }: { send: (eventId: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const at = this.#events.findIndex((event) => event.id === lastEventId);
    const cursor = this.#events[at];
    if (!cursor) return '';
    for (const event of this.#events.slice(at + 1)) {
      if (Object.keys(event.message).length > 0) await send(event.id, event.message);
    }
    return cursor.streamId;
  }
}

/**
 * The fault of paper 001: each GET gets a stream of its own, and what was opened before goes on being fed. Done on
 * the SDK's transport by renaming its standalone stream.
 */
export function giveEachGetItsOwnStream(
  server: RunningServer,
  sessionId: string,
): { feedAll(text: string): Promise<void> } {
  const session = server.sessions.get(sessionId);
  if (!session) throw new Error('no such session');
  const inner: unknown = Reflect.get(session.transport, '_webStandardTransport');
  if (typeof inner !== 'object' || inner === null) throw new Error('another SDK');
  const names: string[] = [];
  server.beforeEach((req) => {
    if (req.method !== 'GET' || req.headers['last-event-id'] !== undefined) return;
    names.push(`G${names.length + 1}`);
    Reflect.set(inner, '_standaloneSseStreamId', names.at(-1));
  });
  return {
    feedAll: async (text) => {
      for (const name of names) {
        Reflect.set(inner, '_standaloneSseStreamId', name);
        await server.notify(sessionId, text);
      }
    },
  };
}
