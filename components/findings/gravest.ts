import type { FindingRow } from '#domain/api-types.ts';
import { SEVERITIES } from '#domain/words.ts';

/** Findings of one kind in one session that are as grave: the newest, and how many there are. */
export interface FindingGroup {
  readonly finding: FindingRow;
  readonly count: number;
}

/** The gravest first, then the newest; what one session shows again is one row with a count. */
export function gravestFirst(findings: readonly FindingRow[], most: number): readonly FindingGroup[] {
  const ordered = [...findings].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || Date.parse(b.at) - Date.parse(a.at),
  );
  const groups = new Map<string, FindingGroup>();
  for (const finding of ordered) {
    const key = [finding.session.id, finding.kind, finding.severity, finding.strength].join(' ');
    const group = groups.get(key);
    groups.set(key, { finding: group?.finding ?? finding, count: (group?.count ?? 0) + 1 });
  }
  return [...groups.values()].slice(0, most);
}
