import {
  type Context,
  type HrTime,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { type FactName, INSTRUMENTATION_SCOPE } from '@seamark/semconv';
import { type Facts, toAttributes } from './attributes.ts';
import type { Clock } from './clock.ts';
import { NoTracerWatch } from './no-tracer.ts';
import type { InstrumentMcpOptions } from './options.ts';
import { VERSION } from './version.ts';

/** Facts become spans here, and nowhere else but in segments and executions. */
export class Reporter {
  readonly clock: Clock;
  readonly #provider: TracerProvider | undefined;
  readonly #watch: NoTracerWatch;
  #tracer: Tracer | undefined;

  constructor(clock: Clock, options: Pick<InstrumentMcpOptions, 'tracerProvider' | 'warnWithoutTracer'>) {
    this.clock = clock;
    this.#provider = options.tracerProvider;
    this.#watch = new NoTracerWatch(
      () => this.#provider ?? trace.getTracerProvider(),
      options.warnWithoutTracer !== false,
    );
  }

  get tracer(): Tracer {
    this.#tracer ??= (this.#provider ?? trace).getTracer(INSTRUMENTATION_SCOPE, VERSION);
    return this.#tracer;
  }

  /** One fact as a span; an instant when it has no end. */
  fact(
    name: FactName,
    fact: {
      readonly at: HrTime;
      readonly end?: HrTime | undefined;
      readonly context?: Context | undefined;
      readonly facts: readonly Facts[];
    },
  ): void {
    const span = this.start(name, fact.at, fact.context ?? ROOT_CONTEXT);
    if (span.isRecording()) span.setAttributes(toAttributes(...fact.facts));
    span.end(fact.end ?? fact.at);
  }

  start(name: string, at: HrTime, context: Context): Span {
    const span = this.tracer.startSpan(name, { kind: SpanKind.INTERNAL, startTime: at }, context);
    this.#watch.saw(name, span, context);
    return span;
  }
}
