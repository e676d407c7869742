import type { SessionDetail } from '../api-types.ts';
import type { FindingKind, Verdict } from '../words.ts';
import type { ColourToken } from '../words-info/tokens.ts';
import type { TimeRange } from './range.ts';
import type { EventColumn } from './ticks.ts';

/** The parts of a session that a timeline draws. */
export type TimelineSession = Pick<
  SessionDetail,
  'incarnations' | 'streams' | 'attempts' | 'executions' | 'findings' | 'firstSeen' | 'lastSeen'
>;

/** One life of the session. */
export interface Life {
  readonly id: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Nobody said that it ended. */
  readonly open: boolean;
  /** From when on reconnects were told that the session is gone, though nobody said when it ended. */
  readonly missedFrom?: number | undefined;
  readonly derived: boolean;
}

/** The end of a life, with what is known of why. */
export interface Tear {
  readonly life: string;
  readonly at: number;
  /** When the next life began; the same as `at` when none did. */
  readonly until: number;
  readonly cause: string;
  /** Somebody came back to it, or another life followed: this end was noticed. */
  readonly felt: boolean;
}

/** One HTTP response on a stream; `open`: nobody reported its end, and what follows is a guess. */
export interface Connection extends TimeRange {
  readonly open: boolean;
}

export interface StreamTrack {
  readonly id: string;
  readonly title: string;
  readonly sub: string;
  readonly from: number;
  readonly to: number;
  readonly connections: readonly Connection[];
  readonly events: EventColumn;
  readonly fencedAt?: number | undefined;
  /** From when on the buffer no longer held all, with its bounds at the end. */
  readonly band?: { readonly from: number; readonly to: number; readonly label: string } | undefined;
  /** Worth a lane of its own: something happened on it besides delivery. */
  readonly notable: boolean;
}

export interface AttemptPoint {
  readonly id: string;
  readonly at: number;
  readonly verdict: Verdict;
  /** The stream on whose lane it is drawn; absent: none is known. */
  readonly stream?: string | undefined;
  /** Where the cursor pointed, when the event it names was seen. */
  readonly cursor?: { readonly stream: string; readonly at: number; readonly eventId: string } | undefined;
  readonly name: string;
  readonly label: string;
}

export interface Run {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly tool: string;
  readonly double: boolean;
  readonly failed: boolean;
}

export interface DoublePair {
  readonly finding: string;
  readonly runs: readonly string[];
  readonly label: string;
  readonly sub: string;
  /** The session of the other run, where it is one that is not this one. */
  readonly elsewhere?: string | undefined;
}

/** A finding that happened on one stream, beside its reconnects: a fork, a result that was lost. */
export interface Flag {
  readonly finding: string;
  readonly kind: FindingKind;
  readonly stream: string;
  readonly at: number;
  readonly label: string;
}

/** A stop for "next finding": a finding, or an attempt that is not sound. */
export interface Stop {
  readonly at: number;
  readonly target: Target;
  readonly colour: ColourToken;
}

/** Anything a person can select. */
export const TARGET_KINDS = ['attempt', 'run', 'finding', 'stream', 'life'] as const;
export interface Target {
  readonly kind: (typeof TARGET_KINDS)[number];
  readonly id: string;
}

/** All that a timeline draws, in times; independent of width and of what is visible. */
export interface TimelineModel {
  readonly whole: TimeRange;
  readonly lives: readonly Life[];
  readonly tears: readonly Tear[];
  readonly streams: readonly StreamTrack[];
  readonly attempts: readonly AttemptPoint[];
  readonly runs: readonly Run[];
  readonly doubles: readonly DoublePair[];
  readonly flags: readonly Flag[];
  readonly stops: readonly Stop[];
}
