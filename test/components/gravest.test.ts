import { describe, expect, test } from 'vitest';
import { gravestFirst } from '#components/findings/gravest.ts';
import type { FindingRow } from '#domain/api-types.ts';

const finding = (given: Pick<FindingRow, 'id' | 'kind' | 'severity' | 'at'>, session = 's1'): FindingRow => ({
  until: given.at,
  count: 1,
  session: { id: session, label: session },
  alsoOn: [],
  service: 'mail-mcp',
  attempts: [],
  executions: [],
  sentence: 'Something happened.',
  evidence: [],
  clientName: null,
  triage: null,
  ...given,
});

const ROWS = [
  finding({ id: 'late', kind: 'orphan_emission', severity: 'medium', at: '2026-11-02T10:09:00Z' }),
  finding({ id: 'old', kind: 'double_execution', severity: 'critical', at: '2026-11-02T10:01:00Z' }),
  finding({ id: 'new', kind: 'double_execution', severity: 'critical', at: '2026-11-02T10:05:00Z' }),
  finding({ id: 'other', kind: 'double_execution', severity: 'critical', at: '2026-11-02T10:03:00Z' }, 's2'),
  finding({ id: 'fork', kind: 'fork', severity: 'high', at: '2026-11-02T10:00:00Z' }),
];

describe('the findings of the overview', () => {
  test('come the gravest first, then the newest, those of one session in one row', () => {
    const rows = gravestFirst(ROWS, 6).map(({ finding: { id }, count }) => [id, count]);
    expect(rows).toEqual([
      ['new', 2],
      ['other', 1],
      ['fork', 1],
      ['late', 1],
    ]);
  });

  test('are no more than there is room for', () => {
    expect(gravestFirst(ROWS, 2).map(({ finding: { id } }) => id)).toEqual(['new', 'other']);
  });
});
