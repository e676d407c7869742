import { randomBytes } from 'node:crypto';
import type { HrTime } from '@opentelemetry/api';
import {
  ATTR_MCP_CLIENT_NAME,
  ATTR_MCP_CLIENT_VERSION,
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_MCP_SESSION_ID,
  ATTR_SEAMARK_CLIENT_ID_DIGEST,
  ATTR_SEAMARK_SESSION_INCARNATION,
  type CloseReason,
  type SessionOrigin,
  type StreamOrigin,
} from '@seamark/semconv';
import type { Facts } from './attributes.ts';
import type { Namespace } from './ledger.ts';
import { StreamLog } from './stream-log.ts';

const MAX_STREAMS = 1_000;

export interface StreamBegin {
  readonly origin?: StreamOrigin;
  /** Its first event is yet to come, whatever became of the session before. */
  readonly fresh?: boolean;
  /** Served by the application, past the store. */
  readonly unwatched?: boolean;
}

/** One life of a session, as far as this process knows it. */
export class SessionLife {
  /** Absent on a server that issues no sessions. */
  readonly id: string | undefined;
  readonly origin: SessionOrigin | undefined;
  readonly incarnation: string | undefined;
  readonly openedAt: HrTime;
  readonly streams = new Map<string, StreamLog>();
  protocolVersion: string | undefined;
  clientName: string | undefined;
  clientVersion: string | undefined;
  clientDigest: string | undefined;
  /** Where its event ids are looked up: its store, or itself. */
  namespace: Namespace = this;
  /** Whether its events go through a store that is watched. */
  stored = false;
  closed = false;
  closeReason: CloseReason | undefined;
  announced = false;

  constructor(life: {
    readonly id: string | undefined;
    readonly origin: SessionOrigin | undefined;
    readonly incarnation: string | undefined;
    readonly openedAt: HrTime;
  }) {
    this.id = life.id;
    this.origin = life.origin;
    this.incarnation = life.incarnation;
    this.openedAt = life.openedAt;
  }

  /** The stream of this name, begun here if it is not known yet. */
  stream(id: string, begin: StreamBegin = {}): StreamLog {
    const known = this.streams.get(id);
    if (known) {
      known.origin ??= begin.origin;
      return known;
    }
    const begunHere = begin.fresh === true || this.origin === 'initialized';
    const counted = this.stored && begin.unwatched !== true;
    const stream = new StreamLog({ id, life: this, origin: begin.origin, begunHere, counted });
    this.streams.set(id, stream);
    if (this.streams.size > MAX_STREAMS) this.#forgetStream();
    return stream;
  }

  /** Nothing is counted for a life that is over; what the ledger knows of its events stays. */
  end(): void {
    this.closed = true;
    this.stored = false;
    this.streams.clear();
  }

  /** The oldest stream that nothing is written to any more; what the ledger knows of its events stays. */
  #forgetStream(): void {
    for (const [id, stream] of this.streams) {
      if (stream.writers > 0 || stream.origin === 'get') continue;
      this.streams.delete(id);
      return;
    }
  }

  /** What every fact of this life says. */
  facts(): Facts {
    return { ...this.identity(), [ATTR_SEAMARK_SESSION_INCARNATION]: this.incarnation };
  }

  /** The same without the incarnation, for what may belong to another one. */
  identity(): Facts {
    return {
      [ATTR_MCP_SESSION_ID]: this.id,
      [ATTR_MCP_PROTOCOL_VERSION]: this.protocolVersion,
      [ATTR_MCP_CLIENT_NAME]: this.clientName,
      [ATTR_MCP_CLIENT_VERSION]: this.clientVersion,
      [ATTR_SEAMARK_CLIENT_ID_DIGEST]: this.clientDigest,
    };
  }
}

/** 96 random bits, without a dot so that it can stand in an event id. */
export function mintIncarnation(): string {
  return randomBytes(12).toString('hex');
}

/** Sessions of this process, open and ended; bounded. */
export class SessionRegistry {
  readonly #lives = new Map<string, SessionLife>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = Math.max(1, max);
  }

  /** The latest life of a session. */
  find(id: string | undefined): SessionLife | undefined {
    return id === undefined ? undefined : this.#lives.get(id);
  }

  add(life: SessionLife): void {
    if (life.id === undefined) return;
    this.#lives.delete(life.id);
    this.#lives.set(life.id, life);
    if (this.#lives.size > this.#max) this.#forgetOne();
  }

  #forgetOne(): void {
    let looked = 0;
    for (const [id, life] of this.#lives) {
      if (life.closed || looked >= 64) {
        this.#lives.delete(id);
        return;
      }
      looked += 1;
    }
    const oldest = this.#lives.keys().next();
    if (!oldest.done) this.#lives.delete(oldest.value);
  }
}
