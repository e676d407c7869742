import type { EventId, FactId, SessionKey, UnixNanos } from './brand.ts';
import type {
  CloseReason,
  DetachReason,
  EventKind,
  Observer,
  RequestOutcome,
  SessionOrigin,
  StreamOrigin,
} from './words.ts';

/** A raw attribute value as kept for display; never payloads, never raw session ids. */
export type AttributeValue = string | number | boolean | null | readonly AttributeValue[];

/**
 * One thing that happened, as one observer reported it (telemetry.md section 1). Every field but the
 * first six may be absent; absent is unknown. Times are as sent; `end` equals `at` for an instant.
 */
export interface FactCommon {
  readonly id: FactId;
  readonly at: UnixNanos;
  readonly end: UnixNanos;
  readonly session: SessionKey;
  /** Whether a session id was named; when not, `session` is the key of the trace. */
  readonly identified: boolean;
  readonly observer: Observer;
  readonly service: string;
  readonly instance?: string | undefined;
  readonly serviceVersion?: string | undefined;
  readonly environment?: string | undefined;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly scope?: string | undefined;
  readonly protocol?: string | undefined;
  readonly incarnation?: string | undefined;
  readonly clientName?: string | undefined;
  readonly clientVersion?: string | undefined;
  /** Digest of a principal or an installation; the only thing that joins clients across sessions. */
  readonly clientId?: string | undefined;
  /** Hash of the client's network address, where one was sent. */
  readonly clientAddress?: string | undefined;
  /** Every attribute as sent (sanitised), for display. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Which stream a fact speaks of. */
export interface StreamRef {
  readonly streamId?: string | undefined;
  readonly origin?: StreamOrigin | undefined;
  readonly sequence?: string | undefined;
  /** The JSON-RPC request that a post stream answers, as text (`7` and `"7"` differ). */
  readonly streamRequestId?: string | undefined;
  readonly connectionId?: string | undefined;
}

/** Which event a fact speaks of. */
export interface EventRef extends StreamRef {
  readonly eventId?: EventId | undefined;
  readonly ordinal?: number | undefined;
  readonly eventKind?: EventKind | undefined;
  readonly requestId?: string | undefined;
  readonly method?: string | undefined;
  readonly digest?: string | undefined;
}

export interface OpenFact extends FactCommon {
  readonly kind: 'open';
  readonly sessionOrigin?: SessionOrigin | undefined;
  /** True when only an `initialize` request was seen, no `seamark.session.open`. */
  readonly inferred: boolean;
}
export interface CloseFact extends FactCommon {
  readonly kind: 'close';
  readonly closeReason?: CloseReason | undefined;
}
export interface AliasFact extends FactCommon {
  readonly kind: 'alias';
  /** The key of the id on the other side. */
  readonly aliasOf?: SessionKey | undefined;
}
export interface AttachFact extends FactCommon, StreamRef {
  readonly kind: 'attach';
}
export interface DetachFact extends FactCommon, StreamRef {
  readonly kind: 'detach';
  readonly detachReason?: DetachReason | undefined;
}
export interface FenceFact extends FactCommon, StreamRef {
  readonly kind: 'fence';
}
export interface EmitFact extends FactCommon, EventRef {
  readonly kind: 'emit';
  readonly replayed: boolean;
}
export interface ReceiveFact extends FactCommon, EventRef {
  readonly kind: 'receive';
}
export interface EvictFact extends FactCommon, StreamRef {
  readonly kind: 'evict';
  /** Lowest retained ordinal after the eviction. */
  readonly floor?: number | undefined;
}
export interface HeartbeatFact extends FactCommon {
  readonly kind: 'heartbeat';
}
export interface RequestFact extends FactCommon {
  readonly kind: 'request';
  readonly requestId?: string | undefined;
  readonly method?: string | undefined;
  readonly tool?: string | undefined;
  readonly status?: number | undefined;
  readonly outcome?: RequestOutcome | undefined;
}
export interface ExecutionFact extends FactCommon {
  readonly kind: 'execution';
  readonly requestId?: string | undefined;
  /** The emitter puts random values into the request id (telemetry.md section 3). */
  readonly requestIdLowTrust: boolean;
  readonly tool?: string | undefined;
  readonly argumentsDigest?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly deduplicated: boolean;
  readonly error?: string | undefined;
}

/** Enumerations of the verdict span; a value outside its set is `unknown` with the raw text in `attributes`. */
export interface ResumptionFact extends FactCommon, StreamRef {
  readonly kind: 'resumption';
  readonly httpMethod?: string | undefined;
  readonly transport?: string | undefined;
  readonly lastEventId?: EventId | undefined;
  readonly token?: 'present' | 'absent' | 'unknown' | 'unused' | undefined;
  readonly tokenStreamId?: string | undefined;
  readonly sessionState?: 'live' | 'missing' | 'expired' | 'uninitialized' | 'none' | 'unknown' | undefined;
  readonly sessionEcho?: 'same' | 'different' | 'absent' | 'unknown' | undefined;
  readonly cursorState?: 'resolved' | 'unknown' | 'evicted' | 'unparseable' | 'absent' | undefined;
  readonly cursorSession?: 'same' | 'other' | 'unknown' | undefined;
  readonly cursorIncarnation?: string | undefined;
  readonly cursorStreamId?: string | undefined;
  readonly cursorSequence?: string | undefined;
  readonly cursorOrigin?: StreamOrigin | undefined;
  readonly cursorOrdinal?: number | undefined;
  readonly streamState?: 'open' | 'completed' | 'fenced' | 'unknown' | undefined;
  readonly floor?: number | undefined;
  readonly highWater?: number | undefined;
  readonly activeSequences?: number | undefined;
  readonly namespacing?:
    | 'none'
    | 'stream'
    | 'mode'
    | 'session'
    | 'incarnation'
    | 'unique'
    | 'unknown'
    | undefined;
  readonly predecessor?: 'none' | 'closed' | 'fenced' | 'live' | 'unknown' | undefined;
  readonly rivalStreamId?: string | undefined;
  readonly rivalIdleMs?: number | undefined;
  readonly graceMs?: number | undefined;
  readonly status?: number | undefined;
  readonly responseKind?: 'stream' | 'json' | 'empty' | 'unknown' | undefined;
  readonly retryAfterS?: number | undefined;
  readonly outcome?: 'replayed' | 'resynced' | 'refused' | 'new_stream' | 'failed' | 'unknown' | undefined;
  readonly marker?: 'none' | 'resumed' | 'new_stream' | 'resync' | 'unknown' | undefined;
  readonly errorCode?: string | undefined;
  readonly streamEcho?: 'same' | 'different' | 'absent' | 'unknown' | undefined;
  readonly firstEventId?: EventId | undefined;
  readonly firstSession?: 'same' | 'other' | 'unknown' | undefined;
  readonly firstStreamId?: string | undefined;
  readonly firstIncarnation?: string | undefined;
  readonly firstOrdinal?: number | undefined;
  readonly replayedCount?: number | undefined;
  readonly replayState?: 'complete' | 'aborted' | 'running' | 'unknown' | undefined;
  readonly resyncEarliest?: number | undefined;
  readonly resyncUnrecoverable?: boolean | undefined;
  /** What the server itself says of this attempt; shown beside the judgement, never decides. */
  readonly claimed?: string | undefined;
  /** Taken from a plain HTTP server span with captured headers: evidence is thin. */
  readonly thin: boolean;
}

export type Fact =
  | OpenFact
  | CloseFact
  | AliasFact
  | AttachFact
  | DetachFact
  | FenceFact
  | EmitFact
  | ReceiveFact
  | EvictFact
  | ResumptionFact
  | HeartbeatFact
  | RequestFact
  | ExecutionFact;
