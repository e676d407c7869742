import { STRENGTHS } from '../words.ts';
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
  return { runs, doubles: pairsOf(doubles, session) };
}

type FindingJson = TimelineSession['findings'][number];

const countsAsDouble = (finding: FindingJson): boolean => finding.strength !== 'possible';

/**
 * Pairs to be joined by a bracket. A run whose other run is in another session gets one bracket of its own,
 * however many such findings there are, and none where a bracket joins it to a run here already.
 */
function pairsOf(doubles: readonly FindingJson[], session: TimelineSession): readonly DoublePair[] {
  const here = new Set(session.executions.map((run) => run.id));
  const own = (id: string) => session.executions.find((run) => run.id === id)?.session;
  const within = doubles.filter((finding) => finding.executions.filter((id) => here.has(id)).length > 1);
  const joined = new Set(within.flatMap((finding) => finding.executions));
  const apart = new Map<string, FindingJson[]>();
  for (const finding of doubles) {
    const run = finding.executions.find((id) => here.has(id));
    if (within.includes(finding) || run === undefined || joined.has(run)) continue;
    apart.set(run, [...(apart.get(run) ?? []), finding]);
  }
  return [
    ...within.map((finding) =>
      toPair(
        finding,
        finding.executions.filter((id) => here.has(id)),
        '',
      ),
    ),
    ...[...apart].flatMap(([run, findings]) => {
      const surest = [...findings].sort((a, b) => sureness(a) - sureness(b))[0];
      if (!surest) return [];
      const pair = toPair(surest, [run], elsewhere(findings.length));
      return [{ ...pair, elsewhere: findings.length === 1 ? otherSession(surest, own(run)) : undefined }];
    }),
  ];
}

const sureness = (finding: FindingJson): number => STRENGTHS.indexOf(finding.strength ?? 'possible');

/** The one session besides this one that a finding is about. */
function otherSession(finding: FindingJson, home: string | undefined): string | undefined {
  const others = [finding.session.id, ...finding.alsoOn].filter((id) => id !== home);
  return new Set(others).size === 1 ? others[0] : undefined;
}

const elsewhere = (count: number): string =>
  count === 1 ? 'the other run is in another session' : `the other ${count} runs are in other sessions`;

const toPair = (finding: FindingJson, runs: readonly string[], sub: string): DoublePair => ({
  finding: finding.id,
  runs,
  label: `ran twice, ${finding.strength ?? 'possible'}`,
  sub,
});
