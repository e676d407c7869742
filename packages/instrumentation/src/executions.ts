import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_METHOD_NAME,
  ATTR_RPC_RESPONSE_STATUS_CODE,
  ATTR_SEAMARK_TOOL_ARGUMENTS_DIGEST,
  ATTR_SEAMARK_TOOL_DEDUPLICATED,
  ATTR_SEAMARK_TOOL_IDEMPOTENCY_KEY_DIGEST,
  METHOD_TOOLS_CALL,
} from '@seamark/semconv';
import { toAttributes } from './attributes.ts';
import type { Digests } from './digest.ts';
import type { Guard } from './guard.ts';
import { asText, isObject, type JsonObject, requestIdText } from './json-rpc.ts';
import type { InstrumentMcpOptions, ToolCallView } from './options.ts';
import type { Reporter } from './reporter.ts';
import type { SessionLife } from './sessions.ts';
import { hintFacts, type ToolHintTable } from './tool-hints.ts';

interface Running {
  readonly span: Span;
  readonly call: ToolCallView;
}

export interface ExecutionParts {
  readonly reporter: Reporter;
  readonly guard: Guard;
  readonly digests: Digests;
  readonly hints: ToolHintTable;
  readonly options: InstrumentMcpOptions;
}

const MAX_RUNNING = 10_000;

/** Tool executions of one transport: a span each, from the request's arrival to its answer. */
export class Executions {
  readonly #parts: ExecutionParts;
  /** By request id. One id may run twice at once: that is what the spans are to show. */
  readonly #running = new Map<string, Running[]>();

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
  }

  /** Begins the span of a `tools/call`; answers the context in which its handler is to run. */
  begin(life: SessionLife, message: JsonObject): Context | undefined {
    const requestId = requestIdText(message.id);
    if (message.method !== METHOD_TOOLS_CALL || requestId === undefined) return undefined;
    if (this.#running.size >= MAX_RUNNING) this.endAll('forgotten');
    const call = viewCall(life, requestId, message.params);
    const ambient = context.active();
    const parent = incomingContext(ambient, call.meta);
    const ambientSpan = trace.getSpanContext(ambient);
    const { reporter } = this.#parts;
    const span = reporter.tracer.startSpan(
      call.tool === undefined ? METHOD_TOOLS_CALL : `${METHOD_TOOLS_CALL} ${call.tool.slice(0, 128)}`,
      {
        kind: SpanKind.SERVER,
        startTime: reporter.clock.now(),
        attributes: this.#attributes(life, call),
        ...(parent !== ambient && ambientSpan ? { links: [{ context: ambientSpan }] } : {}),
      },
      parent,
    );
    const running = this.#running.get(requestId);
    if (running) running.push({ span, call });
    else this.#running.set(requestId, [{ span, call }]);
    return trace.setSpan(ambient, span);
  }

  /** The answer to a request of any method is on its way. */
  answered(message: JsonObject): void {
    const { hints, options, guard } = this.#parts;
    const result = message.result;
    hints.learn(result);
    const running = this.#take(requestIdText(message.id));
    if (!running) return;
    const { deduplicated } = options;
    if (deduplicated && guard.run('deduplicated', () => deduplicated(result, running.call), false)) {
      running.span.setAttribute(ATTR_SEAMARK_TOOL_DEDUPLICATED, 'true');
    }
    const error = message.error;
    if (isObject(error)) {
      const code = String(error.code);
      running.span.setAttributes(toAttributes({ [ATTR_RPC_RESPONSE_STATUS_CODE]: code }));
      this.#end(running, code);
    } else {
      this.#end(running, isObject(result) && result.isError === true ? 'tool_error' : undefined);
    }
  }

  /** The client gave the request up: the handler may run on, but its answer goes nowhere. Answers the method. */
  cancelled(requestId: string): string | undefined {
    const running = this.#take(requestId);
    if (!running) return undefined;
    this.#end(running, 'cancelled');
    return METHOD_TOOLS_CALL;
  }

  /** Nothing of this transport can be answered any more. */
  endAll(error: string): void {
    for (const running of [...this.#running.values()].flat()) this.#end(running, error);
    this.#running.clear();
  }

  #take(requestId: string | undefined): Running | undefined {
    if (requestId === undefined) return undefined;
    const running = this.#running.get(requestId);
    const first = running?.shift();
    if (running?.length === 0) this.#running.delete(requestId);
    return first;
  }

  #end(running: Running, error: string | undefined): void {
    if (error !== undefined) {
      running.span.setAttributes(toAttributes({ [ATTR_ERROR_TYPE]: error }));
      running.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    running.span.end(this.#parts.reporter.clock.now());
  }

  #attributes(life: SessionLife, call: ToolCallView): ReturnType<typeof toAttributes> {
    const { digests, guard, options, hints } = this.#parts;
    const { tool } = call;
    const key = guard.run(
      'idempotencyKey',
      () => (options.idempotencyKey ?? idempotencyKeyOf)(call),
      undefined,
    );
    const own = tool === undefined ? undefined : guard.run('hints', () => options.hints?.(tool), undefined);
    return toAttributes(life.facts(), hintFacts(own ?? (tool === undefined ? undefined : hints.get(tool))), {
      [ATTR_MCP_METHOD_NAME]: METHOD_TOOLS_CALL,
      [ATTR_JSONRPC_REQUEST_ID]: call.requestId,
      [ATTR_GEN_AI_TOOL_NAME]: tool,
      [ATTR_GEN_AI_OPERATION_NAME]: 'execute_tool',
      [ATTR_SEAMARK_TOOL_ARGUMENTS_DIGEST]: guard.run(
        'arguments',
        () => digests.json(call.arguments ?? {}),
        undefined,
      ),
      [ATTR_SEAMARK_TOOL_IDEMPOTENCY_KEY_DIGEST]: key === undefined ? undefined : digests.text(key),
    });
  }
}

function viewCall(life: SessionLife, requestId: string, params: unknown): ToolCallView {
  const given: JsonObject = isObject(params) ? params : {};
  return {
    sessionId: life.id,
    requestId,
    tool: asText(given.name),
    arguments: given.arguments,
    meta: isObject(given._meta) ? given._meta : {},
  };
}

function idempotencyKeyOf(call: ToolCallView): string | undefined {
  return asText(call.meta.idempotencyKey) ?? asText(call.meta['idempotency-key']);
}

/** MCP carries a trace parent in `params._meta`; it outranks the span of the HTTP request, which is linked then. */
function incomingContext(ambient: Context, meta: JsonObject): Context {
  if (typeof meta.traceparent !== 'string') return ambient;
  const extracted = propagation.extract(ambient, meta, {
    get: (carrier, key) => asText(carrier[key]),
    keys: (carrier) => Object.keys(carrier),
  });
  return trace.getSpanContext(extracted) ? extracted : ambient;
}
