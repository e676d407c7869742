import type { SessionDetail } from '../api-types.ts';
import { VERDICTS } from '../words.ts';
import { attemptSentence } from './attempt-sentence.ts';
import type { ColourToken } from './tokens.ts';
import { VERDICT_INFO } from './verdicts.ts';

/** The first thing said of a session: a strong sentence, then what it cost. */
export interface SessionLead {
  readonly colour: ColourToken;
  readonly strong: string;
  readonly rest: readonly string[];
}

type Told = Pick<SessionDetail, 'attempts' | 'findings' | 'executions'>;

/** Kinds whose sentence belongs into the lead: what a user of the server would notice. */
const COSTLY = [
  'double_execution',
  'lost_result',
  'foreign_delivery',
  'unresolved_request',
  'client_not_recovering',
];
const MOST_COSTS = 2;

/** Says the worst of a session in one sentence, and what it led to in at most two more. */
export function sessionLead(session: Told): SessionLead {
  const costs = costSentences(session);
  const worst = worstAttempt(session);
  if (worst === undefined) return { ...quietLead(session), rest: costs };
  const verdict = worst.verdict;
  if (verdict === 'continuous' || verdict === 'not_applicable') {
    const strong =
      verdict === 'continuous' ? allSound(session.attempts.length) : VERDICT_INFO.not_applicable.sentence;
    return { colour: costs.length > 0 ? 'exec' : VERDICT_INFO[verdict].colour, strong, rest: costs };
  }
  return { colour: VERDICT_INFO[verdict].colour, strong: attemptSentence(worst), rest: costs };
}

/** The attempt to look at first: the worst verdict, the earliest of its kind. */
export function worstAttempt<T extends Told>(session: T): T['attempts'][number] | undefined {
  for (const verdict of VERDICTS) {
    const found = session.attempts.find((attempt) => attempt.verdict === verdict);
    if (found) return found;
  }
  return undefined;
}

function costSentences(session: Told): readonly string[] {
  const sentences = session.findings
    .filter((finding) => COSTLY.includes(finding.kind) && finding.strength !== 'possible')
    .map((finding) => finding.sentence);
  return [...new Set(sentences)].slice(0, MOST_COSTS);
}

function quietLead(session: Told): Pick<SessionLead, 'colour' | 'strong'> {
  const calls = session.executions.length;
  const ran = calls === 0 ? '' : ` ${calls} ${calls === 1 ? 'call' : 'calls'} ran.`;
  return { colour: 'outline', strong: `No client tried to come back to this session.${ran}` };
}

function allSound(attempts: number): string {
  if (attempts === 1)
    return 'The client came back once, and the stream went on exactly where it had left off.';
  return `The client came back ${attempts} times, and each time the stream went on exactly where it had left off.`;
}
