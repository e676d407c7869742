import type { CheckOutcome } from '#domain/judgement.ts';
import type { CountMeasure } from '../schema/counts.ts';
import { indexText } from './index-text.ts';

/**
 * One entry of the minute counts. What `name` and `extra` hold:
 *
 * | measure | name | extra | counts |
 * | --- | --- | --- | --- |
 * | verdict | the verdict | | attempts |
 * | reason | the primary reason | the verdict | attempts that have one |
 * | missing | a fact that was wanted | | indeterminate attempts that wanted it |
 * | blind | a check that was unknown | a fact that it wanted, or empty | attempts (empty: all of the check) |
 * | finding | the kind | the strength, or empty | findings |
 * | destructive_double | the strength | | double executions of a tool known to destroy |
 * | given_up | `resync` | | events given up by declared resyncs |
 */
export interface Measured {
  readonly measure: CountMeasure;
  readonly name: string;
  readonly extra: string;
  readonly count: number;
}

const one = (measure: CountMeasure, name: string, extra = ''): Measured => ({
  measure,
  name: indexText(name),
  extra: indexText(extra),
  count: 1,
});

/** What one attempt adds to the counts of its minute. */
export function measuresOfAttempt(attempt: {
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly missing: readonly string[];
  readonly checks: readonly Pick<CheckOutcome, 'check' | 'result' | 'missing'>[];
}): readonly Measured[] {
  const [primary] = attempt.reasons;
  const undecided = attempt.verdict === 'indeterminate' ? attempt.missing : [];
  return [
    one('verdict', attempt.verdict),
    ...(primary === undefined ? [] : [one('reason', primary, attempt.verdict)]),
    ...[...new Set(undecided)].map((name) => one('missing', name)),
    ...attempt.checks
      .filter((outcome) => outcome.result === 'unknown')
      .flatMap((outcome) =>
        ['', ...new Set(outcome.missing)].map((name) => one('blind', outcome.check, name)),
      ),
  ];
}

/** What one finding adds to the counts of its minute. */
export function measuresOfFinding(finding: {
  readonly kind: string;
  readonly strength: string | null;
  readonly destructive: boolean;
  readonly givenUp: number;
}): readonly Measured[] {
  const strength = finding.strength ?? '';
  return [
    one('finding', finding.kind, strength),
    ...(finding.destructive ? [one('destructive_double', strength)] : []),
    ...(finding.givenUp > 0 ? [{ ...one('given_up', 'resync'), count: finding.givenUp }] : []),
  ];
}
