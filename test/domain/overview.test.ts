import { describe, expect, it } from 'vitest';
import { type Figure, summarize } from '#domain/overview.ts';

const figure = (service: string, measure: string, name: string, count: number, extra = ''): Figure => ({
  service,
  measure,
  name,
  extra,
  count,
});

const figures: readonly Figure[] = [
  figure('orders', 'verdict', 'continuous', 3),
  figure('orders', 'verdict', 'fabricated', 1),
  figure('mail', 'verdict', 'indeterminate', 2),
  figure('orders', 'reason', 'clamped_to_floor', 1, 'fabricated'),
  figure('orders', 'reason', 'gap', 2, 'resynced'),
  figure('mail', 'reason', 'gap', 1, 'resynced'),
  figure('mail', 'missing', 'high_water', 2),
  figure('orders', 'missing', 'high_water', 1),
  figure('orders', 'missing', 'floor', 1),
  figure('orders', 'finding', 'resync', 2),
  figure('orders', 'given_up', 'resync', 40),
  figure('orders', 'finding', 'rejected_incarnation', 5),
  figure('orders', 'finding', 'lost_result', 1),
  figure('orders', 'finding', 'double_execution', 1, 'proven'),
  figure('mail', 'finding', 'double_execution', 3, 'possible'),
  figure('orders', 'destructive_double', 'proven', 1),
  figure('orders', 'destructive_double', 'possible', 2),
];

describe('the overview', () => {
  const overview = summarize(figures, [
    { service: 'silent', lastFactAt: '2026-11-02T10:00:00.000Z', lastHeartbeatAt: null },
  ]);

  it('adds up verdicts over all services', () => {
    expect(overview.figures).toMatchObject({
      attempts: 6,
      judged: 4,
      fabricated: 1,
      indeterminate: 2,
      rate: 0.25,
    });
  });

  it('lists each service with its own rate, and silent ones too', () => {
    expect(overview.services).toMatchObject([
      { service: 'mail', attempts: 2, judged: 0, rate: null, lastFactAt: null },
      { service: 'orders', attempts: 4, judged: 4, rate: 0.25 },
      { service: 'silent', attempts: 0, rate: null, lastFactAt: '2026-11-02T10:00:00.000Z' },
    ]);
  });

  it('counts findings by what they mean', () => {
    expect(overview).toMatchObject({
      resyncs: { count: 2, eventsGivenUp: 40 },
      rejectedIncarnations: 5,
      lostResults: 1,
      doubles: { proven: 1, probable: 0, possible: 3, destructive: 1 },
    });
  });

  it('orders reasons and missing facts by how often they came', () => {
    expect(overview.reasons).toEqual([
      { reason: 'gap', verdict: 'resynced', count: 3 },
      { reason: 'clamped_to_floor', verdict: 'fabricated', count: 1 },
    ]);
    expect(overview.missing).toEqual([
      { name: 'high_water', count: 3 },
      { name: 'floor', count: 1 },
    ]);
  });

  it('of nothing is nothing, and no 0 %', () => {
    const nothing = summarize([], []);
    expect(nothing).toMatchObject({
      figures: { attempts: 0, rate: null },
      services: [],
      reasons: [],
      missing: [],
    });
  });
});
