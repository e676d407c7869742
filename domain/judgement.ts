import type { EventId, FactId, SessionKey, UnixNanos } from './brand.ts';
import type {
  CheckId,
  CheckResult,
  CloseReason,
  Delivery,
  Era,
  FindingKind,
  Given,
  Note,
  Observer,
  Owed,
  Reason,
  SessionAnswer,
  SessionOrigin,
  Severity,
  StreamOrigin,
  Strength,
  Tag,
  Verdict,
} from './words.ts';

/** Where a piece of evidence comes from: seen happening, said by the server, or worked out from what was seen. */
export const EVIDENCE_SOURCES = ['observed', 'attested', 'derived'] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** One fact that a check or a finding used: a name, its value as text, and where it was seen. */
export interface Evidence {
  readonly name: string;
  readonly value: string;
  readonly source: EvidenceSource;
  /** The fact that says so; absent only for what was worked out from many. */
  readonly fact?: FactId | undefined;
  readonly at?: UnixNanos | undefined;
  /** Set when the fact belongs to another session. */
  readonly session?: SessionKey | undefined;
}

export interface CheckOutcome {
  readonly check: CheckId;
  readonly result: CheckResult;
  /** Why it fails: the leading one of `reasons`, or nothing. */
  readonly reason: Reason | null;
  /** Reasons of a failure, the leading one first; a check may fail in two ways at once (clamped and a gap). */
  readonly reasons: readonly Reason[];
  readonly facts: readonly Evidence[];
  /** Names of the facts that were wanted and not known. */
  readonly missing: readonly string[];
  /** Code of an error inside the check: contained, the result is `unknown`. */
  readonly error?: string | undefined;
}

/** Where a cursor points or a replay began, as far as it is known. */
export interface Position {
  readonly streamId?: string | undefined;
  readonly origin?: StreamOrigin | undefined;
  readonly sequence?: string | undefined;
  readonly incarnation?: string | undefined;
  readonly ordinal?: number | undefined;
}

/** One attempt to resume, judged. */
export interface Attempt {
  readonly id: string;
  readonly at: UnixNanos;
  readonly end: UnixNanos;
  readonly lastEventId?: EventId | undefined;
  readonly observers: readonly Observer[];
  readonly session: SessionAnswer;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly notes: readonly Note[];
  readonly tags: readonly Tag[];
  readonly given: Given;
  readonly owed: Owed;
  /** Owed ordinals where a replay was owed: after the first, up to the second. */
  readonly owedRange?: readonly [number, number] | undefined;
  readonly claimed?: string | undefined;
  readonly delivery: Delivery;
  readonly missing: readonly string[];
  readonly checks: readonly CheckOutcome[];
  readonly cursor: Position;
  readonly served: Position;
  readonly first: Position & { readonly eventId?: EventId | undefined };
  readonly replayedCount?: number | undefined;
  readonly floor?: number | undefined;
  readonly highWater?: number | undefined;
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  readonly service: string;
  readonly instance?: string | undefined;
  readonly traceId: string;
  /** The resumption facts (views) behind this attempt. */
  readonly facts: readonly FactId[];
  readonly episode?: string | undefined;
}

/** One run of a tool: spans of gateways and layers are already joined. */
export interface Execution {
  readonly id: string;
  readonly session: SessionKey;
  readonly at: UnixNanos;
  readonly end: UnixNanos;
  readonly service: string;
  readonly instance?: string | undefined;
  readonly incarnation?: string | undefined;
  readonly requestId?: string | undefined;
  readonly requestIdLowTrust: boolean;
  readonly tool?: string | undefined;
  readonly argumentsDigest?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly deduplicated: boolean;
  readonly error?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientAddress?: string | undefined;
  readonly identified: boolean;
  readonly traceId: string;
  readonly parentSpanId?: string | undefined;
  /** When its result was seen reaching a connection or the client; absent: not seen. */
  readonly deliveredAt?: UnixNanos | undefined;
  readonly facts: readonly FactId[];
  /** Other executions of the same call, by finding. */
  readonly doubleOf?: readonly string[] | undefined;
}

