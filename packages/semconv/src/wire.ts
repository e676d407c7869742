/**
 * Names on the wire between an MCP client and server (page "Telemetry", section 5). The first group is the protocol's;
 * the protocol defines no resync event, marker, stream echo or token header, so the second is Seamark's default for them.
 */
export const HEADER_SESSION_ID = 'mcp-session-id';
export const HEADER_PROTOCOL_VERSION = 'mcp-protocol-version';
export const HEADER_LAST_EVENT_ID = 'last-event-id';

/** Response: `true` says that the stream goes on, `false` that it is a new one. */
export const HEADER_STREAM_RESUMED = 'mcp-stream-resumed';
/** Response: the stream that is served. */
export const HEADER_STREAM_ID = 'mcp-stream-id';
/** Request: names the stream to resume, where a server uses tokens beside event ids. */
export const HEADER_RESUMPTION_TOKEN = 'mcp-resumption-token';

/** SSE event name of a declared gap. It has no `id`, which would move the client's cursor. */
export const EVENT_RESYNC = 'resync';
/** Its data is a notification of this method. Parameters: `earliest`, `requested`, `unrecoverable`. */
export const METHOD_RESYNC = 'notifications/resync';

/** What an event id of the form `incarnation.stream.ordinal` names. */
export interface EventIdParts {
  readonly incarnation: string;
  readonly streamId: string;
  readonly ordinal: number;
}

/** Writes an event id of the default form. Neither part may contain a dot or white space. */
export function formatEventId(parts: EventIdParts): string {
  return `${parts.incarnation}.${parts.streamId}.${parts.ordinal}`;
}

const EVENT_ID = /^([^.\s]{1,128})\.([^.\s]{1,128})\.(0|[1-9]\d{0,14})$/;

/** Reads an event id of the default form; anything else is `undefined`, never guessed. */
export function parseEventId(id: string): EventIdParts | undefined {
  const match = EVENT_ID.exec(id);
  if (!match) return undefined;
  const [, incarnation = '', streamId = '', ordinal = ''] = match;
  return { incarnation, streamId, ordinal: Number(ordinal) };
}
