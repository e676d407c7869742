import type { EventId, FactId, SessionKey, UnixNanos } from './brand.ts';
import type { Disturbance, Execution } from './judgement.ts';

/** An emission of an event id in another session of the same service. */
export interface ForeignEmission {
  readonly eventId: EventId;
  readonly session: SessionKey;
  readonly fact: FactId;
  readonly at: UnixNanos;
}

/** An execution of another session that may be the same call, with what disturbed its session. */
export interface RelatedExecution {
  readonly execution: Execution;
  readonly disturbances: readonly Disturbance[];
}

/** What is known of other sessions and may matter to this one; the store answers `questionsOf`. */
export interface SessionContext {
  readonly foreignEmissions: readonly ForeignEmission[];
  readonly relatedExecutions: readonly RelatedExecution[];
  /**
   * What disturbed clients of known identity anywhere else: without sessions (protocol 2026-07-28 and later) a lost
   * request is a trace of its own, and what it explains is in two others. Absent: none is known.
   */
  readonly clientDisturbances?: readonly Disturbance[] | undefined;
  /** Sessions that clients of known identity opened, this one's own included. */
  readonly clientOpens: readonly {
    readonly clientId: string;
    readonly session: SessionKey;
    readonly at: UnixNanos;
  }[];
}

/** What the judge needs to know of other sessions before it can judge this one. */
export interface ContextQuestions {
  readonly service: string;
  /** Event ids (no bare numbers) presented or served here and never seen emitted here. */
  readonly eventIds: readonly EventId[];
  /** Calls that may have run elsewhere: digests and idempotency keys by tool, in a window of time. */
  readonly calls: readonly {
    readonly tool: string;
    readonly argumentsDigest?: string | undefined;
    readonly idempotencyKey?: string | undefined;
    readonly from: UnixNanos;
    readonly to: UnixNanos;
  }[];
  readonly clientIds: readonly string[];
}

/** The context of a session that nothing else touches. */
export const EMPTY_CONTEXT: SessionContext = { foreignEmissions: [], relatedExecutions: [], clientOpens: [] };
