import type { Engine } from '../engine.ts';
import type { Exchange } from '../exchange.ts';
import {
  headerText,
  type NodeRequest,
  type NodeResponse,
  type ResponseSink,
  tapNodeResponse,
} from './node-response.ts';

/** Exchanges in flight by their response, with how to stop watching it. */
interface Observed {
  readonly exchange: Exchange;
  untap: () => void;
}

/** Begins exchanges for Node's requests, once for each response however many layers ask. */
export class NodeObserver {
  readonly #engine: Engine;
  readonly #observed = new WeakMap<NodeResponse, Observed>();
  readonly #open = new Set<Observed>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * The exchange of a response. Whoever is nearer to the writer asks later and takes over: a middleware between the
   * route and the transport may compress what passes.
   */
  observe(req: NodeRequest, res: NodeResponse, body?: unknown): Exchange {
    const known = this.#observed.get(res);
    if (known) {
      known.untap();
      known.untap = this.#tap(res, known);
      return known.exchange;
    }
    const exchange = this.#engine.recorder.begin({
      method: req.method ?? 'GET',
      header: (name) => headerText(req.headers[name]),
      body: () => body ?? req.body,
    });
    const observed: Observed = { exchange, untap: () => {} };
    observed.untap = this.#tap(res, observed);
    this.#observed.set(res, observed);
    this.#open.add(observed);
    return exchange;
  }

  /** Takes every tap off again. */
  stop(): void {
    for (const observed of this.#open) observed.untap();
    this.#open.clear();
  }

  #tap(res: NodeResponse, observed: Observed): () => void {
    return tapNodeResponse(res, { sink: this.#sink(observed), guard: this.#engine.guard });
  }

  #sink(observed: Observed): ResponseSink {
    const sink = guardedSink(this.#engine, observed.exchange);
    return {
      head: sink.head,
      body: sink.body,
      end: (ending) => {
        this.#open.delete(observed);
        sink.end(ending);
      },
    };
  }
}

export function guardedSink(engine: Engine, exchange: Exchange): ResponseSink {
  const { guard, recorder } = engine;
  return {
    head: (status, header) => guard.do('response head', () => recorder.head(exchange, status, header)),
    body: (chunk) => guard.do('response body', () => recorder.body(exchange, chunk)),
    end: (ending) => guard.do('response end', () => recorder.end(exchange, ending)),
  };
}
