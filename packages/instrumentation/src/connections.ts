import type { Exchange } from './exchange.ts';

const MAX_ENDED = 8;

/** What is known of the connections of one stream, whichever life of the session they belong to. */
interface StreamConnections {
  readonly attached: Set<Exchange>;
  readonly ended: Exchange[];
}

const MAX_STREAMS = 10_000;

/** Connections by session and stream: who came before a reconnect, and whether it is still there. */
export class Connections {
  readonly #streams = new Map<string, StreamConnections>();
  /** Standalone streams by session, in the order in which they were first attached. */
  readonly #standalone = new Map<string, Map<string, Exchange>>();

  attach(exchange: Exchange): void {
    const key = keyOf(exchange.sessionId, exchange.stream?.id);
    if (key === undefined) return;
    const known = this.#streams.get(key) ?? { attached: new Set(), ended: [] };
    known.attached.add(exchange);
    this.#streams.delete(key);
    this.#streams.set(key, known);
    prune(this.#streams, (item) => item.attached.size === 0);
    this.#noteStandalone(exchange);
  }

  detach(exchange: Exchange): void {
    const known = this.#streams.get(keyOf(exchange.sessionId, exchange.stream?.id) ?? '');
    if (!known?.attached.delete(exchange)) return;
    known.ended.push(exchange);
    if (known.ended.length > MAX_ENDED) known.ended.shift();
  }

  /** Connections of a stream other than this one, those still attached first. */
  others(exchange: Exchange, streamId: string): readonly Exchange[] {
    const known = this.#streams.get(keyOf(exchange.sessionId, streamId) ?? '');
    return known ? [...known.attached, ...known.ended].filter((other) => other !== exchange) : [];
  }

  /** The latest connection of each standalone stream of a session, oldest stream first. */
  standalone(sessionId: string | undefined): readonly Exchange[] {
    return sessionId === undefined ? [] : [...(this.#standalone.get(sessionId)?.values() ?? [])];
  }

  /** A session is over: nothing can be resumed for it but what the ledger still knows. */
  forget(sessionId: string | undefined): void {
    if (sessionId !== undefined) this.#standalone.delete(sessionId);
  }

  #noteStandalone(exchange: Exchange): void {
    const { sessionId } = exchange;
    const stream = exchange.stream;
    if (sessionId === undefined || stream?.origin !== 'get') return;
    const streams = this.#standalone.get(sessionId) ?? new Map<string, Exchange>();
    streams.set(stream.id, exchange);
    this.#standalone.set(sessionId, streams);
    prune(this.#standalone, () => true);
  }
}

function keyOf(sessionId: string | undefined, streamId: string | undefined): string | undefined {
  return sessionId === undefined || streamId === undefined ? undefined : `${sessionId}\n${streamId}`;
}

/** Forgets the oldest that may go once there are too many. */
function prune<T>(map: Map<string, T>, mayGo: (item: T) => boolean): void {
  if (map.size <= MAX_STREAMS) return;
  for (const [key, item] of map) {
    if (!mayGo(item)) continue;
    map.delete(key);
    return;
  }
}
