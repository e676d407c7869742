import type { HrTime } from '@opentelemetry/api';
import { EVENT_RESYNC, type EventKind } from '@seamark/semconv';
import type { Clock } from './clock.ts';
import type { Emissions } from './emissions.ts';
import type { EventIds } from './event-ids.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guard.ts';
import type { SseEvent } from './http/sse-reader.ts';
import { isResyncMethod, type MessageView, viewMessage, viewResync } from './json-rpc.ts';
import { isOfSession, type Ledger, type LedgerEntry } from './ledger.ts';
import type { InstrumentMcpOptions } from './options.ts';

/** One event on a connection, with what is known of it. */
interface Seen {
  readonly event: SseEvent;
  readonly entry: LedgerEntry | undefined;
  readonly view: MessageView | undefined;
  readonly kind: EventKind | undefined;
  readonly message: unknown;
  readonly replayed: boolean;
}

export interface WireParts {
  readonly ledger: Ledger;
  readonly emissions: Emissions;
  readonly eventIds: EventIds;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly classify: InstrumentMcpOptions['classify'];
}

/** Reads what is really written to connections: neither the store nor the transport is taken at its word. */
export class Wire {
  readonly #parts: WireParts;

  constructor(parts: WireParts) {
    this.#parts = parts;
  }

  /** One server-sent event went out. */
  event(exchange: Exchange, event: SseEvent): void {
    const seen = this.#look(exchange, event);
    const { entry } = seen;
    if (entry && seen.replayed) this.#parts.emissions.retain(entry);
    else if (entry) this.#parts.emissions.isWritten(entry);
    if (!entry && seen.view && isResponse(seen.view)) this.#answered(exchange, seen.view);
    this.#note(exchange, seen);
    this.#report(exchange, seen);
    if (event.id !== undefined && seen.replayed) handedOut(exchange, event.id);
    if (!entry && event.id !== undefined && exchange.transport?.hasStore !== true)
      this.#remember(exchange, seen, event.id);
  }

  #look(exchange: Exchange, event: SseEvent): Seen {
    const { id } = event;
    const entry =
      id === undefined || exchange.namespace === undefined
        ? undefined
        : this.#parts.ledger.find(exchange.namespace, id, {
            sessionId: exchange.sessionId,
            streamId: exchange.stream?.id,
          });
    const message = entry ? undefined : parsed(event.data);
    const view = entry?.view ?? (event.data === '' ? { kind: 'priming' as const } : viewMessage(message));
    return {
      event,
      entry,
      view,
      message,
      kind: this.#kind(event, view),
      replayed: id !== undefined && this.#isReplay(exchange, id, entry),
    };
  }

  #kind(event: SseEvent, view: MessageView | undefined): EventKind | undefined {
    const { classify, guard } = this.#parts;
    const own =
      classify &&
      guard.run('classify', () => classify({ id: event.id, name: event.name, data: event.data }), undefined);
    if (own !== undefined) return own;
    if (event.id === undefined && (event.name === EVENT_RESYNC || isResyncMethod(view))) return 'resync';
    if (event.id !== undefined && event.data === undefined && !event.oversized) return 'priming';
    return view?.kind;
  }

  /** A store's replay names its events; elsewhere an event is a replay when the same id went out before. */
  #isReplay(exchange: Exchange, id: string, entry: LedgerEntry | undefined): boolean {
    if (exchange.replay) return exchange.replay.outstanding.has(id);
    return exchange.transport?.hasStore !== true && entry !== undefined;
  }

  /** Without a store an answer is known to be one only here. */
  #answered(exchange: Exchange, view: MessageView): void {
    if (exchange.stream) exchange.stream.answered += 1;
    if (view.requestId !== undefined) exchange.unwritten.delete(view.requestId);
  }

  #note(exchange: Exchange, seen: Seen): void {
    const attempt = exchange.attempt;
    if (!attempt || attempt.settled) return;
    if (seen.kind === 'resync') {
      if (attempt.otherEvents === 0) attempt.resync ??= viewResync(seen.message ?? parsed(seen.event.data));
      return;
    }
    if (seen.kind === 'priming' || seen.kind === 'keepalive') return;
    attempt.otherEvents += 1;
    const counts = exchange.replay === undefined || seen.replayed;
    if (counts) attempt.first ??= { eventId: seen.event.id, entry: seen.entry };
    if (!seen.replayed) return;
    attempt.replayed += 1;
    const ordinal = seen.entry?.ordinal;
    if (ordinal !== undefined && ordinal > attempt.lastReplayed) attempt.lastReplayed = ordinal;
  }

  #report(exchange: Exchange, seen: Seen): void {
    const { entry, event, view } = seen;
    const own = entry !== undefined && isOfSession(entry, exchange.sessionId);
    const said = entry || event.id === undefined ? undefined : this.#parts.eventIds.view(event.id);
    const unknownOrigin = seen.replayed || exchange.replay !== undefined;
    const incarnation = entry
      ? own
        ? entry.incarnation
        : undefined
      : (said?.incarnation ?? (unknownOrigin ? undefined : exchange.life?.incarnation));
    this.#parts.emissions.report({
      life: exchange.life,
      identity: exchange.life ? undefined : exchange.facts(),
      streamId: entry?.stream.id ?? said?.streamId ?? exchange.stream?.id,
      stream: entry ? (own ? entry.stream : undefined) : exchange.stream,
      incarnation,
      at: this.#writtenAt(exchange, event.id),
      eventId: event.id,
      ordinal: own ? entry.shownOrdinal : said?.ordinal,
      kind: seen.kind,
      view,
      digest: this.#parts.emissions.digest(event.data),
      connectionId: exchange.connectionId,
      replayed: seen.replayed,
    });
  }

  /**
   * A replayed event belongs before the end of its replay, so it has the time at which the store handed it over.
   * Anything else has the time of its write: what is issued after a decision must not look as if it came before.
   */
  #writtenAt(exchange: Exchange, eventId: string | undefined): HrTime {
    const handedOver = eventId === undefined ? undefined : exchange.replay?.outstanding.get(eventId)?.[0];
    return handedOver ?? this.#parts.clock.now();
  }

  /** Where no store is watched the wire is all there is: an id is known from the first time that it went out. */
  #remember(exchange: Exchange, seen: Seen, eventId: string): void {
    const { life, stream, namespace } = exchange;
    if (!life || !stream || !namespace) return;
    const said = this.#parts.eventIds.view(eventId);
    this.#parts.ledger.add(namespace, {
      eventId,
      stream,
      view: seen.view ?? { kind: 'notification' },
      at: this.#parts.clock.now(),
      ordinal: said?.ordinal,
      shownOrdinal: said?.ordinal,
      sequence: said?.sequence ?? stream.sequence,
      incarnation: said?.incarnation ?? life.incarnation,
    });
  }
}

export function isResponse(view: MessageView): boolean {
  return view.kind === 'result' || view.kind === 'error';
}

/** One of what a replay has handed over is on the wire. */
function handedOut(exchange: Exchange, eventId: string): void {
  const times = exchange.replay?.outstanding.get(eventId);
  times?.shift();
  if (times?.length === 0) exchange.replay?.outstanding.delete(eventId);
}

function parsed(data: string | undefined): unknown {
  if (data === undefined || data === '') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
