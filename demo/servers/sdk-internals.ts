import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/*
 * The SDK has no way to take over a session that another process initialised, nor to hold several standalone
 * streams. Servers that do either set these private fields, and so does the demo; here and nowhere else.
 */

/** Makes a fresh transport serve a session id that came from elsewhere. */
export function takeOver(transport: StreamableHTTPServerTransport, sessionId: string): void {
  Object.assign(innerOf(transport), { sessionId, _initialized: true });
}

/** Names the standalone stream that the next GET opens and that server-initiated messages go to. */
export function nameStandaloneStream(transport: StreamableHTTPServerTransport, streamId: string): void {
  Object.assign(innerOf(transport), { _standaloneSseStreamId: streamId });
}

function innerOf(transport: StreamableHTTPServerTransport): object {
  const inner: unknown = Reflect.get(transport, '_webStandardTransport');
  if (typeof inner !== 'object' || inner === null)
    throw new Error('this SDK keeps its transport elsewhere; the demo knows 1.23 to 1.32');
  return inner;
}
