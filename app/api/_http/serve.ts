import type { z } from 'zod';
import { isLoopbackHost, isSameOrigin } from '#app/_server/host-guard.ts';
import { type Services, services } from '#app/_server/services.ts';
import type { Endpoint } from '../_contract/endpoint.ts';
import { readJsonObject } from './body.ts';
import { databaseIsAway, errorData } from './failure.ts';
import { checkInput, fromBody, fromQuery, type RawInput } from './input.ts';
import { NO_STORE, Problem } from './problem.ts';

/** Next gives the parts of the path as a promise; paths without parts have none. */
interface RouteContext {
  readonly params: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}
type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** A call with what answers it. */
export interface Bound {
  readonly method: Method;
  readonly answer: RouteHandler;
}

/** An answer with a status of its own. */
export class StatusAnswer<T> {
  readonly status: number;
  readonly body: T;
  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

type Outcome<T> = T | Problem | StatusAnswer<T>;

/**
 * Binds a call to what answers it: guards, strict parsing and errors are the same for all, so that a
 * handler is the few lines between its input and the store.
 */
export function on<Path extends z.ZodRawShape, Input extends z.ZodRawShape, Answer extends z.ZodType>(
  endpoint: Endpoint<Path, Input, Answer>,
  handler: (
    input: z.output<z.ZodObject<Path & Input>>,
    services: Services,
  ) => Promise<Outcome<z.input<Answer>>>,
): Bound {
  const shape = { ...endpoint.pathParameters, ...endpoint.input };
  const answer: RouteHandler = async (request, context) => {
    const raw = await rawInput(endpoint, request, context);
    if (raw instanceof Problem) return raw.toResponse();
    const input = checkInput(shape, raw);
    if (input instanceof Problem) return input.toResponse();
    const outcome = await handler(input, services());
    if (outcome instanceof Problem) return outcome.toResponse();
    if (outcome instanceof StatusAnswer) return json(outcome.body, outcome.status);
    return json(outcome, 200);
  };
  return { method: endpoint.method, answer: guarded(endpoint.id, answer) };
}

/** The exports of a route file: its calls, and 405 for every other method. */
export function serve(...bound: readonly Bound[]): Record<Method, RouteHandler> {
  const allow = bound.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
  const refuse = guarded('method', async (request) => {
    const problem = new Problem('method_not_allowed', `${request.method} is not possible here.`, { allow });
    return problem.toResponse();
  });
  const of = (method: Method) => bound.find((one) => one.method === method)?.answer ?? refuse;
  return { GET: of('GET'), POST: of('POST'), PUT: of('PUT'), PATCH: of('PATCH'), DELETE: of('DELETE') };
}

/** Answers every method of a path alike, behind the same guards. */
export function serveAlways(problem: Problem): Record<Method, RouteHandler> {
  return serveBy('path', async () => problem);
}

/** As `serveAlways`, where the problem depends on the request. */
export function serveBy(
  call: string,
  problemOf: (request: Request, context: RouteContext) => Promise<Problem>,
): Record<Method, RouteHandler> {
  const handler = guarded(call, async (request, context) => (await problemOf(request, context)).toResponse());
  return { GET: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler };
}

function guarded(call: string, answer: RouteHandler): RouteHandler {
  return async (request, context) => {
    if (!isLoopbackHost(request.headers.get('host'))) {
      return new Problem('host_refused', 'The Host header is no loopback name.').toResponse();
    }
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameOrigin(request.headers)) {
      return new Problem('cross_origin', 'The request comes from another site.').toResponse();
    }
    try {
      return await answer(request, context);
    } catch (error) {
      return failed(call, error);
    }
  };
}

/** Bugs and an absent database end here: the caller learns which, the log what. */
async function failed(call: string, error: unknown): Promise<Response> {
  if (databaseIsAway(error)) {
    return new Problem('database_away', 'The database does not answer.', { 'retry-after': '2' }).toResponse();
  }
  const problem = new Problem('internal', 'The request could not be answered.');
  process.stderr.write(`${JSON.stringify({ level: 'error', code: 'SMK-210', call, ...errorData(error) })}\n`);
  return problem.toResponse();
}

async function rawInput(
  endpoint: Endpoint,
  request: Request,
  context: RouteContext,
): Promise<RawInput | Problem> {
  const query = new URL(request.url).searchParams;
  const path = await pathParts(endpoint, context);
  if (endpoint.method === 'GET') {
    const given = fromQuery(query, endpoint.input);
    return given instanceof Problem ? given : { ...given, ...path };
  }
  // A POST takes its members from the body alone: a query string would put them into logs.
  for (const key of query.keys()) {
    return new Problem('unknown_parameter', `${JSON.stringify(key.slice(0, 60))} belongs into the body.`);
  }
  const body = await readJsonObject(request);
  return body instanceof Problem ? body : { ...fromBody(body, endpoint.input), ...path };
}

async function pathParts(endpoint: Endpoint, context: RouteContext): Promise<RawInput> {
  const names = Object.keys(endpoint.pathParameters);
  if (names.length === 0) return {};
  const params = await context.params;
  return Object.fromEntries(names.map((name) => [name, decoded(params[name])]));
}

/** Next leaves parts of a path percent-encoded in route handlers of some versions; ours hold no "%". */
function decoded(part: string | string[] | undefined): string | undefined {
  if (typeof part !== 'string') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function json(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: NO_STORE });
}
