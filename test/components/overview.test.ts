import { describe, expect, test } from 'vitest';
import { RateByService } from '#components/charts/RateByService.tsx';
import { fromFirst, mixPoints, totalOf } from '#components/charts/verdict-series.ts';
import { Kpis } from '#components/overview/Kpis.tsx';
import type { SummaryAnswer } from '#domain/api-types.ts';
import { rateFigures, type VerdictCounts } from '#domain/rates.ts';
import { markupOf } from './markup.ts';

const AT = '2026-11-02T10:00:00.000Z';

const summary = (verdicts: VerdictCounts, given: Partial<SummaryAnswer> = {}): SummaryAnswer => ({
  from: AT,
  to: AT,
  figures: rateFigures(verdicts),
  services: [],
  resyncs: { count: 0, eventsGivenUp: 0 },
  rejectedIncarnations: 0,
  doubles: { proven: 0, probable: 0, possible: 0, destructive: 0 },
  lostResults: 0,
  reasons: [],
  missing: [],
  sessions: 1,
  judgingLagMs: 0,
  ...given,
});

const service = (name: string, verdicts: VerdictCounts) => ({
  service: name,
  lastFactAt: AT,
  lastHeartbeatAt: null,
  ...rateFigures(verdicts),
});

describe('the figures of the overview', () => {
  test('never show a rate without its count and its interval', () => {
    const { text } = markupOf(Kpis, {
      summary: summary({ fabricated: 23, continuous: 1251, indeterminate: 87 }),
    });
    expect(text).toContain('1.8 % 23 of 1,274 judged · 1.2 – 2.7 % at 95 %');
    expect(text).toContain('6.4 % 87 of 1,361');
  });

  test('name what had nothing to resume, so that the counts add up', () => {
    const { text } = markupOf(Kpis, { summary: summary({ continuous: 75, not_applicable: 50 }) });
    expect(text).toContain('0 of 75 judged');
    expect(text).toContain('0 of 125 · 50 had nothing to resume');
  });

  test('say "no resumptions" where nothing was judged, never 0 %', () => {
    const { text } = markupOf(Kpis, { summary: summary({ indeterminate: 4 }) });
    expect(text).toContain('no resumptions');
    expect(text).not.toContain(' 0.0 %');
  });

  test('tell sure repetitions from possible ones', () => {
    const doubles = { proven: 1, probable: 3, possible: 5, destructive: 2 };
    const { text } = markupOf(Kpis, { summary: summary({ continuous: 1 }, { doubles }) });
    expect(text).toContain('4 1 proven, 3 probable · 2 of them destructive · 5 more possible');
  });
});

describe('the honest answers', () => {
  test('lead from each figure to the sessions that it counts', () => {
    const { html, text } = markupOf(Kpis, {
      summary: summary({ refused: 9 }, { rejectedIncarnations: 7, resyncs: { count: 4, eventsGivenUp: 12 } }),
    });
    expect(text).toContain('Rejected incarnations · resyncs 7 · 4 honest answers; 12 events given up');
    expect(html).toMatch(/href="\/sessions\?finding=rejected_incarnation"[^>]*>7</);
    expect(html).toMatch(/href="\/sessions\?finding=resync"[^>]*>4</);
  });
});

describe('the rate by service', () => {
  const draw = (...services: readonly SummaryAnswer['services'][number][]) =>
    markupOf(RateByService, { services, onService: () => {} });

  test('is a count below 20 judged, with a hollow point, and a rate from 20 on', () => {
    const few = draw(service('few', { fabricated: 1, continuous: 18 }));
    expect(few.text).toContain('1 of 19 judged');
    expect(few.html).toContain('fill="var(--card)"');
    expect(few.html).toContain('too few: 19 of 20');
    const enough = draw(service('enough', { fabricated: 1, continuous: 19 }));
    expect(enough.text).toContain('5.0 % of 20');
    expect(enough.html).not.toContain('fill="var(--card)"');
  });

  test('says what there is to say of a service that nobody came back to', () => {
    expect(draw(service('quiet', {})).text).toContain('quiet no reconnects');
    expect(draw(service('blind', { indeterminate: 3 })).text).toContain('blind none judged');
  });

  test('has the surely worst service first, not the one with the fewest attempts', () => {
    const { text } = draw(
      service('unlucky', { fabricated: 1, continuous: 1 }),
      service('broken', { fabricated: 40, continuous: 40 }),
    );
    expect(text.indexOf('broken')).toBeLessThan(text.indexOf('unlucky'));
  });
});

describe('the mix over time', () => {
  test('adds the series up by time and keeps empty steps', () => {
    const point = (at: string, verdicts: VerdictCounts) => ({ at, ...rateFigures(verdicts) });
    const points = mixPoints({
      series: [
        { key: 'a', points: [point('2026-11-02T10:01:00Z', { fabricated: 1 }), point(AT, {})] },
        { key: 'b', points: [point('2026-11-02T10:01:00Z', { fabricated: 2, continuous: 3 })] },
      ],
    });
    expect(points.map(totalOf)).toEqual([0, 6]);
    expect(points[1]).toMatchObject({ fabricated: 3, continuous: 3, refused: 0 });
  });

  test('leaves out what is empty before the first reconnect, but keeps enough to read', () => {
    const series = (counts: readonly number[]) =>
      mixPoints({
        series: [
          {
            key: 'a',
            points: counts.map((count, index) => ({
              at: new Date(Date.parse(AT) + index * 60_000).toISOString(),
              ...rateFigures({ continuous: count }),
            })),
          },
        ],
      });
    const late = series([...Array.from({ length: 58 }, () => 0), 3, 4]);
    expect(fromFirst(late)).toHaveLength(15);
    expect(fromFirst(late).at(-1)).toEqual(late.at(-1));
    const early = series([0, 0, 5, ...Array.from({ length: 57 }, () => 0)]);
    expect(fromFirst(early)).toEqual(early.slice(1));
    const none = series([0, 0, 0]);
    expect(fromFirst(none)).toBe(none);
  });
});
