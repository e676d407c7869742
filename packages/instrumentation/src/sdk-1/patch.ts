import type { Engine } from '../engine.ts';
import type { Exchange } from '../exchange.ts';
import type { NodeRequest, NodeResponse } from '../http/node-response.ts';
import { guardedSink, type NodeObserver } from '../http/observe.ts';
import { tapWebResponse } from '../http/web-response.ts';
import { type AnyMethod, type Core, coreOf, type TransportClass } from './shape.ts';
import type { Stores } from './stores.ts';
import { WatchedTransport } from './transport.ts';

/** The 1.x line of the SDK: patches `handleRequest` of the given classes, and watches each transport from its first request. */
export class Sdk1 {
  readonly #observer: NodeObserver;
  readonly #engine: Engine;
  /** As long as the transport itself lives: a server that makes one for each request may never close them. */
  readonly #watched = new WeakMap<object, WatchedTransport>();
  readonly #alive = new Set<WeakRef<WatchedTransport>>();
  readonly #forget = new FinalizationRegistry<WeakRef<WatchedTransport>>((ref) => {
    this.#alive.delete(ref);
  });
  readonly #stores: Stores;
  readonly #restores: (() => void)[] = [];
  #active = true;

  constructor(parts: {
    readonly engine: Engine;
    readonly observer: NodeObserver;
    readonly stores: Stores;
  }) {
    this.#engine = parts.engine;
    this.#observer = parts.observer;
    this.#stores = parts.stores;
  }

  patch(transport: TransportClass): void {
    const { prototype } = transport;
    const before = Object.getOwnPropertyDescriptor(prototype, 'handleRequest');
    const original: unknown = prototype.handleRequest;
    if (!isMethod(original)) return;
    const handle = (self: unknown, args: unknown[]): unknown => this.#handle(self, original, args);
    const patched = function (this: unknown, ...args: unknown[]): unknown {
      return handle(this, args);
    };
    Object.defineProperty(prototype, 'handleRequest', { value: patched, configurable: true, writable: true });
    this.#restores.push(() => {
      if (Object.getOwnPropertyDescriptor(prototype, 'handleRequest')?.value !== patched) return;
      if (before) Object.defineProperty(prototype, 'handleRequest', before);
      else Reflect.deleteProperty(prototype, 'handleRequest');
    });
  }

  restore(): void {
    this.#active = false;
    for (const restore of this.#restores.splice(0)) restore();
    for (const ref of this.#alive) ref.deref()?.restore();
    this.#alive.clear();
  }

  #handle(self: unknown, original: AnyMethod, args: unknown[]): unknown {
    const proceed = (): unknown => Reflect.apply(original, self, args);
    if (!this.#active) return proceed();
    const taken = this.#engine.guard.run('request', () => this.#take(self, args), undefined);
    if (!taken) return proceed();
    const { exchange, watched, isWeb, ownsResponse } = taken;
    const current = { exchange, transport: watched.core };
    const result = this.#engine.current.run(current, proceed);
    if (!(result instanceof Promise)) return result;
    return result.then((response: unknown) => {
      this.#engine.guard.do('handled', () => watched.handled(exchange));
      if (!isWeb || !ownsResponse || !(response instanceof Response)) return response;
      return this.#engine.guard.run(
        'response',
        () => tapWebResponse(response, guardedSink(this.#engine, exchange)),
        response,
      );
    });
  }

  /** The exchange of this call, unless an outer call of the same transport has already taken it. */
  #take(self: unknown, args: readonly unknown[]): Taken | undefined {
    const core = coreOf(self);
    if (!core) return undefined;
    const current = this.#engine.current.getStore();
    if (current?.transport === core) return undefined;
    const watched = this.#watch(core);
    const [first, second, third] = args;
    if (isNodeResponse(second) && isNodeRequest(first)) {
      const exchange = this.#observer.observe(first, second, third);
      watched.take(exchange);
      return { exchange, watched, isWeb: false, ownsResponse: false };
    }
    if (!(first instanceof Request) && !isWebRequest(first)) return undefined;
    const options = second;
    const exchange = current?.exchange ?? this.#engine.recorder.begin(viewWebRequest(first, options));
    watched.take(exchange);
    return { exchange, watched, isWeb: true, ownsResponse: current === undefined };
  }

  #watch(core: Core): WatchedTransport {
    const known = this.#watched.get(core);
    if (known) return known;
    const watched = new WatchedTransport(core, { engine: this.#engine, stores: this.#stores });
    const ref = new WeakRef(watched);
    this.#alive.add(ref);
    this.#forget.register(watched, ref);
    this.#watched.set(core, watched);
    return watched;
  }
}

interface Taken {
  readonly exchange: Exchange;
  readonly watched: WatchedTransport;
  readonly isWeb: boolean;
  /** No route wraps the answer, so it is wrapped here. */
  readonly ownsResponse: boolean;
}

interface WebRequest {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
}

/** A web-standard request as it is told of; its body only where it was parsed before. */
export function viewWebRequest(
  request: WebRequest,
  options: unknown,
): Parameters<Engine['recorder']['begin']>[0] {
  return {
    method: request.method,
    header: (name) => request.headers.get(name) ?? undefined,
    body: () =>
      typeof options === 'object' && options !== null && 'parsedBody' in options
        ? options.parsedBody
        : undefined,
  };
}

function isMethod(value: unknown): value is AnyMethod {
  return typeof value === 'function';
}

function isNodeRequest(value: unknown): value is NodeRequest {
  return (
    typeof value === 'object' && value !== null && 'headers' in value && typeof value.headers === 'object'
  );
}

function isNodeResponse(value: unknown): value is NodeResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    'writeHead' in value &&
    typeof value.writeHead === 'function'
  );
}

function isWebRequest(value: unknown): value is WebRequest {
  return isNodeRequest(value) && 'get' in value.headers && typeof value.headers.get === 'function';
}
