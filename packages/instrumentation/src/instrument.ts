import { createEngine } from './engine.ts';
import { startHeartbeat } from './heartbeat.ts';
import { NodeObserver } from './http/observe.ts';
import type { InstrumentMcpOptions } from './options.ts';
import {
  createMiddleware,
  type Middleware,
  type NodeHandler,
  wrapFetchHandler,
  wrapNodeHandler,
} from './route.ts';
import { Sdk1 } from './sdk-1/patch.ts';
import type { TransportClass } from './sdk-1/shape.ts';
import { Stores } from './sdk-1/stores.ts';

/** What `instrumentMcp` answers: the ways to watch the route around the transports, and the way back. */
export interface Seamark {
  /** Middleware for Express and Connect. Mount it on the path of the MCP endpoint, before its handlers. */
  express(): Middleware;
  /** Wraps a handler of Node's `http`. */
  route<Result>(handler: NodeHandler<Result>): NodeHandler<Result>;
  /** Wraps a web-standard handler. */
  fetch<Rest extends unknown[]>(
    handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Promise<Response>;
  /** Hands everything that is held to the tracer provider. Call it before the provider is shut down. */
  flush(): void;
  /** Flushes, stops, and restores exactly what was patched. */
  uninstrument(): void;
}

/**
 * Watches MCP servers built on `@modelcontextprotocol/sdk` 1.x.
 *
 * @param transports The transport class, or classes, that the server makes its transports from:
 *   `StreamableHTTPServerTransport`, `WebStandardStreamableHTTPServerTransport`, or own subclasses of them.
 */
export function instrumentMcp(
  transports: TransportClass | readonly TransportClass[],
  options: InstrumentMcpOptions = {},
): Seamark {
  const stores = new Stores();
  const engine = createEngine(options, stores.knowledge());
  const observer = new NodeObserver(engine);
  const sdk = new Sdk1({ engine, observer, stores });
  let active = true;
  const isActive = (): boolean => active;
  for (const transport of 'prototype' in transports ? [transports] : transports) {
    engine.guard.do('patch', () => sdk.patch(transport));
  }
  const stopHeartbeat = startHeartbeat(engine.reporter, engine.guard, options.heartbeatMs);
  const flush = (): void =>
    engine.guard.do('flush', () => {
      engine.emissions.flush();
      engine.segments.flush();
    });
  return {
    express: () => createMiddleware(engine, observer, isActive),
    route: (handler) => wrapNodeHandler(handler, { engine, observer, isActive }),
    fetch: (handler) => wrapFetchHandler(handler, { engine, isActive }),
    flush,
    uninstrument: () => {
      if (!active) return;
      active = false;
      stopHeartbeat();
      engine.guard.do('uninstrument', () => {
        sdk.restore();
        observer.stop();
        // Off, it costs its host nothing any more: on Node 20 every promise pays for a store that is in use.
        engine.current.disable();
      });
      flush();
    },
  };
}
