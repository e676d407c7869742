import type { HrTime } from '@opentelemetry/api';
import {
  ATTR_SEAMARK_STREAM_ID,
  ATTR_SEAMARK_STREAM_ORIGIN,
  ATTR_SEAMARK_STREAM_REQUEST_ID,
  ATTR_SEAMARK_STREAM_SEQUENCE,
  type StreamOrigin,
} from '@seamark/semconv';
import type { Facts } from './attributes.ts';
import type { SessionLife } from './sessions.ts';

const MAX_REQUESTS = 64;

/**
 * One logical event sequence within one life of a session, as this process knows it. Ordinals count the events of
 * the stream from 1; a priming event is the position before the next one (0 at the start). They are an attestation
 * only while this process has seen the log from its first event: the counter's epoch is the life it belongs to.
 */
export class StreamLog {
  readonly id: string;
  readonly life: SessionLife;
  readonly begunHere: boolean;
  readonly requestIds: string[] = [];
  origin: StreamOrigin | undefined;
  sequence: string | undefined;
  fenced = false;
  lastActivity: HrTime | undefined;
  /** Answers and errors that this process has issued on the stream. */
  answered = 0;
  /** Exchanges that may write to the stream: begun, and not ended. */
  writers = 0;
  #startSeen: boolean;
  #reserved = 0;
  #issued = 0;
  #events = 0;

  constructor(stream: {
    readonly id: string;
    readonly life: SessionLife;
    readonly origin: StreamOrigin | undefined;
    /** Nothing of the stream came before this process. */
    readonly begunHere: boolean;
    /** Every event goes through a store that is watched. */
    readonly counted: boolean;
  }) {
    this.id = stream.id;
    this.life = stream.life;
    this.origin = stream.origin;
    this.begunHere = stream.begunHere;
    this.#startSeen = stream.begunHere && stream.counted;
  }

  /** Takes the next place, in the order in which the log's owner was asked. */
  reserve(isPriming: boolean): number {
    if (!isPriming) this.#reserved += 1;
    return this.#reserved;
  }

  /** The event at this place is in the log. */
  issue(ordinal: number): void {
    this.#events += 1;
    if (ordinal > this.#issued) this.#issued = ordinal;
  }

  /** Whether anything, priming included, was issued here. */
  get hasEvents(): boolean {
    return this.#events > 0;
  }

  /** A write to the log failed: whether it left a hole is not known, so nothing is attested from here on. */
  distrust(): void {
    this.#startSeen = false;
  }

  get attested(): boolean {
    return this.#startSeen;
  }

  get highWater(): number | undefined {
    return this.#startSeen ? this.#issued : undefined;
  }

  get completed(): boolean {
    return this.requestIds.length > 0 && this.answered >= this.requestIds.length;
  }

  addRequest(id: string): void {
    if (this.requestIds.length < MAX_REQUESTS && !this.requestIds.includes(id)) this.requestIds.push(id);
  }

  facts(): Facts {
    return {
      [ATTR_SEAMARK_STREAM_ID]: this.id,
      [ATTR_SEAMARK_STREAM_ORIGIN]: this.origin,
      [ATTR_SEAMARK_STREAM_SEQUENCE]: this.sequence,
      [ATTR_SEAMARK_STREAM_REQUEST_ID]: this.requestIds[0],
    };
  }
}
