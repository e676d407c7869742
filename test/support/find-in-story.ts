import type { UnixNanos } from '#domain/brand.ts';
import { EMPTY_CONTEXT, type RelatedExecution, type SessionContext } from '#domain/context.ts';
import { eraOf } from '#domain/era.ts';
import { disturbancesOf } from '#domain/executions/disturbances.ts';
import { executionsOf } from '#domain/executions/executions.ts';
import type { Fact } from '#domain/facts.ts';
import { findingsOf } from '#domain/findings/index.ts';
import type { Disturbance, Execution, Finding } from '#domain/judgement.ts';
import { DEFAULT_SETTINGS, type JudgeSettings } from '#domain/settings.ts';
import type { FindingKind } from '#domain/words.ts';
import { attemptsOf, sessionOf } from './judge-story.ts';
import { hourAfter, story } from './story.ts';

export interface FindOptions {
  readonly context?: Partial<SessionContext>;
  readonly horizon?: UnixNanos;
  readonly settings?: Partial<JudgeSettings>;
}

export interface Found {
  readonly findings: readonly Finding[];
  readonly kinds: readonly FindingKind[];
  readonly of: (kind: FindingKind) => readonly Finding[];
  readonly judgeAgainAt?: UnixNanos | undefined;
}

/** What is found in a list of facts, judged as one session. */
export function findIn(facts: readonly Fact[], options: FindOptions = {}): Found {
  const context = { ...EMPTY_CONTEXT, ...options.context };
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const attempts = attemptsOf(facts, { context, settings });
  const { findings, judgeAgainAt, broken } = findingsOf({
    facts,
    attempts,
    executions: executionsOf(facts),
    disturbances: disturbancesOf(facts, attempts),
    context,
    horizon: options.horizon ?? hourAfter(facts),
    settings,
    era: eraOf(facts.find((fact) => fact.protocol !== undefined)?.protocol),
    session: sessionOf(facts),
  });
  if (broken.length > 0)
    throw new AggregateError(
      broken.map(({ error }) => error),
      broken.map(({ kind }) => kind).join(),
    );
  return {
    findings,
    kinds: [...new Set(findings.map(({ kind }) => kind))],
    of: (kind) => findings.filter((finding) => finding.kind === kind),
    judgeAgainAt,
  };
}

/** What is found in a story; its horizon is an hour after its last fact unless another is given. */
export const find = (text: string, options: FindOptions = {}): Found => findIn(story(text), options);

/** The runs of another session as the store would give them to this one. */
export function related(text: string): readonly RelatedExecution[] {
  const facts = story(text);
  const disturbances: readonly Disturbance[] = disturbancesOf(facts, attemptsOf(facts));
  return executionsOf(facts).map((execution: Execution) => ({ execution, disturbances }));
}
