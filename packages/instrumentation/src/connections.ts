import type { Exchange } from './exchange.ts';

/** What is known of the connections of one stream, whichever life of the session they belong to. */
interface StreamConnections {
  readonly attached: Set<Exchange>;
  readonly ended: Exchange[];
}

/** Streams of one session by name, in the order in which they were last attached to. */
type SessionConnections = Map<string, StreamConnections>;

const MAX_SESSIONS = 10_000;
const MAX_STREAMS = 1_000;
const MAX_ENDED = 4;

/** Connections by session and stream: who came before a reconnect, and whether it is still there. */
export class Connections {
  readonly #sessions = new Map<string, SessionConnections>();

  attach(exchange: Exchange): void {
    const { sessionId, stream } = exchange;
    if (sessionId === undefined || !stream) return;
    const streams: SessionConnections = this.#sessions.get(sessionId) ?? new Map();
    const known = streams.get(stream.id) ?? { attached: new Set(), ended: [] };
    known.attached.add(exchange);
    streams.delete(stream.id);
    streams.set(stream.id, known);
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, streams);
    if (streams.size > MAX_STREAMS) forgetOldest(streams, isIdle);
    if (this.#sessions.size > MAX_SESSIONS) forgetOldest(this.#sessions, isIdleSession);
  }

  detach(exchange: Exchange): void {
    const known = this.#of(exchange.sessionId, exchange.stream?.id);
    if (!known?.attached.delete(exchange)) return;
    known.ended.push(exchange);
    if (known.ended.length > MAX_ENDED) known.ended.shift();
  }

  /** Connections of a stream other than this one, those still attached first. */
  others(exchange: Exchange, streamId: string): readonly Exchange[] {
    const known = this.#of(exchange.sessionId, streamId);
    return known ? [...known.attached, ...known.ended].filter((other) => other !== exchange) : [];
  }

  /** The latest connection of each standalone stream of a session; the stream attached to last comes last. */
  standalone(sessionId: string | undefined): readonly Exchange[] {
    const streams = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    return [...(streams?.values() ?? [])].flatMap(({ attached, ended }) => {
      const latest = [...attached].at(-1) ?? ended.at(-1);
      return latest?.stream?.origin === 'get' ? [latest] : [];
    });
  }

  /** A session is over: none of its connections is anybody's predecessor any more. */
  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  #of(sessionId: string | undefined, streamId: string | undefined): StreamConnections | undefined {
    if (sessionId === undefined || streamId === undefined) return undefined;
    return this.#sessions.get(sessionId)?.get(streamId);
  }
}

function isIdle(stream: StreamConnections): boolean {
  return stream.attached.size === 0;
}

function isIdleSession(streams: SessionConnections): boolean {
  return [...streams.values()].every(isIdle);
}

function forgetOldest<T>(map: Map<string, T>, mayGo: (item: T) => boolean): void {
  for (const [key, item] of map) {
    if (!mayGo(item)) continue;
    map.delete(key);
    return;
  }
}
