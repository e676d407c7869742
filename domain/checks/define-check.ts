import type { Dossier } from '../evidence/dossier.ts';
import type { Evidence } from '../judgement.ts';
import type { CheckId, CheckResult, Reason } from '../words.ts';

/** What a check says: its result, why it fails, and the facts that it used. */
export interface CheckAnswer {
  readonly result: CheckResult;
  readonly reasons: readonly Reason[];
  readonly facts: readonly Evidence[];
  /** The facts that would have decided it; absent: all that the check needs. */
  readonly missing?: readonly string[] | undefined;
}

/** One condition of domain.md section 4. It judges what was gathered and looks at nothing else. */
export interface Check {
  readonly id: CheckId;
  /** Names of the attributes that decide it, as an emitter would send them. */
  readonly needs: readonly string[];
  readonly run: (dossier: Dossier) => CheckAnswer;
}

/** Declares a check; listed once, in order, in `index.ts`. */
export const defineCheck = (check: Check): Check => check;

/** The condition is met, by these facts. */
export const holds = (...facts: readonly (readonly Evidence[])[]): CheckAnswer => ({
  result: 'holds',
  reasons: [],
  facts: facts.flat(),
});

/** The condition is refuted, by these facts. */
export const fails = (
  reasons: Reason | readonly Reason[],
  ...facts: readonly (readonly Evidence[])[]
): CheckAnswer => ({
  result: 'fails',
  reasons: typeof reasons === 'string' ? [reasons] : reasons,
  facts: facts.flat(),
});

/** It cannot be told. `missing` narrows what would decide it. */
export const unknown = (
  missing?: readonly string[],
  ...facts: readonly (readonly Evidence[])[]
): CheckAnswer => ({
  result: 'unknown',
  reasons: [],
  facts: facts.flat(),
  missing,
});

/** The condition does not arise; it counts as holding. */
export const notApplicable = (...facts: readonly (readonly Evidence[])[]): CheckAnswer => ({
  result: 'not_applicable',
  reasons: [],
  facts: facts.flat(),
});
