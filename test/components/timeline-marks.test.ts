import { describe, expect, test } from 'vitest';
import { AttemptsLayer } from '#components/timeline/AttemptsLayer.tsx';
import { RunsLayer } from '#components/timeline/RunsLayer.tsx';
import type { FindingRow } from '#domain/api-types.ts';
import { layoutTimeline } from '#domain/timeline/layout.ts';
import { timelineModel } from '#domain/timeline/model.ts';
import type { Target } from '#domain/timeline/model-types.ts';
import { drawn } from '../domain/timeline/drawn.ts';
import { markupOf } from './markup.ts';

const selecting = (selected?: Target) => ({
  selected,
  hrefOf: ({ id }: Target) => `?sel=${id}`,
  onSelect: () => {},
});

describe('several reconnects at one place', () => {
  const refused = 'resume with G1:1 session missing -> 404 refused';
  const { layout } = drawn(`
    10:00:00 node-1 opens S as inc-1
    +1s attach G1 get k1
    +1s emit G1 #1 notification on k1
    +1s detach G1 k1 network
    10:05:00 ${refused}
    +0.02s ${refused}
    10:10:00 beat
  `);

  test('are reached one after the other by choosing their mark again', () => {
    const [first, second] = layout.attempts[0]?.ids ?? [];
    const markOf = (id: string | undefined) =>
      markupOf(AttemptsLayer, { layout, selecting: selecting(id ? { kind: 'attempt', id } : undefined) })
        .html;
    expect(markOf(undefined)).toContain(`href="?sel=${first}"`);
    expect(markOf(first)).toContain(`href="?sel=${second}"`);
    expect(markOf(second)).toContain(`href="?sel=${first}"`);
    expect(markOf(second)).toContain('aria-current="true"');
  });
});

describe('a call whose other run is in another session', () => {
  test('has a way there', () => {
    const { session } = drawn('10:00:00 node-1 opens S as inc-1\n+1s run pay.send for 1 args d lasting 10ms');
    const [run] = session.executions;
    if (!run) throw new Error('nothing ran');
    const finding: FindingRow = {
      id: 'f1',
      kind: 'double_execution',
      severity: 'critical',
      strength: 'probable',
      at: run.at,
      until: run.end,
      count: 1,
      session: { id: 'theothersession', label: 'theother' },
      alsoOn: [run.session],
      service: run.service,
      attempts: [],
      executions: [run.id, 'a-run-elsewhere'],
      sentence: 'It ran twice.',
      evidence: [],
      clientName: null,
      triage: null,
    };
    const model = timelineModel({ ...session, findings: [finding] }, []);
    const layout = layoutTimeline(model, { width: 1000, range: model.whole, offsetMinutes: 0 });
    const { html } = markupOf(RunsLayer, { layout, selecting: selecting() });
    expect(html).toContain('href="/sessions/theothersession"');
    expect(html).toContain('the other run is in another session');
  });
});
