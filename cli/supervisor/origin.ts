/** `http://host:port`, with the brackets that an IPv6 address needs. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
