import type { UnixNanos } from './brand.ts';
import type { Fact } from './facts.ts';
import { toIso } from './iso-time.ts';
import type { Attempt, Episode, Execution, Finding, Incarnation, StreamSummary } from './judgement.ts';
import type { CheckId, Era, FindingKind, Reason, Verdict } from './words.ts';

/** The form in which a value of the domain leaves over HTTP: every time is ISO 8601 text. */
export type Json<T> = T extends bigint
  ? string
  : T extends string
    ? T extends `${infer _}`
      ? string extends T
        ? string
        : T
      : string
    : T extends readonly [infer A, infer B]
      ? readonly [Json<A>, Json<B>]
      : T extends readonly (infer U)[]
        ? readonly Json<U>[]
        : T extends object
          ? { readonly [K in keyof T]: Json<T[K]> }
          : T;

/** Copies a value of the domain into its HTTP form. Only times are bigint in the domain. */
export function toJson<T>(value: T): Json<T> {
  return JSON.parse(
    JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? toIso(inner as UnixNanos) : inner)),
  );
}

/** A count of attempts with the rate that must never stand without them (domain.md section 3). */
export interface RateFigures {
  readonly attempts: number;
  readonly judged: number;
  readonly fabricated: number;
  readonly indeterminate: number;
  /** `fabricated / judged`; null when nothing was judged: "no resumptions", never 0. */
  readonly rate: number | null;
  /** 95 % Wilson interval; null with the rate. */
  readonly low: number | null;
  readonly high: number | null;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

export interface SessionRow {
  /** The session's key: the hash of its id, or `t:` and the trace id. Safe in URLs. */
  readonly id: string;
  /** The first eight characters of the hash, for people. */
  readonly label: string;
  readonly service: string;
  readonly era: Era;
  readonly environment: string | null;
  readonly protocol: string | null;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly attempts: number;
  readonly executions: number;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  readonly findings: Readonly<Partial<Record<FindingKind, number>>>;
  /** For the miniature timeline: at most 60 marks, worst kept first when there are more. */
  readonly marks: readonly { readonly at: string; readonly verdict: Verdict }[];
  /** Spans of the incarnations, for the miniature timeline. */
  readonly lives: readonly { readonly at: string; readonly end: string | null }[];
}

export interface SessionsAnswer {
  readonly sessions: readonly SessionRow[];
  readonly nextCursor: string | null;
}

export interface SessionDetail extends Omit<SessionRow, 'attempts' | 'executions' | 'findings'> {
  readonly services: readonly string[];
  readonly instances: readonly string[];
  readonly factCount: number;
  readonly incarnations: readonly Json<Incarnation>[];
  readonly streams: readonly Json<StreamSummary>[];
  readonly attempts: readonly Json<Attempt>[];
  readonly attemptsCursor: string | null;
  readonly executions: readonly Json<Execution>[];
  readonly executionsCursor: string | null;
  readonly findings: readonly FindingRow[];
  readonly episodes: readonly Json<Episode>[];
  readonly judgedAt: string;
  /** Facts stored and not judged yet. */
  readonly dirty: boolean;
}

export type FactJson = Json<Fact>;

export interface FactsAnswer {
  readonly facts: readonly FactJson[];
  readonly nextCursor: string | null;
}

export interface FindingRow extends Json<Omit<Finding, 'session'>> {
  readonly session: { readonly id: string; readonly label: string };
  readonly clientName: string | null;
  readonly triage: {
    readonly state: 'confirmed' | 'benign';
    readonly note: string | null;
    readonly at: string;
  } | null;
}

export interface FindingsAnswer {
  readonly findings: readonly FindingRow[];
  readonly nextCursor: string | null;
}

export interface RatesAnswer {
  readonly series: readonly {
    readonly key: string;
    readonly points: readonly ({ readonly at: string } & RateFigures)[];
  }[];
}

/** The state now, for the overview. */
export interface SummaryAnswer {
  readonly from: string;
  readonly to: string;
  readonly figures: RateFigures;
  readonly services: readonly ({
    readonly service: string;
    readonly lastFactAt: string | null;
    readonly lastHeartbeatAt: string | null;
  } & RateFigures)[];
  readonly resyncs: { readonly count: number; readonly eventsGivenUp: number };
  readonly rejectedIncarnations: number;
  readonly doubles: {
    readonly proven: number;
    readonly probable: number;
    readonly possible: number;
    /** How many of the proven and probable ones are of a tool known to destroy. */
    readonly destructive: number;
  };
  readonly lostResults: number;
  readonly reasons: readonly { readonly reason: Reason; readonly verdict: Verdict; readonly count: number }[];
  /** Names of the facts whose absence made most attempts undecidable. */
  readonly missing: readonly { readonly name: string; readonly count: number }[];
  readonly sessions: number;
  /** Milliseconds between the newest stored and not yet judged fact and now; 0 when all is judged. */
  readonly judgingLagMs: number;
}

export interface SetupAnswer {
  readonly otlpHttp: string;
  readonly received: readonly {
    readonly service: string;
    readonly instance: string | null;
    readonly facts: number;
    readonly lastFactAt: string;
    readonly kinds: Readonly<Record<string, number>>;
  }[];
  /** Checks that a service leaves unknown in every attempt, with the facts that would decide them. */
  readonly blind: readonly {
    readonly service: string;
    readonly attempts: number;
    readonly checks: readonly { readonly check: CheckId; readonly missing: readonly string[] }[];
  }[];
}

export interface FacetsAnswer {
  /** Counts beside filters; `more` when counting stopped at 1,000. */
  readonly facets: Readonly<
    Record<string, readonly { readonly value: string; readonly count: number; readonly more: boolean }[]>
  >;
}

export interface ErrorAnswer {
  readonly error: { readonly code: string; readonly message: string; readonly help: string };
}
