import type { Check } from '../checks/define-check.ts';
import type { SessionContext } from '../context.ts';
import { Slots } from '../evidence/slots.ts';
import type { History } from '../history/history.ts';
import type { Attempt } from '../judgement.ts';
import type { Waiting } from '../log/waiting.ts';
import type { JudgeSettings } from '../settings.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { attemptViews } from './views.ts';

export interface AttemptsInput {
  readonly history: History;
  readonly context: SessionContext;
  readonly waiting: Waiting;
  readonly settings: JudgeSettings;
  readonly protocol?: string | undefined;
  readonly checks?: readonly Check[] | undefined;
}

/** Judges every attempt of a session, earliest first. */
export function judgeAttempts({ history, ...rest }: AttemptsInput): readonly Attempt[] {
  const views = attemptViews(history.facts, rest.settings);
  const slots = new Slots(history, views);
  return views.map((one) => judgeAttempt({ ...rest, history, slots, views: one }));
}
