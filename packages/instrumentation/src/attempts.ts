import type { HrTime } from '@opentelemetry/api';
import {
  ATTR_SEAMARK_SESSION_ECHO,
  ATTR_SEAMARK_SESSION_INCARNATION,
  ATTR_SEAMARK_SESSION_STATE,
  FACT_RESUMPTION,
  HEADER_LAST_EVENT_ID,
} from '@seamark/semconv';
import { type Attempt, newAttempt } from './attempt.ts';
import { cursorFacts, resolveCursor } from './cursor.ts';
import type { EventIds } from './event-ids.ts';
import { answerFacts, type HeaderNames, requestFacts, servedFacts } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guard.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { EventIdView } from './options.ts';
import type { Reporter } from './reporter.ts';
import { type StreamWitness, streamFacts } from './served-stream.ts';
import { type SessionWitness, sessionEcho, sessionState } from './session-state.ts';

/** How long a stream that replays nothing is watched for its first event. */
const FIRST_EVENT_MS = 250;
/** How long a predecessor gets to be gone once the replay has ended: the SDK closes it in the same breath. */
const PREDECESSOR_MS = 100;
/** A replay that is not written out by then is reported as running. */
const REPLAY_MS = 30_000;

export interface AttemptParts {
  readonly reporter: Reporter;
  readonly guard: Guard;
  readonly ledger: Ledger;
  readonly eventIds: EventIds;
  readonly sessions: SessionWitness;
  readonly streams: StreamWitness;
  readonly names: HeaderNames;
  readonly tokenHeader: string | undefined;
  /** What a store says of an event id. */
  readonly ownerView: (exchange: Exchange, eventId: string) => EventIdView | undefined;
}

/** Follows each attempt from its request until its replay has ended, and reports it once. */
export class Attempts {
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** Whether a request tries to resume: it brings a cursor or a token, or it is a reconnect without either. */
  begin(exchange: Exchange): void {
    const { request } = exchange;
    const lastEventId = request.header(HEADER_LAST_EVENT_ID) || undefined;
    const { tokenHeader } = this.#parts;
    const token = tokenHeader === undefined ? undefined : request.header(tokenHeader) || undefined;
    if (lastEventId === undefined && token === undefined && !this.#isReconnect(exchange)) return;
    exchange.attempt = newAttempt({ lastEventId, token });
  }

  /**
   * A standalone GET of a session that had one before, or that this process has seen end. A second one beside an
   * attached first is a reconnect too, unless clients are said to hold several.
   */
  #isReconnect(exchange: Exchange): boolean {
    if (exchange.request.method !== 'GET' || exchange.askedSession === undefined) return false;
    const life = this.#parts.sessions.registry.find(exchange.askedSession);
    if (life?.closed) return true;
    const before = this.#parts.streams.connections.standalone(exchange.askedSession);
    if (before.length === 0) return false;
    return this.#parts.streams.options.concurrentStreams !== true || !before.some((other) => other.attached);
  }

  /** Something happened that may be the last that the attempt waits for. */
  progress(exchange: Exchange): void {
    const { attempt, head } = exchange;
    if (!attempt || attempt.settled) return;
    if (exchange.endedAt !== undefined) {
      this.settle(exchange);
      return;
    }
    if (head?.kind !== 'stream') return;
    const wait = this.#waitFor(exchange, attempt);
    if (wait === undefined) return;
    if (wait <= PREDECESSOR_MS && attempt.ending) return;
    attempt.ending = wait <= PREDECESSOR_MS;
    if (attempt.timer) clearTimeout(attempt.timer);
    attempt.timer = setTimeout(() => this.settle(exchange), wait).unref();
  }

