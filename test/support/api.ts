import { closeServices } from '#app/_server/services.ts';

type Handler = (
  request: Request,
  context: { readonly params: Promise<Readonly<Record<string, string | string[] | undefined>>> },
) => Promise<Response>;
type Routes = Readonly<Record<string, () => Promise<Readonly<Partial<Record<string, Handler>>>>>>;

/** The route files, as Next finds them by their folders. */
const ROUTES: Routes = {
  '/api/v1/sessions': () => import('#app/api/v1/sessions/route.ts'),
  '/api/v1/sessions/search': () => import('#app/api/v1/sessions/search/route.ts'),
  '/api/v1/sessions/facets': () => import('#app/api/v1/sessions/facets/route.ts'),
  '/api/v1/sessions/{id}': () => import('#app/api/v1/sessions/[id]/route.ts'),
  '/api/v1/sessions/{id}/facts': () => import('#app/api/v1/sessions/[id]/facts/route.ts'),
  '/api/v1/rates': () => import('#app/api/v1/rates/route.ts'),
  '/api/v1/findings': () => import('#app/api/v1/findings/route.ts'),
  '/api/v1/summary': () => import('#app/api/v1/summary/route.ts'),
  '/api/v1/setup': () => import('#app/api/v1/setup/route.ts'),
  '/api/v1/health': () => import('#app/api/v1/health/route.ts'),
  '/api/v1/openapi.json': () => import('#app/api/v1/openapi.json/route.ts'),
};

export const ROUTE_PATHS: readonly string[] = Object.keys(ROUTES);

/** One answer of the API. */
export interface Answered<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  /** The call as the OpenAPI document names it. */
  readonly call: { readonly path: string; readonly method: string };
}

export interface ApiRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when it is text. */
  readonly body?: unknown;
}

/** Calls the real handlers in this process, with real requests: what Next would route to them. */
export async function callApi<T = unknown>(address: string, given: ApiRequest = {}): Promise<Answered<T>> {
  const url = new URL(address, 'http://127.0.0.1:4300');
  const { path, params } = match(url.pathname);
  const method = given.method ?? (given.body === undefined ? 'GET' : 'POST');
  const handler = (await ROUTES[path]?.())?.[method];
  if (!handler) throw new Error(`no handler for ${method} ${path}`);
  const headers = { host: '127.0.0.1:4300', 'content-type': 'application/json', ...given.headers };
  const body = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
  const request = new Request(url, { method, headers, ...(given.body === undefined ? {} : { body }) });
  const response = await handler(request, { params: Promise.resolve(params) });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as T,
    call: { path, method },
  };
}

function match(pathname: string): { readonly path: string; readonly params: Record<string, string> } {
  if (ROUTES[pathname]) return { path: pathname, params: {} };
  const [, id, rest = ''] = /^\/api\/v1\/sessions\/([^/]+)(\/facts)?$/.exec(pathname) ?? [];
  return { path: `/api/v1/sessions/{id}${rest}`, params: { id: id ?? '' } };
}

/** Points the web's composition root at a database; the returned function puts things back. */
export function pointWebAt(settings: { readonly databaseUrl: string; readonly secretKey: string }) {
  const before = { ...process.env };
  process.env.DATABASE_URL = settings.databaseUrl;
  process.env.SEAMARK_SECRET_KEY = settings.secretKey;
  return async () => {
    await closeServices();
    process.env = before;
  };
}
