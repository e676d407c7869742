import type { SessionDetail } from '../api-types.ts';
import { SEVERITIES, VERDICTS, type Verdict } from '../words.ts';
import { attemptSentence } from './attempt-sentence.ts';
import { FINDING_INFO } from './findings.ts';
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
  const costs = costlyFindings(session);
  const told = costs.map((finding) => finding.sentence);
  const worst = worstAttempt(session);
  if (worst && worst.verdict !== 'continuous' && worst.verdict !== 'not_applicable') {
    return { colour: VERDICT_INFO[worst.verdict].colour, strong: attemptSentence(worst), rest: told };
  }
  const [first] = costs;
  const quiet = quietSentence(session, worst?.verdict);
  if (first)
    return {
      colour: FINDING_INFO[first.kind].colour,
      strong: first.sentence,
      rest: [...told.slice(1), quiet],
    };
  return { colour: worst?.verdict === 'continuous' ? 'continuous' : 'outline', strong: quiet, rest: [] };
}

/** The attempt to look at first: the worst verdict, the earliest of its kind. */
export function worstAttempt<T extends Told>(session: T): T['attempts'][number] | undefined {
  for (const verdict of VERDICTS) {
    const found = session.attempts.find((attempt) => attempt.verdict === verdict);
    if (found) return found;
  }
  return undefined;
}

/** The gravest first, each sentence once. */
function costlyFindings(session: Told): Told['findings'] {
  const costly = session.findings.filter(
    (finding) => COSTLY.includes(finding.kind) && finding.strength !== 'possible',
  );
  const ordered = [...costly].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const unlike = ordered.filter(
    (each, index) => ordered.findIndex(({ sentence }) => sentence === each.sentence) === index,
  );
  return unlike.slice(0, MOST_COSTS);
}

function quietSentence(session: Told, verdict: Verdict | undefined): string {
  if (verdict === 'continuous')
    return allSound(session.attempts.filter((each) => each.verdict === verdict).length);
  const calls = session.executions.length;
  const ran = calls === 0 ? '' : ` ${calls} ${calls === 1 ? 'call' : 'calls'} ran.`;
  if (verdict === undefined) return `No client tried to come back to this session.${ran}`;
  return `Clients opened streams anew, and there was nothing to resume.${ran}`;
}

function allSound(attempts: number): string {
  if (attempts === 1)
    return 'The client came back once, and the stream went on exactly where it had left off.';
  return `The client came back ${attempts} times, and each time the stream went on exactly where it had left off.`;
}
