import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from './engine.ts';
import type { NodeRequest, NodeResponse } from './http/node-response.ts';
import { guardedSink, type NodeObserver } from './http/observe.ts';
import { tapWebResponse } from './http/web-response.ts';
import { viewWebRequest } from './sdk-1/patch.ts';

/** Express or Connect middleware. */
export type Middleware = (req: NodeRequest, res: NodeResponse, next: (error?: unknown) => void) => void;

/** Sees what the application answers itself, such as the 404 for a session that it does not know. */
export function createMiddleware(
  engine: Engine,
  observer: NodeObserver,
  isActive: () => boolean,
): Middleware {
  return (req, res, next) => {
    if (isActive()) engine.guard.do('route', () => observer.observe(req, res));
    next();
  };
}

/** A handler of Node's own `http`. */
export type NodeHandler<Result> = (req: IncomingMessage, res: ServerResponse) => Result;

/** The same around a handler of Node's own `http`. */
export function wrapNodeHandler<Result>(
  handler: NodeHandler<Result>,
  watch: { readonly engine: Engine; readonly observer: NodeObserver; readonly isActive: () => boolean },
): NodeHandler<Result> {
  return (req, res) => {
    if (watch.isActive()) watch.engine.guard.do('route', () => watch.observer.observe(req, res));
    return handler(req, res);
  };
}

/** The same around a web-standard handler, for Hono and its like. */
export function wrapFetchHandler<Rest extends unknown[]>(
  handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  watch: { readonly engine: Engine; readonly isActive: () => boolean },
): (request: Request, ...rest: Rest) => Promise<Response> {
  const { engine, isActive } = watch;
  return async (request, ...rest) => {
    const exchange = isActive()
      ? engine.guard.run('route', () => engine.recorder.begin(viewWebRequest(request, undefined)), undefined)
      : undefined;
    if (!exchange) return handler(request, ...rest);
    const current = { exchange, transport: undefined };
    const response = await engine.current.run(current, () => handler(request, ...rest));
    return engine.guard.run(
      'response',
      () => tapWebResponse(response, guardedSink(engine, exchange)),
      response,
    );
  };
}
