import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** What became of spans that were handed to an exporter. */
export interface ExportCounts {
  sent: number;
  failed: number;
  /** The last reason for a failure, for people. */
  problem: string | undefined;
}

/** Passes spans on to another exporter and keeps count of what became of them. */
export class CountingExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #counts: ExportCounts;

  constructor(inner: SpanExporter, counts: ExportCounts) {
    this.#inner = inner;
    this.#counts = counts;
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#inner.export(spans, (result) => {
      if (result.error) {
        this.#counts.failed += spans.length;
        this.#counts.problem = result.error.message;
      } else {
        this.#counts.sent += spans.length;
      }
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#inner.forceFlush?.();
  }
}
