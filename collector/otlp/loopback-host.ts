const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this machine. A page of a stranger whose name was made to point to 127.0.0.1 (DNS
 * rebinding) sends its own name.
 */
export function isLoopbackHost(header: string | undefined): boolean {
  return header !== undefined && LOOPBACK.test(header);
}
