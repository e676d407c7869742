import { type NextRequest, NextResponse } from 'next/server';
import { isLoopbackHost } from '#app/_server/host-guard.ts';

/**
 * Every page gets a policy of its own with a fresh nonce: scripts run only with it, nothing is loaded from
 * elsewhere. Style *attributes* are allowed, since charts position their parts with them; style elements
 * are not, and no attribute can run code or fetch anything that the other directives do not allow.
 */
function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Runs before every page (not before files and the API, which carry no markup). */
export function proxy(request: NextRequest): NextResponse {
  if (!isLoopbackHost(request.headers.get('host'))) return refusedHost();
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** A name of somebody else that was pointed here (DNS rebinding); the API answers the same as JSON. */
function refusedHost(): NextResponse {
  const text = 'SMK-207: open Seamark by a loopback name such as http://127.0.0.1 or http://localhost.\n';
  return new NextResponse(text, { status: 403, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

export const config = {
  matcher: ['/((?!api/|_next/static|_next/image|packages/|healthz|readyz|icon.svg).*)'],
};
