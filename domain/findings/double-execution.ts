import { compareExecutions } from '../executions/executions.ts';
import type { Evidence, Execution } from '../judgement.ts';
import { STRENGTHS } from '../words.ts';
import { candidatesOf } from './double-candidates.ts';
import { isDisturbed } from './double-disturbance.ts';
import { type Judged, judgePair } from './double-pair.ts';
import { severityOf } from './double-severity.ts';
import { defineDetector, type Occurrence } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { labelOf, lengthOf, within } from './telling.ts';

/**
 * One logical call that ran twice (domain.md section 7). The finding belongs to the later execution; where several earlier
 * ones are the same call, the strongest evidence counts, and of equal ones the nearest. What was answered from a stored
 * outcome did not run.
 */
export const doubleExecution = defineDetector({
  kind: 'double_execution',
  severity: 'critical',
  find: (scene) => {
    const earlierOf = candidatesOf(scene);
    return scene.executions.flatMap((later) => {
      if (later.deduplicated) return [];
      const best = strongest(scene, { later, earlier: earlierOf(later) });
      return best ? [occurrenceOf(scene, best)] : [];
    });
  },
});

/** @param earlier what may prove a double first, then runs of the same call from the nearest on. */
function strongest(
  scene: Scene,
  { later, earlier }: { later: Execution; earlier: Iterable<Execution> },
): Judged | undefined {
  // Without a disturbance a run further back says no more than the nearest one.
  const disturbed = isDisturbed(scene, later);
  let best: Judged | undefined;
  for (const run of earlier) {
    const pair = judgePair(scene, { earlier: run, later });
    if (pair && (!best || isBetter(pair, best))) best = pair;
    if (pair && (pair.strength !== 'possible' || !disturbed)) return best;
  }
  return best;
}

function isBetter(a: Judged, b: Judged): boolean {
  const rank = STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength);
  return rank !== 0 ? rank < 0 : compareExecutions(a.earlier, b.earlier) > 0;
}

function occurrenceOf(scene: Scene, pair: Judged): Occurrence {
  const { earlier, later, strength } = pair;
  return {
    key: later.id,
    at: later.at,
    until: later.end,
    severity: severityOf(pair),
    strength,
    alsoOn: [earlier.session],
    tool: later.tool ?? earlier.tool,
    requestId: later.requestId,
    executions: [earlier.id, later.id],
    evidence: [...runEvidence(later, 'second_run'), ...runEvidence(earlier, 'first_run'), ...pair.evidence],
    what: sentenceOf(scene, pair),
  };
}

function runEvidence(execution: Execution, name: string): readonly Evidence[] {
  return execution.facts.map((fact) => ({
    name,
    value: execution.tool ?? '',
    source: 'observed',
    fact,
    at: execution.at,
    session: execution.session,
  }));
}

function sentenceOf(scene: Scene, { earlier, later, why }: Judged): string {
  const apart = later.at - earlier.at;
  const dispatch = within(earlier.at, later.at, scene.settings.doubleDispatchMs);
  const tool = later.tool ?? earlier.tool ?? 'A call';
  const where =
    earlier.session === later.session
      ? ''
      : ` (first in session ${labelOf(earlier.session)}, then in ${labelOf(later.session)})`;
  const ran = dispatch
    ? `${tool} was dispatched twice, ${lengthOf(apart)} apart: a double dispatch, no retry`
    : `${tool} ran twice, ${lengthOf(apart)} apart`;
  return `${ran}${where}: ${why()}`;
}
