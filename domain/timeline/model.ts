import type { FactJson } from '../api-types.ts';
import { FINDING_INFO } from '../words-info/findings.ts';
import { VERDICT_INFO } from '../words-info/verdicts.ts';
import { modelAttempts } from './model-attempts.ts';
import { modelFlags } from './model-flags.ts';
import { modelLives } from './model-lives.ts';
import { modelRuns } from './model-runs.ts';
import { modelStreams } from './model-streams.ts';
import type { AttemptPoint, Stop, TimelineModel, TimelineSession } from './model-types.ts';
import { fitRange, isoMs, type TimeRange } from './range.ts';

/** Gathers what is to be drawn from a session and as many of its facts as were loaded. */
export function timelineModel(session: TimelineSession, facts: readonly FactJson[]): TimelineModel {
  const whole = fitRange(spanOf(session));
  const { lives, tears } = modelLives(session, whole);
  const attempts = modelAttempts(session, facts);
  const flags = modelFlags(session);
  const streams = modelStreams({ session, facts, attempts, flags });
  const { runs, doubles } = modelRuns(session);
  return { whole, lives, tears, streams, attempts, runs, doubles, flags, stops: stopsOf(session, attempts) };
}

function spanOf(session: TimelineSession): TimeRange {
  const ends = session.executions.map((run) => isoMs(run.end));
  const from = isoMs(session.firstSeen);
  const to = Math.max(isoMs(session.lastSeen), ...ends);
  return { from, to: Math.max(to, from + 1) };
}

function stopsOf(session: TimelineSession, attempts: readonly AttemptPoint[]): readonly Stop[] {
  const covered = new Set(session.findings.flatMap((finding) => finding.attempts));
  const unsound = ['misrefused', 'indeterminate', 'fabricated'];
  const ofAttempts = attempts
    .filter((point) => unsound.includes(point.verdict) && !covered.has(point.id))
    .map((point) => ({
      at: point.at,
      target: { kind: 'attempt' as const, id: point.id },
      colour: VERDICT_INFO[point.verdict].colour,
    }));
  const ofFindings = session.findings.map((finding) => ({
    at: isoMs(finding.at),
    target: { kind: 'finding' as const, id: finding.id },
    colour: FINDING_INFO[finding.kind].colour,
  }));
  return [...ofAttempts, ...ofFindings].sort((a, b) => a.at - b.at || (a.target.id < b.target.id ? -1 : 1));
}
