import type { HrTime } from '@opentelemetry/api';
import {
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_METHOD_NAME,
  ATTR_MCP_SESSION_ID,
  ATTR_SEAMARK_CONNECTION_ID,
  ATTR_SEAMARK_EVENT_DIGEST,
  ATTR_SEAMARK_EVENT_ID,
  ATTR_SEAMARK_EVENT_KIND,
  ATTR_SEAMARK_EVENT_ORDINAL,
  ATTR_SEAMARK_EVENT_REPLAYED,
  ATTR_SEAMARK_SESSION_INCARNATION,
  ATTR_SEAMARK_STREAM_ID,
  type EventKind,
} from '@seamark/semconv';
import type { Facts } from './attributes.ts';
import { type Clock, elapsedMs } from './clock.ts';
import type { Digests } from './digest.ts';
import type { EventIds } from './event-ids.ts';
import type { Guard } from './guard.ts';
import { type MessageView, viewMessage } from './json-rpc.ts';
import type { Ledger, LedgerEntry, Namespace } from './ledger.ts';
import type { EventIdView } from './options.ts';
import type { Segments } from './segments.ts';
import type { SessionLife } from './sessions.ts';
import type { StreamLog } from './stream-log.ts';

/** Between the moment that a store is asked to keep an event and its answer. */
export interface Reservation {
  readonly stream: StreamLog;
  readonly view: MessageView;
  readonly message: unknown;
  readonly ordinal: number;
}

/** An event that was issued and not yet seen on a connection. */
interface Unwritten {
  readonly entry: LedgerEntry;
  readonly message: unknown;
}

/** One emission, ready to be reported. */
export interface Emission {
  readonly life: SessionLife | undefined;
  /** Session facts where no life is known. */
  readonly identity?: Facts | undefined;
  readonly streamId: string | undefined;
  readonly stream: StreamLog | undefined;
  readonly incarnation: string | undefined;
  readonly at: HrTime;
  readonly eventId: string | undefined;
  readonly ordinal: number | undefined;
  readonly kind: EventKind | undefined;
  readonly view: MessageView | undefined;
  readonly digest: string | undefined;
  readonly connectionId: string | undefined;
  readonly replayed: boolean;
}

export interface EmissionParts {
  readonly segments: Segments;
  readonly ledger: Ledger;
  readonly eventIds: EventIds;
  /** Absent when events are sent without digests. */
  readonly digests: Digests | undefined;
  readonly clock: Clock;
  readonly guard: Guard;
}

const CHECK_MS = 1_000;
/** A stream with a live connection gets this long to write an event before it counts as only retained. */
const WRITE_MS = 5_000;
const MAX_UNWRITTEN = 10_000;

