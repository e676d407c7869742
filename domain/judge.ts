import type { UnixNanos } from './brand.ts';
import type { ContextQuestions, SessionContext } from './context.ts';
import type { Fact } from './facts.ts';
import type { Judgement } from './judgement.ts';
import type { JudgeSettings } from './settings.ts';

/** The facts of one session (aliases already gathered), what is known of others, and up to when is judged. */
export interface JudgeInput {
  readonly facts: readonly Fact[];
  readonly context: SessionContext;
  readonly horizon: UnixNanos;
  readonly settings: JudgeSettings;
}

/** Judges one session whole. Pure: any order and any duplication of the same facts gives the same answer. */
export declare function judge(input: JudgeInput): Judgement;

/** What must be known of other sessions before `judge` can answer; from the facts alone. */
export declare function questionsOf(facts: readonly Fact[], settings: JudgeSettings): ContextQuestions;
