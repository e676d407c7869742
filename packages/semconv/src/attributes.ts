/**
 * Attribute keys, in the order of page "Telemetry", sections 1 and 2. Integers are marked `int`, milliseconds `ms`;
 * everything else is text, also what looks like a boolean (`true`, `false`), since a set of values may grow.
 */

// Common, from OpenTelemetry's MCP, GenAI, RPC and HTTP conventions.
export const ATTR_MCP_SESSION_ID = 'mcp.session.id';
export const ATTR_MCP_METHOD_NAME = 'mcp.method.name';
export const ATTR_MCP_PROTOCOL_VERSION = 'mcp.protocol.version';
export const ATTR_MCP_CLIENT_NAME = 'mcp.client.name';
export const ATTR_MCP_CLIENT_VERSION = 'mcp.client.version';
/** A JSON-RPC id as text: the number 7 is `7`, the string "7" is `"7"`, with its quotes. */
export const ATTR_JSONRPC_REQUEST_ID = 'jsonrpc.request.id';
export const ATTR_GEN_AI_TOOL_NAME = 'gen_ai.tool.name';
export const ATTR_GEN_AI_OPERATION_NAME = 'gen_ai.operation.name';
export const ATTR_ERROR_TYPE = 'error.type';
export const ATTR_RPC_RESPONSE_STATUS_CODE = 'rpc.response.status_code';
export const ATTR_NETWORK_TRANSPORT = 'network.transport';
export const ATTR_HTTP_REQUEST_METHOD = 'http.request.method';
/** int */
export const ATTR_HTTP_RESPONSE_STATUS_CODE = 'http.response.status_code';
export const ATTR_HTTP_ROUTE = 'http.route';
/** Lists of text: the headers as HTTP instrumentations record them. */
export const ATTR_HTTP_REQUEST_HEADER_LAST_EVENT_ID = 'http.request.header.last-event-id';
export const ATTR_HTTP_REQUEST_HEADER_MCP_SESSION_ID = 'http.request.header.mcp-session-id';
export const ATTR_HTTP_REQUEST_HEADER_MCP_PROTOCOL_VERSION = 'http.request.header.mcp-protocol-version';

// Resource.
export const ATTR_SERVICE_NAME = 'service.name';
export const ATTR_SERVICE_INSTANCE_ID = 'service.instance.id';
export const ATTR_SERVICE_VERSION = 'service.version';
export const ATTR_DEPLOYMENT_ENVIRONMENT_NAME = 'deployment.environment.name';

// Who and which life.
export const ATTR_SEAMARK_OBSERVER = 'seamark.observer';
export const ATTR_SEAMARK_CLIENT_ID_DIGEST = 'seamark.client.id_digest';
export const ATTR_SEAMARK_SESSION_INCARNATION = 'seamark.session.incarnation';
export const ATTR_SEAMARK_SESSION_ORIGIN = 'seamark.session.origin';
export const ATTR_SEAMARK_SESSION_CLOSE_REASON = 'seamark.session.close_reason';
export const ATTR_SEAMARK_SESSION_ALIAS_OF = 'seamark.session.alias_of';
export const ATTR_SEAMARK_SESSION_STATE = 'seamark.session.state';
export const ATTR_SEAMARK_SESSION_ECHO = 'seamark.session.echo';

// Streams and connections.
export const ATTR_SEAMARK_CONNECTION_ID = 'seamark.connection.id';
export const ATTR_SEAMARK_STREAM_ID = 'seamark.stream.id';
export const ATTR_SEAMARK_STREAM_ORIGIN = 'seamark.stream.origin';
export const ATTR_SEAMARK_STREAM_SEQUENCE = 'seamark.stream.sequence';
export const ATTR_SEAMARK_STREAM_REQUEST_ID = 'seamark.stream.request_id';
export const ATTR_SEAMARK_STREAM_DETACH_REASON = 'seamark.stream.detach_reason';
export const ATTR_SEAMARK_STREAM_STATE = 'seamark.stream.state';
/** int: lowest retained ordinal */
export const ATTR_SEAMARK_STREAM_FLOOR = 'seamark.stream.floor';
/** int: highest issued ordinal */
export const ATTR_SEAMARK_STREAM_HIGH_WATER = 'seamark.stream.high_water';
export const ATTR_SEAMARK_STREAM_ECHO = 'seamark.stream.echo';
/** int */
export const ATTR_SEAMARK_SEQUENCE_ACTIVE_COUNT = 'seamark.sequence.active_count';

