import type { Context, HrTime } from '@opentelemetry/api';
import {
  ATTR_SEAMARK_SESSION_CLOSE_REASON,
  ATTR_SEAMARK_SESSION_ORIGIN,
  ATTR_SEAMARK_STREAM_FLOOR,
  type CloseReason,
  FACT_SESSION_CLOSE,
  FACT_SESSION_OPEN,
  FACT_STREAM_EVICT,
  FACT_STREAM_FENCE,
} from '@seamark/semconv';
import type { Connections } from './connections.ts';
import type { Digests } from './digest.ts';
import type { Guard } from './guard.ts';
import type { ClientView, InstrumentMcpOptions } from './options.ts';
import type { Reporter } from './reporter.ts';
import { mintIncarnation, SessionLife, type SessionRegistry, type StreamBegin } from './sessions.ts';
import type { StreamLog } from './stream-log.ts';

export interface SessionBookParts {
  readonly reporter: Reporter;
  readonly registry: SessionRegistry;
  readonly connections: Connections;
  readonly digests: Digests;
  readonly guard: Guard;
  readonly options: InstrumentMcpOptions;
}

/** Begins and ends lives of sessions, and says so. */
export class SessionBook {
  readonly #parts: SessionBookParts;

  constructor(parts: SessionBookParts) {
    this.#parts = parts;
  }

  /**
   * A life that begins now. Its incarnation is the server's word; without one it is minted for a session that was
   * initialised here, and left open for one that came from elsewhere.
   */
  begin(session: {
    readonly id: string | undefined;
    readonly initialized: boolean;
    readonly at: HrTime;
  }): SessionLife {
    const { guard, options, registry } = this.#parts;
    const { id } = session;
    if (id === undefined)
      return new SessionLife({ id, origin: undefined, incarnation: undefined, openedAt: session.at });
    const said = guard.run('incarnation', () => options.incarnation?.(id), undefined);
    const origin = session.initialized
      ? 'initialized'
      : (guard.run('origin', () => options.origin?.(id), undefined) ?? 'adopted');
    const life = new SessionLife({
      id,
      origin,
      incarnation: said ?? (session.initialized ? mintIncarnation() : undefined),
      openedAt: session.at,
    });
    registry.add(life);
    return life;
  }

  /** What the client says of itself at `initialize`. */
  introduce(life: SessionLife, client: ClientView): void {
    const { digests, guard, options } = this.#parts;
    life.clientName = client.name;
    life.clientVersion = client.version;
    const identity = guard.run('client', () => options.client?.(client), undefined);
    if (identity !== undefined) life.clientDigest = digests.text(identity);
  }

  announce(life: SessionLife, context: Context | undefined): void {
    if (life.announced || life.id === undefined) return;
    life.announced = true;
    this.#parts.reporter.fact(FACT_SESSION_OPEN, {
      at: life.openedAt,
      context,
      facts: [life.facts(), { [ATTR_SEAMARK_SESSION_ORIGIN]: life.origin }],
    });
  }

  /**
   * A life ends. It is over at once for whoever asks; it is reported when what was already on its way to connections
   * has gone out, so that this does not look as if it had been emitted after the end.
   */
  close(life: SessionLife, deleted: boolean): void {
    if (life.closed || life.id === undefined) return;
    const { id } = life;
    const { guard, options, reporter, connections } = this.#parts;
    const asked = guard.run('closeReason', () => options.closeReason?.(id), undefined);
    const reason: CloseReason | undefined = deleted ? 'deleted' : asked;
    life.closeReason = reason;
    this.announce(life, undefined);
    connections.forget(id);
    life.end();
    setImmediate(() =>
      guard.do('session close', () =>
        reporter.fact(FACT_SESSION_CLOSE, {
          at: reporter.clock.now(),
          facts: [life.facts(), { [ATTR_SEAMARK_SESSION_CLOSE_REASON]: reason }],
        }),
      ),
    );
  }

  /** A stream of a life, with the sequence that the server names for it. */
  stream(life: SessionLife, id: string, begin: StreamBegin): StreamLog {
    const stream = life.stream(id, begin);
    const { sequence } = this.#parts.options;
    if (sequence && stream.sequence === undefined) {
      stream.sequence = this.#parts.guard.run(
        'sequence',
        () => sequence({ id, origin: stream.origin }),
        undefined,
      );
    }
    return stream;
  }

  evicted(stream: StreamLog, floor: number | undefined): void {
    this.#parts.reporter.fact(FACT_STREAM_EVICT, {
      at: this.#parts.reporter.clock.now(),
      facts: [stream.life.facts(), stream.facts(), { [ATTR_SEAMARK_STREAM_FLOOR]: floor }],
    });
  }

  fenced(stream: StreamLog): void {
    stream.fenced = true;
    this.#parts.reporter.fact(FACT_STREAM_FENCE, {
      at: this.#parts.reporter.clock.now(),
      facts: [stream.life.facts(), stream.facts()],
    });
  }
}
