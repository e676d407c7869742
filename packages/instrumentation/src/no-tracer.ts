import {
  type Context,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type TracerProvider,
} from '@opentelemetry/api';
import { FACT_HEARTBEAT, INSTRUMENTATION_SCOPE } from '@seamark/semconv';

const CODE = 'SEAMARK_NO_TRACER';
const MESSAGE =
  '@seamark/instrumentation-mcp: no OpenTelemetry tracer provider is registered, so what it sees of MCP sessions goes ' +
  'nowhere. Register one before the first request (new NodeTracerProvider({ spanProcessors: [...] }).register()), or ' +
  'give it as the option tracerProvider. If that is meant, set the option warnWithoutTracer to false.';

/** A process that has been told need not be told for its next server. */
let warned = false;

/**
 * Looks at the first spans of sessions and requests: without a provider OpenTelemetry's API makes spans that go nowhere
 * and says nothing, which looks exactly like a server without traffic.
 */
export class NoTracerWatch {
  readonly #provider: () => TracerProvider;
  #done: boolean;

  /** @param wanted false where spans that go nowhere are meant */
  constructor(provider: () => TracerProvider, wanted: boolean) {
    this.#provider = provider;
    this.#done = !wanted;
  }

  /** Warns once a process by the process itself, since `diag` is silent unless asked, and by `diag`. Never throws. */
  saw(name: string, span: Span, context: Context): void {
    // The first heartbeat may come before a provider that is registered while the server starts.
    if (this.#done || name === FACT_HEARTBEAT) return;
    try {
      this.#done = warned || span.isRecording() || isDisabled();
      if (this.#done || !this.#goesNowhere(span, context)) return;
      this.#done = true;
      warned = true;
      process.emitWarning(MESSAGE, { code: CODE });
      diag.warn(MESSAGE);
    } catch {
      this.#done = true;
    }
  }

  /**
   * A span that is merely not sampled has a valid context. So has one that goes nowhere below an incoming parent, and
   * one may be suppressed by the context that it was started in: then only the provider tells.
   */
  #goesNowhere(span: Span, context: Context): boolean {
    const provider = this.#provider();
    if (isProxy(provider)) return provider.getDelegateTracer(INSTRUMENTATION_SCOPE) === undefined;
    return context === ROOT_CONTEXT && !isSpanContextValid(span.spanContext());
  }
}

/** What the API hands out as the global provider. Not `instanceof`: hosts may have two copies of the API. */
interface ProviderProxy extends TracerProvider {
  getDelegateTracer(name: string): unknown;
}

function isProxy(provider: TracerProvider): provider is ProviderProxy {
  return 'getDelegateTracer' in provider && typeof provider.getDelegateTracer === 'function';
}

/** The SDK's own switch (OpenTelemetry specification, "General SDK Configuration"): then silence is meant. */
function isDisabled(): boolean {
  return process.env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
}
