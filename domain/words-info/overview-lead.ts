import type { SummaryAnswer } from '../api-types.ts';
import type { ColourToken } from './tokens.ts';

export interface OverviewLead {
  readonly colour: ColourToken;
  readonly strong: string;
  readonly rest: string;
}

type Summed = Pick<SummaryAnswer, 'figures' | 'doubles' | 'sessions' | 'lostResults'>;

/** The state of a span of time in one sentence, the gravest thing first. */
export function overviewLead(summary: Summed, span: string): OverviewLead {
  const { figures, doubles } = summary;
  const doubled = doubles.proven + doubles.probable;
  const ran = doubled === 0 ? '' : ` ${doublesText(doubles)}.`;
  const lost = summary.lostResults === 0 ? '' : ` ${resultsText(summary.lostResults)} never delivered.`;
  if (figures.fabricated > 0) {
    const told = `${figures.fabricated} of ${figures.judged} judged reconnects ${figures.fabricated === 1 ? 'was' : 'were'} told a continuity that was not there`;
    return { colour: 'fabricated', strong: `In ${span}, ${told}.`, rest: `${ran}${lost}`.trim() };
  }
  if (doubled > 0)
    return { colour: 'exec', strong: `In ${span},${ran.replace(/\.$/, '')}.`, rest: lost.trim() };
  if (figures.attempts === 0) {
    const sessions = `${summary.sessions} ${summary.sessions === 1 ? 'session was' : 'sessions were'} seen`;
    return { colour: 'outline', strong: `No reconnects in ${span}.`, rest: `${sessions}.${lost}` };
  }
  if (figures.judged === 0) {
    return {
      colour: 'unknown',
      strong: `None of ${figures.attempts} reconnects in ${span} could be judged.`,
      rest: lost.trim(),
    };
  }
  return {
    colour: lost === '' ? 'continuous' : 'misrefused',
    strong: `No fabricated continuity among ${figures.judged} judged ${figures.judged === 1 ? 'reconnect' : 'reconnects'} in ${span}.`,
    rest: lost.trim(),
  };
}

/** How sure it is that calls ran twice: as a fact only where one is proven, and then with how many are. */
function doublesText({ proven, probable }: Summed['doubles']): string {
  const all = proven + probable;
  const calls = `${all} ${all === 1 ? 'call' : 'calls'}`;
  if (proven === 0) return `${calls} probably ran twice`;
  return probable === 0 ? `${calls} ran twice` : `${calls} ran twice, ${proven} of them proven`;
}

const resultsText = (count: number): string => (count === 1 ? '1 result was' : `${count} results were`);
