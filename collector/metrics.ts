import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ExportReport } from './otlp/server-options.ts';

/** What the collector counts, in Prometheus form at `/metrics` (collector.md section 4). */
export interface CollectorMetrics {
  readonly registry: Registry;
  readonly requests: Counter<'signal' | 'status'>;
  readonly bytes: Counter<'signal'>;
  readonly received: Counter<'signal'>;
  readonly stored: Counter;
  readonly repeated: Counter;
  readonly passedOver: Counter;
  readonly rejected: Counter<'reason'>;
  readonly commitSeconds: Histogram;
  readonly commitFailures: Counter;
  readonly judged: Counter;
  readonly judgeFailures: Counter<'code'>;
  readonly judgeSeconds: Histogram;
}

export interface MetricSources {
  /** Facts that wait for a commit. */
  readonly queued: () => number;
  /** Seconds for which the oldest dirty session waits. */
  readonly judgingLag: () => Promise<number>;
}

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Makes the metrics of one collector in a registry of their own. */
export function createMetrics(sources: MetricSources): CollectorMetrics {
  const registry = new Registry();
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[] = []) =>
    new Counter({ name: `seamark_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `seamark_${name}`, help, buckets: SECONDS, registers: [registry] });
  addGauges(registry, sources);
  return {
    registry,
    requests: counter('otlp_requests_total', 'OTLP requests by what was answered.', ['signal', 'status']),
    bytes: counter('otlp_bytes_total', 'Bytes of OTLP bodies, inflated.', ['signal']),
    received: counter('items_received_total', 'Spans and log records that could be decoded.', ['signal']),
    stored: counter('facts_stored_total', 'Facts stored that were not there before.'),
    repeated: counter('facts_repeated_total', 'Facts that were stored already.'),
    passedOver: counter('spans_passed_over_total', 'Spans and log records that hold no fact.'),
    rejected: counter('spans_rejected_total', 'Spans and log records that were refused.', ['reason']),
    commitSeconds: histogram('commit_seconds', 'Time to store and commit a group of requests.'),
    commitFailures: counter('commit_failures_total', 'Groups of requests that could not be committed.'),
    judged: counter('sessions_judged_total', 'Judgements of sessions that were stored.'),
    judgeFailures: counter('judge_failures_total', 'Sessions that could not be judged or stored.', ['code']),
    judgeSeconds: histogram('judge_seconds', 'Time to load and judge one session.'),
  };
}

/** Gauges are asked for when they are read; one that cannot be known then is left out. */
function addGauges(registry: Registry, sources: MetricSources): void {
  new Gauge({
    name: 'seamark_queued_facts',
    help: 'Facts that wait for a commit.',
    registers: [registry],
    collect() {
      this.set(sources.queued());
    },
  });
  new Gauge({
    name: 'seamark_judging_lag_seconds',
    help: 'How long the oldest fact that is not judged yet has been stored.',
    registers: [registry],
    async collect() {
      this.reset();
      const lag = await sources.judgingLag().catch(() => undefined);
      if (lag !== undefined) this.set(lag);
    },
  });
}

/** Counts one answered export. */
export function observeExport(metrics: CollectorMetrics, report: ExportReport): void {
  const { signal } = report;
  metrics.requests.inc({ signal, status: report.status });
  metrics.bytes.inc({ signal }, report.bytes);
  metrics.received.inc({ signal }, report.items);
  metrics.stored.inc(report.stored);
  metrics.repeated.inc(report.repeated);
  metrics.passedOver.inc(report.passedOver);
  for (const [reason, count] of Object.entries(report.rejected)) metrics.rejected.inc({ reason }, count);
}
