import { type Context, context, propagation, trace } from '@opentelemetry/api';
import {
  ATTR_SEAMARK_CONNECTION_ID,
  ATTR_SEAMARK_STREAM_DETACH_REASON,
  type DetachReason,
  FACT_STREAM_ATTACH,
  FACT_STREAM_DETACH,
  type ResponseKind,
} from '@seamark/semconv';
import type { Attempts } from './attempts.ts';
import type { Clock } from './clock.ts';
import type { Connections } from './connections.ts';
import type { Emissions } from './emissions.ts';
import type { HeaderNames } from './evidence.ts';
import { type Ending, Exchange, type RequestView } from './exchange.ts';
import { SseReader } from './http/sse-reader.ts';
import type { Reporter } from './reporter.ts';
import type { Requests } from './requests.ts';
import { SessionLife, type SessionRegistry } from './sessions.ts';
import type { Wire } from './wire.ts';

export interface RecorderParts {
  readonly clock: Clock;
  readonly reporter: Reporter;
  readonly registry: SessionRegistry;
  readonly connections: Connections;
  readonly emissions: Emissions;
  readonly attempts: Attempts;
  readonly requests: Requests;
  readonly wire: Wire;
  readonly names: HeaderNames;
}

const MAX_BODY = 16_384;

/** Follows one HTTP exchange after another from its request to the end of its answer. */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #readers = new WeakMap<Exchange, SseReader>();
  readonly #prefix = Math.floor(Math.random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');
  #connections = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  begin(request: RequestView): Exchange {
    this.#connections += 1;
    const exchange = new Exchange({
      connectionId: `${this.#prefix}-${this.#connections}`,
      request,
      context: incomingContext(request),
      startedAt: this.#parts.clock.now(),
    });
    exchange.known = this.#parts.registry.find(exchange.askedSession);
    if (exchange.known?.closed === false) exchange.life = exchange.known;
    exchange.namespace = exchange.known?.namespace;
    this.#parts.attempts.begin(exchange);
    return exchange;
  }

  /** Status and headers go out. */
  head(exchange: Exchange, status: number, header: (name: string) => string | undefined): void {
    if (exchange.head) return;
    const kind = responseKind(header('content-type'));
    exchange.head = { status, header, at: this.#parts.clock.now(), kind };
    if (kind === 'stream' && status < 300) {
      if (!header('content-encoding')) {
        this.#readers.set(exchange, new SseReader((event) => this.#event(exchange, event)));
      }
      this.#attach(exchange);
    } else if (kind === 'json' && status < 300 && exchange.requestIds.length > 0) {
      this.#attach(exchange);
    } else {
      exchange.release();
    }
    this.#parts.attempts.progress(exchange);
  }

  /** Bytes of the body go out. */
  body(exchange: Exchange, chunk: string | Uint8Array): void {
    const reader = this.#readers.get(exchange);
    if (reader) {
      reader.push(chunk);
      this.#parts.attempts.progress(exchange);
    } else if (
      exchange.head?.kind === 'json' &&
      exchange.body.length < MAX_BODY &&
      exchange.head.status >= 400
    ) {
      exchange.body += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    }
  }

  end(exchange: Exchange, ending: Ending): void {
    if (exchange.endedAt !== undefined) return;
    if (exchange.stream) exchange.stream.writers -= 1;
    exchange.endedAt = this.#parts.clock.now();
    if (exchange.attachedAt !== undefined) this.#detach(exchange, ending);
    this.#parts.requests.exchangeEnded(exchange, ending);
    if (exchange.stream?.writers === 0) this.#parts.emissions.retainAll(exchange.stream);
    this.#parts.attempts.progress(exchange);
    exchange.lighten();
  }

  #event(exchange: Exchange, event: Parameters<Wire['event']>[1]): void {
    this.#parts.wire.event(exchange, event);
  }

  #attach(exchange: Exchange): void {
    if (!exchange.stream) this.#assumeStream(exchange);
    exchange.attachedAt = exchange.replay?.startedAt ?? exchange.head?.at ?? exchange.startedAt;
    this.#parts.connections.attach(exchange);
    this.#parts.reporter.fact(FACT_STREAM_ATTACH, {
      at: exchange.attachedAt,
      context: exchange.context,
      facts: [
        exchange.facts(),
        exchange.stream?.facts() ?? {},
        { [ATTR_SEAMARK_CONNECTION_ID]: exchange.connectionId },
      ],
    });
  }

  /**
   * A stream that no watched transport serves is the one that its header names. Without that a connection that was
   * opened anew is a stream of its own; one that was opened to resume may be any, so it stays unnamed.
   */
  #assumeStream(exchange: Exchange): void {
    exchange.life ??= this.#stranger(exchange);
    exchange.namespace ??= exchange.life?.namespace;
    const named = exchange.head?.header(this.#parts.names.streamId);
    if (!exchange.life || (named === undefined && exchange.attempt?.lastEventId !== undefined)) return;
    const origin = exchange.request.method === 'POST' ? 'post' : 'get';
    const stream = exchange.life.stream(named ?? `c-${exchange.connectionId}`, { origin, unwatched: true });
    if (named === undefined) for (const id of exchange.requestIds) stream.addRequest(id);
    exchange.serve(stream);
  }

  /** A session that is served although this process does not hold it: nothing is attested for it. */
  #stranger(exchange: Exchange): SessionLife | undefined {
    if (exchange.askedSession === undefined) return undefined;
    const life = new SessionLife({
      id: exchange.askedSession,
      origin: undefined,
      incarnation: undefined,
      openedAt: exchange.startedAt,
    });
    life.protocolVersion = exchange.known?.protocolVersion;
    life.clientName = exchange.known?.clientName;
    life.clientVersion = exchange.known?.clientVersion;
    life.clientDigest = exchange.known?.clientDigest;
    life.namespace = exchange.known?.namespace ?? life;
    return life;
  }

  #detach(exchange: Exchange, ending: Ending): void {
    const { connections, reporter } = this.#parts;
    const successor = ending === 'finished' ? this.#successor(exchange) : undefined;
    connections.detach(exchange);
    reporter.fact(FACT_STREAM_DETACH, {
      at: successor?.replay?.endedAt ?? exchange.endedAt ?? exchange.startedAt,
      context: exchange.context,
      facts: [
        exchange.facts(),
        exchange.stream?.facts() ?? {},
        {
          [ATTR_SEAMARK_CONNECTION_ID]: exchange.connectionId,
          [ATTR_SEAMARK_STREAM_DETACH_REASON]: successor ? 'replaced' : detachReason(exchange, ending),
        },
      ],
    });
  }

  /** The reconnect for which the server has just closed this connection: the close is part of that decision. */
  #successor(exchange: Exchange): Exchange | undefined {
    const { stream } = exchange;
    if (!stream || (stream.origin === 'post' && stream.completed)) return undefined;
    return this.#parts.connections
      .others(exchange, stream.id)
      .find(
        (other) => other.attached && other.attempt?.settled === false && other.replay?.endedAt !== undefined,
      );
  }
}

/** What the server's own close means depends on whether the stream had said all that it was for. */
function detachReason(exchange: Exchange, ending: Ending): DetachReason {
  if (ending === 'network') return 'network';
  if (ending === 'timeout') return 'timeout';
  if (ending === 'closed') return 'client_closed';
  const { stream } = exchange;
  if (stream?.origin !== 'post') return 'server_closed';
  return exchange.head?.kind === 'json' || stream.completed ? 'completed' : 'server_closed';
}

function responseKind(contentType: string | undefined): ResponseKind {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'stream';
  return type === 'application/json' || type.endsWith('+json') ? 'json' : 'empty';
}

/** The span that serves the request, when there is one; else the parent that the client sent along. */
function incomingContext(request: RequestView): Context {
  const active = context.active();
  if (trace.getSpan(active)) return active;
  return propagation.extract(active, request, {
    get: (carrier, key) => carrier.header(key),
    keys: () => [],
  });
}