// Events.
export const ATTR_SEAMARK_EVENT_ID = 'seamark.event.id';
/** int: place in its own stream, dense from the first event, as attested by whoever owns the log */
export const ATTR_SEAMARK_EVENT_ORDINAL = 'seamark.event.ordinal';
export const ATTR_SEAMARK_EVENT_KIND = 'seamark.event.kind';
export const ATTR_SEAMARK_EVENT_DIGEST = 'seamark.event.digest';
export const ATTR_SEAMARK_EVENT_REPLAYED = 'seamark.event.replayed';
export const ATTR_SEAMARK_EVENT_NAMESPACING = 'seamark.event.namespacing';

// The attempt: request, cursor, rivals.
export const ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID = 'seamark.resumption.last_event_id';
export const ATTR_SEAMARK_RESUMPTION_TOKEN = 'seamark.resumption.token';
export const ATTR_SEAMARK_RESUMPTION_TOKEN_STREAM_ID = 'seamark.resumption.token_stream_id';
export const ATTR_SEAMARK_CURSOR_STATE = 'seamark.cursor.state';
export const ATTR_SEAMARK_CURSOR_SESSION = 'seamark.cursor.session';
export const ATTR_SEAMARK_CURSOR_INCARNATION = 'seamark.cursor.incarnation';
export const ATTR_SEAMARK_CURSOR_STREAM_ID = 'seamark.cursor.stream_id';
export const ATTR_SEAMARK_CURSOR_SEQUENCE = 'seamark.cursor.sequence';
export const ATTR_SEAMARK_CURSOR_ORIGIN = 'seamark.cursor.origin';
/** int */
export const ATTR_SEAMARK_CURSOR_ORDINAL = 'seamark.cursor.ordinal';
export const ATTR_SEAMARK_PREDECESSOR_STATE = 'seamark.predecessor.state';
export const ATTR_SEAMARK_RIVAL_STREAM_ID = 'seamark.rival.stream_id';
/** int, ms */
export const ATTR_SEAMARK_RIVAL_IDLE_MS = 'seamark.rival.idle_ms';
/** int, ms */
export const ATTR_SEAMARK_GRACE_MS = 'seamark.grace_ms';

// The attempt: the answer, and the server's own claim.
export const ATTR_SEAMARK_RESPONSE_KIND = 'seamark.response.kind';
/** int, seconds */
export const ATTR_SEAMARK_RESPONSE_RETRY_AFTER = 'seamark.response.retry_after';
export const ATTR_SEAMARK_RESUMPTION_OUTCOME = 'seamark.resumption.outcome';
export const ATTR_SEAMARK_RESUMPTION_MARKER = 'seamark.resumption.marker';
export const ATTR_SEAMARK_ERROR_CODE = 'seamark.error.code';
export const ATTR_SEAMARK_FIRST_EVENT_ID = 'seamark.first.event_id';
export const ATTR_SEAMARK_FIRST_SESSION = 'seamark.first.session';
export const ATTR_SEAMARK_FIRST_STREAM_ID = 'seamark.first.stream_id';
export const ATTR_SEAMARK_FIRST_INCARNATION = 'seamark.first.incarnation';
/** int */
export const ATTR_SEAMARK_FIRST_ORDINAL = 'seamark.first.ordinal';
/** int: every event written as replay, at or below the cursor too; no priming, resync or live tail */
export const ATTR_SEAMARK_REPLAYED_COUNT = 'seamark.replayed.count';
export const ATTR_SEAMARK_REPLAY_STATE = 'seamark.replay.state';
/** int: the first ordinal that a resync declares to be retained */
export const ATTR_SEAMARK_RESYNC_EARLIEST = 'seamark.resync.earliest';
export const ATTR_SEAMARK_RESYNC_UNRECOVERABLE = 'seamark.resync.unrecoverable';
export const ATTR_SEAMARK_RESUMPTION_VERDICT = 'seamark.resumption.verdict';

// Requests and executions.
export const ATTR_SEAMARK_REQUEST_OUTCOME = 'seamark.request.outcome';
export const ATTR_SEAMARK_TOOL_ARGUMENTS_DIGEST = 'seamark.tool.arguments_digest';
export const ATTR_SEAMARK_TOOL_IDEMPOTENCY_KEY_DIGEST = 'seamark.tool.idempotency_key_digest';
export const ATTR_SEAMARK_TOOL_READ_ONLY_HINT = 'seamark.tool.read_only_hint';
export const ATTR_SEAMARK_TOOL_IDEMPOTENT_HINT = 'seamark.tool.idempotent_hint';
export const ATTR_SEAMARK_TOOL_DESTRUCTIVE_HINT = 'seamark.tool.destructive_hint';
export const ATTR_SEAMARK_TOOL_DEDUPLICATED = 'seamark.tool.deduplicated';
