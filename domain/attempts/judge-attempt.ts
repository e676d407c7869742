import type { Check } from '../checks/define-check.ts';
import { ALL_CHECKS } from '../checks/index.ts';
import { classify } from '../checks/refusal-class.ts';
import { digestOf } from '../digest.ts';
import type { Dossier, GatherInput, Place } from '../evidence/dossier.ts';
import { gather } from '../evidence/gather.ts';
import type { Attempt, Position } from '../judgement.ts';
import { deliveryOf, missingOf, notesOf, owedOf, sessionAnswer } from '../verdicts/answers.ts';
import { type Outcomes, runChecks } from '../verdicts/outcomes.ts';
import { type Ruling, verdictFor, verdictWithoutCursor } from '../verdicts/verdict-table.ts';
import type { Reason, Tag } from '../words.ts';
import { isOutOfScope } from './scope.ts';

const positionOf = (place: Place): Position => ({
  streamId: place.streamId?.value,
  origin: place.origin?.value,
  sequence: place.sequence?.value,
  incarnation: place.incarnation?.value,
  ordinal: place.ordinal?.value,
});

function honestyOf(dossier: Dossier): Reason | undefined {
  if (dossier.given !== 'refusal') return undefined;
  try {
    const found = classify(dossier);
    return found.kind === 'honest' ? found.why : undefined;
  } catch {
    // The check itself reports the fault; a refusal that cannot be classed is not excused by it.
    return undefined;
  }
}

/** A 2xx; without a status, what came in a stream tells that there was one. */
function isStream({ answer, first }: Dossier): boolean {
  const status = answer.status?.value;
  if (status !== undefined) return status >= 200 && status < 300;
  return answer.kind?.value === 'stream' || first.eventId !== undefined || (answer.count?.value ?? 0) > 0;
}

function ruleOn(dossier: Dossier, outcomes: Outcomes): Ruling {
  const input = {
    outcomes,
    given: dossier.given,
    honest: honestyOf(dossier),
    streamGiven: isStream(dossier),
  };
  const nothingSaid = dossier.answer.status === undefined && dossier.cursor.state === undefined;
  return !dossier.cursor.presented
    ? verdictWithoutCursor({ ...input, eventsOwed: dossier.undelivered.length > 0, nothingSaid })
    : verdictFor(input);
}

/** What stands on an attempt whatever its verdict: when, where, and where the cursor pointed. */
function describe(
  dossier: Dossier,
  input: GatherInput,
): Omit<Attempt, 'session' | 'verdict' | 'reasons' | 'notes' | 'owed' | 'delivery' | 'missing' | 'checks'> {
  const { views, cursor, stream, first, answer } = dossier;
  const lead = views.server ?? views.all[0];
  return {
    id: digestOf([input.history.session, 'attempt', lead?.id ?? '', String(lead?.at ?? '')]),
    at: dossier.at,
    end: dossier.end,
    lastEventId: cursor.id?.value,
    observers: views.all.map((view) => view.observer).sort(),
    tags: tagsOf(dossier),
    given: dossier.given,
    claimed: lead?.claimed ?? views.all.find((view) => view.claimed !== undefined)?.claimed,
    cursor: positionOf(cursor),
    served: positionOf(stream.served),
    first: { ...positionOf(first), eventId: first.eventId?.value },
    replayedCount: answer.count?.value,
    floor: stream.floor?.value,
    highWater: stream.high?.value,
    status: answer.status?.value,
    method: lead?.httpMethod,
    service: lead?.service ?? '',
    instance: lead?.instance,
    traceId: lead?.traceId ?? '',
    facts: views.all.map((view) => view.id),
  };
}

function owedRange(dossier: Dossier): readonly [number, number] | undefined {
  const { cursor, stream } = dossier;
  return cursor.ordinal && stream.replayHigh ? [cursor.ordinal.value, stream.replayHigh.value] : undefined;
}

function tagsOf({ conflicts, issuedLater }: Dossier): readonly Tag[] {
  return [
    ...(conflicts.length > 0 ? (['evidence_conflict'] as const) : []),
    ...(issuedLater ? (['clock_conflict'] as const) : []),
  ];
}

export interface AttemptInput extends GatherInput {
  /** Protocol version of the session, where the attempt itself names none. */
  readonly protocol?: string | undefined;
  /** The checks to run; tests plant a broken one. */
  readonly checks?: readonly Check[] | undefined;
}

/** Judges one attempt: gather, check, rule, answer. */
export function judgeAttempt(input: AttemptInput): Attempt {
  const dossier = gather(input);
  const outcomes = runChecks(input.checks ?? ALL_CHECKS, dossier);
  const base = describe(dossier, input);
  if (isOutOfScope(dossier, input.protocol)) {
    const none = {
      session: 'not_applicable',
      verdict: 'not_applicable',
      owed: 'unknown',
      delivery: 'unknown',
    } as const;
    return { ...base, ...none, reasons: [], notes: [], missing: [], checks: [] };
  }
  const ruling = ruleOn(dossier, outcomes);
  const owed = owedOf(outcomes, dossier);
  return {
    ...base,
    session: sessionAnswer(outcomes),
    verdict: ruling.verdict,
    reasons: ruling.reasons,
    notes: notesOf(dossier, ruling, input.settings),
    owed,
    owedRange: owed === 'replay' ? owedRange(dossier) : undefined,
    delivery: deliveryOf({ outcomes, dossier, ruling }),
    missing: missingOf(outcomes, dossier, ruling.verdict),
    checks: outcomes.list,
  };
}
