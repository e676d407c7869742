import type { DoublePair, Run, TimelineSession } from './model-types.ts';
import { isoMs } from './range.ts';

/** Executions as boxes, and which of them are the same call twice (domain.md section 7). */
export function modelRuns(session: TimelineSession): {
  readonly runs: readonly Run[];
  readonly doubles: readonly DoublePair[];
} {
  const doubles = session.findings.filter((finding) => finding.kind === 'double_execution');
  const twice = new Set(doubles.filter(countsAsDouble).flatMap((finding) => finding.executions));
  const runs = session.executions.map((run) => ({
    id: run.id,
    from: isoMs(run.at),
    to: isoMs(run.end),
    tool: run.tool ?? 'a tool',
    double: twice.has(run.id),
    failed: run.error !== undefined,
  }));
  return { runs, doubles: doubles.map((finding) => toPair(finding, session)) };
}

type FindingJson = TimelineSession['findings'][number];

const countsAsDouble = (finding: FindingJson): boolean => finding.strength !== 'possible';

function toPair(finding: FindingJson, session: TimelineSession): DoublePair {
  const here = new Set(session.executions.map((run) => run.id));
  const runs = finding.executions.filter((id) => here.has(id));
  const elsewhere = finding.alsoOn.length > 0 && runs.length < 2;
  return {
    finding: finding.id,
    runs,
    label: `ran twice, ${finding.strength ?? 'possible'}`,
    sub: elsewhere ? 'the other run is in another session' : '',
  };
}
