import { judgeAttempts } from './attempts/judge-attempts.ts';
import type { SessionKey, UnixNanos } from './brand.ts';
import type { SessionContext } from './context.ts';
import { episodesOf } from './episodes.ts';
import { disturbancesIn } from './executions/disturbances.ts';
import { executionsIn } from './executions/executions.ts';
import type { Fact } from './facts.ts';
import { findingsOf } from './findings/index.ts';
import { historyOf } from './history/history.ts';
import type { Judgement } from './judgement.ts';
import { deliveriesOf } from './log/deliveries.ts';
import { sessionLogOf } from './log/session-log.ts';
import { Waiting } from './log/waiting.ts';
import type { JudgeSettings } from './settings.ts';
import { headerOf, incarnationSummaries, streamSummaries } from './summary.ts';

/** The facts of one session, what is known of others, and up to when is judged. */
export interface JudgeInput {
  /** The canonical key; facts under an alias keep their own. */
  readonly session: SessionKey;
  readonly facts: readonly Fact[];
  readonly context: SessionContext;
  readonly horizon: UnixNanos;
  readonly settings: JudgeSettings;
}

/**
 * Judges one session whole. Pure: any order, any batching and any repetition of the same facts gives the
 * same answer (domain.md section 6).
 */
export function judge({ session, facts, context, horizon, settings }: JudgeInput): Judgement {
  const history = historyOf(session, facts);
  const header = headerOf(history);
  const log = sessionLogOf(history.facts);
  const deliveries = deliveriesOf(log);
  const waiting = new Waiting(log, deliveries);
  const attempts = judgeAttempts({ history, waiting, context, settings, protocol: header.protocol });
  // Under an alias facts keep their key; what is derived of them belongs to the one session.
  const executions = executionsIn(log, deliveries).map((execution) => ({ ...execution, session }));
  const disturbances = disturbancesIn(log, attempts).map((disturbance) => ({ ...disturbance, session }));
  const { era } = header;
  const shared = { attempts, executions, disturbances, context, horizon, settings, era, session };
  const found = findingsOf({ ...shared, facts: history.facts, log, deliveries });
  const told = episodesOf({ attempts, findings: found.findings, horizon, settings });
  return {
    ...header,
    incarnations: incarnationSummaries(history),
    streams: streamSummaries(history),
    attempts: told.attempts,
    executions,
    disturbances,
    findings: found.findings,
    episodes: told.episodes,
    broken: found.broken.map(({ kind }) => kind),
    judgeAgainAt: earliest(found.judgeAgainAt, told.judgeAgainAt),
  };
}

const earliest = (a: UnixNanos | undefined, b: UnixNanos | undefined): UnixNanos | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;

export { questionsOf } from './questions.ts';
