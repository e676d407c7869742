import { assertUnreachable } from '../assert-unreachable.ts';
import type { CheckId, Given, Note, Reason, Verdict } from '../words.ts';
import type { Outcomes } from './outcomes.ts';

/** Checks 1 to 11: what must hold before anything may be called a continuation. */
export const ESSENTIAL: readonly CheckId[] = [
  'session_live',
  'same_session',
  'same_incarnation',
  'cursor_resolved',
  'stream_identity',
  'attributable',
  'same_namespace',
  'not_fenced',
  'within_high_water',
  'retained',
  'sole_stream',
];

/** A verdict with the reasons that belong to it and what is to be noted beside them. */
export interface Ruling {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly notes: readonly Note[];
}

type Column = 'holds' | 'fails' | 'unknown';

function columnOf(outcomes: Outcomes): Column {
  if (outcomes.fails(...ESSENTIAL)) return 'fails';
  return ESSENTIAL.every((check) => outcomes.result(check) !== 'unknown') ? 'holds' : 'unknown';
}

const rule = (verdict: Verdict, reasons: readonly Reason[], notes: readonly Note[] = []): Ruling => ({
  verdict,
  reasons,
  notes,
});

/** Too many, or again what was already there, harms no continuity; everything else on these checks does. */
function breaksReplay(outcomes: Outcomes): boolean {
  const harmful = (check: CheckId): boolean =>
    outcomes.fails(check) && outcomes.reasons(check).some((reason) => reason !== 'redelivery');
  return outcomes.fails('session_reaffirmed') || harmful('first_is_successor') || harmful('replay_complete');
}

function claim(outcomes: Outcomes): Ruling {
  const reasons = outcomes.allReasons();
  const column = columnOf(outcomes);
  if (column === 'fails' || breaksReplay(outcomes)) return rule('fabricated', reasons);
  if (column === 'unknown' || outcomes.result('first_is_successor') === 'unknown')
    return rule('indeterminate', reasons);
  return rule('continuous', reasons);
}

function refusal(outcomes: Outcomes, honest: Reason | undefined): Ruling {
  const found: readonly Reason[] = outcomes.allReasons().filter((reason) => reason !== 'wrong_status');
  const reasons = honest !== undefined && !found.includes(honest) ? [...found, honest] : found;
  const wrong: readonly Reason[] = outcomes.fails('refusal_class') ? ['wrong_status'] : [];
  switch (columnOf(outcomes)) {
    case 'holds':
      return honest === undefined
        ? rule('misrefused', [...wrong, 'needless', ...reasons])
        : rule('refused', reasons);
    case 'fails':
    case 'unknown':
      return wrong.length > 0 ? rule('misrefused', [...wrong, ...reasons]) : rule('refused', reasons);
  }
}

/** A declared gap or a declared new stream is honest, unless it speaks for a session that is not this one. */
function declared(outcomes: Outcomes, verdict: 'resynced' | 'new_stream'): Ruling {
  const reasons = outcomes.allReasons();
  const untrue = verdict === 'resynced' && outcomes.fails('resync_truthful');
  if (untrue || outcomes.fails('session_live', 'same_session', 'same_incarnation', 'session_reaffirmed'))
    return rule('fabricated', reasons);
  switch (columnOf(outcomes)) {
    case 'holds':
      return rule(verdict, reasons, ['needless']);
    case 'fails':
      return rule(verdict, reasons);
    case 'unknown':
      return rule(outcomes.result('session_live') === 'unknown' ? 'indeterminate' : verdict, reasons);
  }
}

/** Whether a stream was given at all is not known, or only whether it was marked: fabricated only if both ways. */
function nothingKnown(outcomes: Outcomes, streamGiven: boolean): Ruling {
  const both =
    claim(outcomes).verdict === 'fabricated' && declared(outcomes, 'new_stream').verdict === 'fabricated';
  return rule(streamGiven && both ? 'fabricated' : 'indeterminate', outcomes.allReasons());
}

export interface TableInput {
  readonly outcomes: Outcomes;
  readonly given: Given;
  /** Why a refusal is honest whatever the checks say; absent: it is not. */
  readonly honest?: Reason | undefined;
  /** A 2xx answer with a stream. */
  readonly streamGiven: boolean;
}

/** The verdict on a reconnect that presented a cursor (the table of domain.md section 5). */
export function verdictFor({ outcomes, given, honest, streamGiven }: TableInput): Ruling {
  switch (given) {
    case 'claim':
      return claim(outcomes);
    case 'refusal':
      return refusal(outcomes, honest);
    case 'resync':
      return declared(outcomes, 'resynced');
    case 'marked_new':
      return declared(outcomes, 'new_stream');
    case 'nothing_known':
      return nothingKnown(outcomes, streamGiven);
    default:
      return assertUnreachable(given);
  }
}

/** The verdict on a reconnect without a cursor (domain.md section 5, "No cursor"). */
export function verdictWithoutCursor({
  outcomes,
  given,
  honest,
  streamGiven,
  eventsOwed,
  nothingSaid,
}: TableInput & {
  readonly eventsOwed: boolean;
  /** Neither that there was no cursor nor what was answered: a cursor that is not reported may have been there. */
  readonly nothingSaid: boolean;
}): Ruling {
  const found: readonly Reason[] = outcomes.allReasons().filter((reason) => reason !== 'wrong_status');
  if (given === 'refusal') {
    const why = honest ?? found[0] ?? 'no_cursor';
    const reasons = found.includes(why) ? found : [...found, why];
    return outcomes.fails('refusal_class')
      ? rule('misrefused', ['wrong_status', ...reasons])
      : rule('refused', reasons);
  }
  const untrue =
    outcomes.fails('session_live', 'same_session') ||
    outcomes.reasons('stream_identity').includes('missing_cursor');
  // Marked or not, a stream was given that may not be.
  if (untrue && streamGiven) return rule('fabricated', found);
  if (given === 'nothing_known' && nothingSaid) return rule('indeterminate', found);
  if (given === 'nothing_known')
    return rule(eventsOwed ? 'indeterminate' : 'not_applicable', eventsOwed ? found : []);
  if (outcomes.fails('marked_when_new')) return rule('fabricated', found, ['cursor_lost_by_client']);
  if (outcomes.result('marked_when_new') === 'unknown') return rule('indeterminate', found);
  if (eventsOwed) return rule('new_stream', found, ['events_owed', 'cursor_lost_by_client']);
  return rule('not_applicable', []);
}
