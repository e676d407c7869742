import type { Check } from '../checks/define-check.ts';
import type { Dossier } from '../evidence/dossier.ts';
import type { CheckOutcome } from '../judgement.ts';
import type { CheckId, CheckResult, Reason } from '../words.ts';

/** What all checks said of one attempt, by name. */
export class Outcomes {
  readonly list: readonly CheckOutcome[];
  readonly #byId: ReadonlyMap<CheckId, CheckOutcome>;

  constructor(list: readonly CheckOutcome[]) {
    this.list = list;
    this.#byId = new Map(list.map((outcome) => [outcome.check, outcome]));
  }

  result(check: CheckId): CheckResult {
    return this.#byId.get(check)?.result ?? 'unknown';
  }

  reasons(check: CheckId): readonly Reason[] {
    return this.#byId.get(check)?.reasons ?? [];
  }

  fails(...checks: readonly CheckId[]): boolean {
    return checks.some((check) => this.result(check) === 'fails');
  }

  /** All reasons of failing checks, in the order of the table, each once. */
  allReasons(): readonly Reason[] {
    return [...new Set(this.list.flatMap((outcome) => outcome.reasons))];
  }
}

/** Runs one check. A check that throws is contained: it is unknown, with the error's code. */
export function runCheck(check: Check, dossier: Dossier): CheckOutcome {
  try {
    const { result, reasons, facts, missing } = check.run(dossier);
    return {
      check: check.id,
      result,
      reason: reasons[0] ?? null,
      reasons,
      facts,
      missing: result === 'unknown' ? (missing ?? check.needs) : [],
    };
  } catch (error) {
    const code =
      error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'SMK-301';
    return {
      check: check.id,
      result: 'unknown',
      reason: null,
      reasons: [],
      facts: [],
      missing: check.needs,
      error: code,
    };
  }
}

/** A proven successor shows that the cursor was issued and its successor held: it lifts what 9 and 10 leave open. */
function lift(outcomes: readonly CheckOutcome[]): readonly CheckOutcome[] {
  const successor = outcomes.find((outcome) => outcome.check === 'first_is_successor');
  if (successor?.result !== 'holds') return outcomes;
  return outcomes.map((outcome) =>
    (outcome.check === 'within_high_water' || outcome.check === 'retained') &&
    outcome.result === 'unknown' &&
    outcome.error === undefined
      ? { ...outcome, result: 'holds', facts: successor.facts, missing: [] }
      : outcome,
  );
}

/** Runs all checks over one attempt's evidence, in order. */
export function runChecks(checks: readonly Check[], dossier: Dossier): Outcomes {
  return new Outcomes(lift(checks.map((check) => runCheck(check, dossier))));
}
