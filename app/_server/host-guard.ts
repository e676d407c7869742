/** The addresses 127.0.0.0/8, with or without a port. */
const LOOPBACK_V4 = /^127(?:\.\d{1,3}){3}$/;

/**
 * Whether a `Host` header is a loopback name (collector.md section 6). A page of another site that
 * rebinds its own name to 127.0.0.1 reaches this server under that name, and is told apart by it.
 * An absent header is refused: HTTP/1.1 requires one.
 */
export function isLoopbackHost(header: string | null | undefined): boolean {
  if (header === null || header === undefined) return false;
  const name = hostName(header.trim().toLowerCase());
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || LOOPBACK_V4.test(name);
}

/** The name without its port; the brackets of IPv6 stay, one closing dot of a rooted name goes. */
function hostName(host: string): string {
  if (host.startsWith('[')) {
    const end = host.indexOf(']');
    return /^(?::\d+)?$/.test(host.slice(end + 1)) ? host.slice(0, end + 1) : '';
  }
  return /^([^:]*?)\.?(?::\d+)?$/.exec(host)?.[1] ?? '';
}

/**
 * Whether a request that is not a mere read may come from where it comes (collector.md section 6).
 * Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; programs send neither.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
