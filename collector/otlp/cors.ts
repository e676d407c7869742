import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

const PREFLIGHT_SECONDS = '7200';
const DEFAULT_HEADERS = 'content-type, content-encoding';

/** What the browser's rules make of a request: `none` comes from no page. */
export type CorsAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'allowed'; readonly headers: OutgoingHttpHeaders };

/** Pages may send only from the configured origins (WHATWG Fetch, "CORS protocol"); `*` stands for all. */
export function corsAnswer(request: IncomingMessage, origins: readonly string[]): CorsAnswer {
  const { origin } = request.headers;
  if (origin === undefined) return { kind: 'none' };
  if (!origins.includes(origin) && !origins.includes('*')) return { kind: 'refused' };
  return { kind: 'allowed', headers: { 'access-control-allow-origin': origin, vary: 'Origin' } };
}

/** What a page may send after asking first. */
export function preflightHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  return {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? DEFAULT_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
}