/** A loss of contact that may make a client ask again (domain.md section 7). */
export const DISTURBANCES = [
  'refusal',
  'not_found',
  'timeout',
  'cancel',
  'lost',
  'connection_lost',
  'fabricated',
] as const;
export interface Disturbance {
  readonly kind: (typeof DISTURBANCES)[number];
  readonly at: UnixNanos;
  readonly fact: FactId;
  readonly session: SessionKey;
  readonly clientId?: string | undefined;
  /** The request it is about, where it names one. */
  readonly requestId?: string | undefined;
}

export interface Finding {
  readonly id: string;
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly strength?: Strength | undefined;
  readonly at: UnixNanos;
  readonly until: UnixNanos;
  /** How many repetitions are in this one. */
  readonly count: number;
  readonly session: SessionKey;
  /** Other sessions on which it shows too. */
  readonly alsoOn: readonly SessionKey[];
  readonly service: string;
  readonly tool?: string | undefined;
  readonly streamId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Ids of the attempts and executions that it speaks of. */
  readonly attempts: readonly string[];
  readonly executions: readonly string[];
  /** One sentence in plain words. */
  readonly sentence: string;
  readonly evidence: readonly Evidence[];
}

/** The loss, its attempts and what it cost, up to the moment the client is served again or gives up. */
export interface Episode {
  readonly id: string;
  readonly at: UnixNanos;
  readonly until: UnixNanos;
  readonly ended: 'served' | 'gave_up' | 'open';
  readonly attempts: readonly string[];
  readonly findings: readonly string[];
  readonly sentence: string;
}

export interface Incarnation {
  readonly id: string;
  readonly at: UnixNanos;
  readonly end?: UnixNanos | undefined;
  readonly origin?: SessionOrigin | undefined;
  readonly closeReason?: CloseReason | undefined;
  readonly instance?: string | undefined;
  readonly service: string;
  /** True where nobody attests it and it was derived. */
  readonly derived: boolean;
}

export interface StreamConnection {
  readonly id: string;
  readonly at: UnixNanos;
  readonly end?: UnixNanos | undefined;
  readonly reason?: string | undefined;
}

export interface StreamSummary {
  readonly id: string;
  readonly origin?: StreamOrigin | undefined;
  readonly sequence?: string | undefined;
  readonly requestId?: string | undefined;
  readonly incarnation?: string | undefined;
  readonly at: UnixNanos;
  readonly end: UnixNanos;
  readonly events: number;
  readonly floor?: number | undefined;
  readonly highWater?: number | undefined;
  readonly fencedAt?: UnixNanos | undefined;
  readonly connections: readonly StreamConnection[];
}

/** All that is derived of one session from its facts: a pure function of them, the context and the horizon. */
export interface Judgement {
  readonly session: SessionKey;
  readonly era: Era;
  readonly service: string;
  readonly services: readonly string[];
  readonly instances: readonly string[];
  readonly environment?: string | undefined;
  readonly protocol?: string | undefined;
  readonly clientName?: string | undefined;
  readonly clientVersion?: string | undefined;
  readonly clientId?: string | undefined;
  readonly firstSeen: UnixNanos;
  readonly lastSeen: UnixNanos;
  readonly factCount: number;
  readonly incarnations: readonly Incarnation[];
  readonly streams: readonly StreamSummary[];
  readonly attempts: readonly Attempt[];
  readonly executions: readonly Execution[];
  readonly disturbances: readonly Disturbance[];
  readonly findings: readonly Finding[];
  readonly episodes: readonly Episode[];
  /** Detectors that threw: contained, so that one fault hides no other finding. Empty in a healthy build. */
  readonly broken: readonly FindingKind[];
  /** When it must be judged again though nothing arrives; absent: never. */
  readonly judgeAgainAt?: UnixNanos | undefined;
}