  /** Milliseconds until the attempt is reported if nothing else comes; `undefined`: as already set. */
  #waitFor(exchange: Exchange, attempt: Attempt): number | undefined {
    const { replay } = exchange;
    if (replay) {
      const ended = replay.endedAt !== undefined && replay.outstanding.size === 0;
      if (ended) return this.#hasLivePredecessor(exchange) ? PREDECESSOR_MS : 0;
      return attempt.timer ? undefined : REPLAY_MS;
    }
    if (attempt.first) return 0;
    return attempt.timer ? undefined : FIRST_EVENT_MS;
  }

  #hasLivePredecessor(exchange: Exchange): boolean {
    const id = exchange.stream?.id;
    return (
      id !== undefined && this.#parts.streams.connections.others(exchange, id).some((other) => other.attached)
    );
  }

  /** Reports the attempt with what is known by now. */
  settle(exchange: Exchange): void {
    const { attempt } = exchange;
    if (!attempt || attempt.settled) return;
    attempt.settled = true;
    if (attempt.timer) clearTimeout(attempt.timer);
    this.#parts.guard.do('resumption', () => this.#report(exchange, attempt));
  }

  #report(exchange: Exchange, attempt: Attempt): void {
    const { reporter, sessions, streams, names, eventIds } = this.#parts;
    const state = sessionState(exchange, sessions);
    const cursor = resolveCursor(exchange, this.#known(exchange, attempt));
    const ordinalOf = (id: string): number | undefined => this.ordinalOf(exchange, id);
    reporter.fact(FACT_RESUMPTION, {
      at: exchange.startedAt,
      end: endOf(exchange),
      context: exchange.context,
      facts: [
        exchange.facts(),
        {
          [ATTR_SEAMARK_SESSION_STATE]: state,
          [ATTR_SEAMARK_SESSION_INCARNATION]: state === 'live' ? this.#liveIncarnation(exchange) : undefined,
          [ATTR_SEAMARK_SESSION_ECHO]: sessionEcho(exchange),
        },
        requestFacts(exchange, attempt, streams.options.token),
        cursorFacts(cursor),
        streamFacts(exchange, { attempt, cursor }, streams),
        answerFacts(exchange, attempt, { cursor, names, ordinalOf }),
        servedFacts(exchange, attempt, (id) => eventIds.view(id)),
      ],
    });
  }

  /** The application may refuse for a session that no transport of this process has served yet. */
  #liveIncarnation(exchange: Exchange): string | undefined {
    const life = exchange.life ?? exchange.known;
    const id = exchange.askedSession;
    if (life || id === undefined) return life?.incarnation;
    const { guard, streams } = this.#parts;
    return guard.run('incarnation', () => streams.options.incarnation?.(id), undefined);
  }

  #known(
    exchange: Exchange,
    attempt: Attempt,
  ): { readonly entry: LedgerEntry | undefined; readonly said: EventIdView | undefined } {
    const id = attempt.lastEventId;
    if (id === undefined) return { entry: undefined, said: undefined };
    return {
      entry: this.find(exchange, id),
      said: this.#parts.ownerView(exchange, id) ?? this.#parts.eventIds.view(id),
    };
  }

  /** What this process knows of an event id, as the exchange's session would mean it. */
  find(exchange: Exchange, eventId: string): LedgerEntry | undefined {
    const { namespace } = exchange;
    if (!namespace) return undefined;
    return this.#parts.ledger.find(namespace, eventId, {
      sessionId: exchange.sessionId,
      streamId: exchange.stream?.id,
    });
  }

  ordinalOf(exchange: Exchange, eventId: string): number | undefined {
    return (
      this.find(exchange, eventId)?.ordinal ??
      (this.#parts.ownerView(exchange, eventId) ?? this.#parts.eventIds.view(eventId))?.ordinal
    );
  }
}

/** The end of the replay, or of the decision where nothing is replayed: what came later is not part of it. */
function endOf(exchange: Exchange): HrTime {
  return exchange.replay?.endedAt ?? exchange.head?.at ?? exchange.endedAt ?? exchange.startedAt;
}