/** Follows each event from the store to the wire, and reports once where it went. */
export class Emissions {
  readonly #unwritten = new Map<LedgerEntry, Unwritten>();
  readonly #parts: EmissionParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: EmissionParts) {
    this.#parts = parts;
  }

  reserve(stream: StreamLog, message: unknown): Reservation {
    const view = viewMessage(message) ?? { kind: 'notification' };
    return { stream, view, message, ordinal: stream.reserve(view.kind === 'priming') };
  }

  /** The store has the event under this id. What the log's owner says of the id outranks our own count. */
  issued(
    reservation: Reservation,
    id: { readonly eventId: string; readonly namespace: Namespace; readonly owner: EventIdView | undefined },
  ): LedgerEntry {
    const { stream, view } = reservation;
    const { eventIds, ledger, clock } = this.#parts;
    eventIds.learn(id.eventId, { incarnation: stream.life.incarnation, streamId: stream.id });
    const said = id.owner ?? eventIds.view(id.eventId);
    const first = !stream.hasEvents;
    stream.issue(reservation.ordinal);
    const counted = stream.attested ? reservation.ordinal : undefined;
    const entry: LedgerEntry = {
      eventId: id.eventId,
      stream,
      view,
      at: clock.now(),
      ordinal: said?.ordinal ?? counted,
      shownOrdinal: said?.ordinal ?? (view.kind === 'priming' && !first ? undefined : counted),
      sequence: said?.sequence ?? stream.sequence,
      incarnation: said?.incarnation ?? stream.life.incarnation,
    };
    ledger.add(id.namespace, entry);
    if (view.kind === 'result' || view.kind === 'error') stream.answered += 1;
    if (stream.writers > 0) this.#await(entry, reservation.message);
    else this.#retained(entry, reservation.message);
    return entry;
  }

  /** An event of ours is on a connection, so it is not reported as only retained. */
  isWritten(entry: LedgerEntry): void {
    this.#unwritten.delete(entry);
  }

  /** Whatever was issued on this stream before now and is on no connection, is only retained. */
  retain(entry: LedgerEntry): void {
    const waiting = this.#unwritten.get(entry);
    if (!waiting) return;
    this.#unwritten.delete(entry);
    this.#retained(entry, waiting.message);
  }

  /** The last writer of a stream is gone. */
  retainAll(stream: StreamLog): void {
    for (const { entry } of [...this.#unwritten.values()]) if (entry.stream === stream) this.retain(entry);
  }

  report(emission: Emission): void {
    const { stream } = emission;
    if (stream) stream.lastActivity = emission.at;
    this.#parts.segments.emit(
      { key: segmentKey(emission), facts: () => segmentFacts(emission) },
      emission.at,
      {
        [ATTR_SEAMARK_EVENT_ID]: emission.eventId,
        [ATTR_SEAMARK_EVENT_ORDINAL]: emission.ordinal,
        [ATTR_SEAMARK_EVENT_KIND]: emission.kind,
        [ATTR_JSONRPC_REQUEST_ID]: emission.view?.requestId,
        [ATTR_MCP_METHOD_NAME]: emission.view?.method,
        [ATTR_SEAMARK_EVENT_DIGEST]: emission.digest,
        [ATTR_SEAMARK_CONNECTION_ID]: emission.connectionId,
        [ATTR_SEAMARK_EVENT_REPLAYED]: emission.replayed ? 'true' : undefined,
      },
    );
  }

  /** Digest of an event's data as it stands on the wire. */
  digest(data: string | undefined): string | undefined {
    return data === undefined || data === '' ? undefined : this.#parts.digests?.text(data);
  }

  flush(): void {
    for (const entry of [...this.#unwritten.keys()]) this.retain(entry);
  }

  #await(entry: LedgerEntry, message: unknown): void {
    if (this.#unwritten.size >= MAX_UNWRITTEN) this.flush();
    this.#unwritten.set(entry, { entry, message });
    this.#timer ??= setTimeout(() => this.#check(), CHECK_MS).unref();
  }

  #check(): void {
    this.#timer = undefined;
    const now = this.#parts.clock.now();
    this.#parts.guard.do('emissions', () => {
      for (const { entry } of [...this.#unwritten.values()]) {
        if (entry.stream.writers === 0 || elapsedMs(entry.at, now) >= WRITE_MS) this.retain(entry);
      }
    });
    if (this.#unwritten.size > 0) this.#timer = setTimeout(() => this.#check(), CHECK_MS).unref();
  }

  #retained(entry: LedgerEntry, message: unknown): void {
    const { stream, view } = entry;
    this.report({
      life: stream.life,
      streamId: stream.id,
      stream,
      incarnation: entry.incarnation,
      at: entry.at,
      eventId: entry.eventId,
      ordinal: entry.shownOrdinal,
      kind: view.kind,
      view,
      digest: view.kind === 'priming' ? undefined : this.digest(JSON.stringify(message)),
      connectionId: undefined,
      replayed: false,
    });
  }
}

/** The incarnation is the events' own, which a replay may take from another life of the session. */
function segmentFacts(emission: Emission): readonly Facts[] {
  return [
    emission.life?.identity() ?? emission.identity ?? {},
    { [ATTR_SEAMARK_SESSION_INCARNATION]: emission.incarnation },
    emission.stream?.facts() ?? { [ATTR_SEAMARK_STREAM_ID]: emission.streamId },
  ];
}

function segmentKey(emission: Emission): object | string {
  const { life, stream, incarnation } = emission;
  if (stream && stream.life === life && incarnation === life.incarnation) return stream;
  const session = life?.id ?? emission.identity?.[ATTR_MCP_SESSION_ID] ?? '';
  return `${session}\n${incarnation ?? ''}\n${emission.streamId ?? ''}`;
}
