import type { FindingKind } from '../words.ts';
import { FINDING_INFO } from '../words-info/findings.ts';
import type { Flag, TimelineSession } from './model-types.ts';
import { isoMs } from './range.ts';

/** Kinds that are seen on a stream and that no mark of a reconnect or of a run shows already. */
const FLAGGED: readonly FindingKind[] = [
  'foreign_delivery',
  'fork',
  'lost_result',
  'lost_event',
  'unresolved_request',
  'duplicate_delivery',
  'unstable_replay',
  'orphan_emission',
  'id_reuse',
  'id_regression',
];

/** Findings as flags on the lanes of their streams. */
export function modelFlags(session: Pick<TimelineSession, 'findings'>): readonly Flag[] {
  return session.findings.flatMap((finding): Flag[] => {
    if (finding.streamId === undefined || !FLAGGED.includes(finding.kind)) return [];
    const { title } = FINDING_INFO[finding.kind];
    const label = finding.count > 1 ? `${title.toLowerCase()} ×${finding.count}` : title.toLowerCase();
    return [
      { finding: finding.id, kind: finding.kind, stream: finding.streamId, at: isoMs(finding.at), label },
    ];
  });
}
