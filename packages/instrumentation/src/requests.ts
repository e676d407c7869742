import type { HrTime } from '@opentelemetry/api';
import {
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_METHOD_NAME,
  ATTR_SEAMARK_REQUEST_OUTCOME,
  FACT_REQUEST,
  type RequestOutcome,
} from '@seamark/semconv';
import type { Emissions } from './emissions.ts';
import type { Ending, Exchange } from './exchange.ts';
import { isObject, type MessageView, viewMessage } from './json-rpc.ts';
import type { Reporter } from './reporter.ts';
import type { SessionLife } from './sessions.ts';
import { isResponse } from './wire.ts';

const MAX_BATCH = 100;

/** What became of requests where no stream and no store tells it: refused, cancelled, or answered into the void. */
export class Requests {
  readonly #reporter: Reporter;
  readonly #emissions: Emissions;

  constructor(reporter: Reporter, emissions: Emissions) {
    this.#reporter = reporter;
    this.#emissions = emissions;
  }

  exchangeEnded(exchange: Exchange, ending: Ending): void {
    if (exchange.head?.kind === 'json' && ending === 'finished') this.#answeredAsJson(exchange);
    for (const [, view] of exchange.unwritten) this.lost(exchange, view);
    exchange.unwritten.clear();
    if (exchange.request.method === 'POST' && exchange.head && exchange.head.status >= 400)
      this.#refused(exchange);
  }

  /** A client gave a request up and said so. */
  cancelled(life: SessionLife, requestId: string, method: string | undefined): void {
    this.#report(life.facts(), { at: this.#reporter.clock.now(), requestId, method, outcome: 'cancelled' });
  }

  /** An answer was produced, and there is neither a connection to write it to nor a store to keep it. */
  lost(exchange: Exchange, view: MessageView): void {
    const at = this.#reporter.clock.now();
    this.#emissions.report({ ...this.#emission(exchange, view, at), connectionId: undefined });
    if (view.requestId === undefined) return;
    this.#report(exchange.facts(), { at, requestId: view.requestId, method: undefined, outcome: 'lost' });
  }

  /** In JSON mode the whole answer is the delivery. */
  #answeredAsJson(exchange: Exchange): void {
    if (!exchange.head || exchange.head.status >= 300) return;
    for (const [, view] of exchange.unwritten) {
      this.#emissions.report(this.#emission(exchange, view, exchange.endedAt ?? exchange.startedAt));
    }
    exchange.unwritten.clear();
  }

  #emission(exchange: Exchange, view: MessageView, at: HrTime): Parameters<Emissions['report']>[0] {
    return {
      life: exchange.life,
      identity: exchange.facts(),
      streamId: exchange.stream?.id,
      stream: exchange.stream,
      incarnation: exchange.life?.incarnation,
      at,
      eventId: undefined,
      ordinal: undefined,
      kind: view.kind,
      view,
      digest: undefined,
      connectionId: exchange.connectionId,
      replayed: false,
    };
  }

  /** A POST was refused as a whole, by the transport or by the application. */
  #refused(exchange: Exchange): void {
    const body = exchange.request.body();
    const messages = Array.isArray(body) ? body.slice(0, MAX_BATCH) : [body];
    for (const message of messages) {
      const view = isObject(message) ? viewMessage(message) : undefined;
      if (view?.kind !== 'request' || isResponse(view)) continue;
      this.#report(exchange.facts(), {
        at: exchange.head?.at ?? exchange.startedAt,
        requestId: view.requestId,
        method: view.method,
        outcome: 'error',
        status: exchange.head?.status,
      });
    }
  }

  #report(
    session: ReturnType<Exchange['facts']>,
    request: {
      readonly at: HrTime;
      readonly requestId: string | undefined;
      readonly method: string | undefined;
      readonly outcome: RequestOutcome;
      readonly status?: number | undefined;
    },
  ): void {
    this.#reporter.fact(FACT_REQUEST, {
      at: request.at,
      facts: [
        session,
        {
          [ATTR_JSONRPC_REQUEST_ID]: request.requestId,
          [ATTR_MCP_METHOD_NAME]: request.method,
          [ATTR_SEAMARK_REQUEST_OUTCOME]: request.outcome,
          [ATTR_HTTP_RESPONSE_STATUS_CODE]: request.status,
        },
      ],
    });
  }
}
