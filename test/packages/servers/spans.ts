import type { Attributes, HrTime } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { FACT_RESUMPTION, FACT_STREAM_EMIT, SPAN_STREAM_SEGMENT } from '@seamark/semconv';

/** One fact as reported: a span, or an emission out of a segment with the attributes that it inherits. */
export interface Reported {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  readonly attributes: Attributes;
}

/** A tracer provider of one service instance that keeps its spans. */
export class SpanCollection {
  readonly provider: NodeTracerProvider;
  readonly #exporter = new InMemorySpanExporter();

  constructor(instance = 'node-1') {
    this.provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'orders-mcp', 'service.instance.id': instance }),
      spanProcessors: [new SimpleSpanProcessor(this.#exporter)],
    });
  }

  get spans(): readonly ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  /** Everything reported, in order of time. */
  get facts(): readonly Reported[] {
    const facts = this.spans.flatMap((span) =>
      span.name === SPAN_STREAM_SEGMENT
        ? span.events.map((event) => ({
            name: event.name,
            at: micros(event.time),
            end: micros(event.time),
            attributes: { ...span.attributes, ...event.attributes },
          }))
        : [
            {
              name: span.name,
              at: micros(span.startTime),
              end: micros(span.endTime),
              attributes: span.attributes,
            },
          ],
    );
    return facts.sort((a, b) => a.at - b.at);
  }

  named(name: string): readonly Reported[] {
    return this.facts.filter((fact) => fact.name === name);
  }

  get attempts(): readonly Attributes[] {
    return this.named(FACT_RESUMPTION).map((fact) => fact.attributes);
  }

  get emissions(): readonly Attributes[] {
    return this.named(FACT_STREAM_EMIT).map((fact) => fact.attributes);
  }
}

/** Microseconds, which is as fine as the instrumentation's clock. */
function micros([seconds, nanos]: HrTime): number {
  return seconds * 1_000_000 + nanos / 1_000;
}

/** Waits until something holds; fails with what was found when it does not. */
export async function until<T>(look: () => T | undefined | false, ms = 5_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
