import { judgeAttempts } from '#domain/attempts/judge-attempts.ts';
import { type SessionKey, sessionKey } from '#domain/brand.ts';
import type { Check } from '#domain/checks/define-check.ts';
import { EMPTY_CONTEXT, type SessionContext } from '#domain/context.ts';
import type { Fact } from '#domain/facts.ts';
import { historyOf } from '#domain/history/history.ts';
import type { Attempt } from '#domain/judgement.ts';
import { deliveriesOf } from '#domain/log/deliveries.ts';
import { sessionLogOf } from '#domain/log/session-log.ts';
import { Waiting } from '#domain/log/waiting.ts';
import { DEFAULT_SETTINGS, type JudgeSettings } from '#domain/settings.ts';
import type { CheckId } from '#domain/words.ts';
import { story } from './story.ts';

export interface StoryOptions {
  readonly context?: SessionContext;
  readonly settings?: Partial<JudgeSettings>;
  readonly checks?: readonly Check[];
}

/** One name for the session of these facts, whatever their order. */
export function sessionOf(facts: readonly Fact[]): SessionKey {
  return [...facts].map((fact) => fact.session).sort()[0] ?? sessionKey('S');
}

/** Judges the attempts of a list of facts as one session. */
export function attemptsOf(facts: readonly Fact[], options: StoryOptions = {}): readonly Attempt[] {
  const session = sessionOf(facts);
  const log = sessionLogOf(facts);
  return judgeAttempts({
    history: historyOf(session, facts),
    waiting: new Waiting(log, deliveriesOf(log)),
    context: options.context ?? EMPTY_CONTEXT,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    checks: options.checks,
  });
}

/** Judges a story and gives its last attempt. */
export function lastAttempt(text: string, options: StoryOptions = {}): Attempt {
  const attempt = attemptsOf(story(text), options).at(-1);
  if (!attempt) throw new Error('the story has no attempt');
  return attempt;
}

/** What one check said of an attempt. */
export function resultOf(attempt: Attempt, check: CheckId): string | undefined {
  return attempt.checks.find((outcome) => outcome.check === check)?.result;
}

/** A session whose standalone stream G1 broke; the reconnect follows. */
export const BROKEN_GET = `
  10:00:00 node-1 opens S as inc-1
  +1s      attach G1 get k1
  +49s     detach G1 k1 network
  +10s     `;
