import * as attr from './attributes.ts';

/** Every `seamark.x` of the attributes is also read as `mcp.x`, with the same tail. */
export const SEAMARK_PREFIX = 'seamark.';
export const SEAMARK_ALIAS_PREFIX = 'mcp.';

/** One further place to read a canonical attribute from. */
export interface Alias {
  readonly key: string;
  /** Read only when one of `keys` has one of `values`. */
  readonly when?: { readonly keys: readonly string[]; readonly values: readonly string[] };
  /** `low`: some emitters put a random value there; shown, never joined on. */
  readonly trust?: 'low';
  /** The value is a list of text: take its first element. */
  readonly first?: true;
}

/** Canonical attribute to the places where it is also read, in this order: the first that is not empty wins. */
export const ATTRIBUTE_ALIASES: Readonly<Record<string, readonly Alias[]>> = {
  // Not `session.id`: that is a user's.
  [attr.ATTR_MCP_SESSION_ID]: [
    { key: 'mcp.session_id' },
    { key: 'mcp_session_id' },
    { key: attr.ATTR_HTTP_REQUEST_HEADER_MCP_SESSION_ID, first: true },
  ],
  [attr.ATTR_MCP_METHOD_NAME]: [
    { key: 'mcp.method' },
    {
      key: 'rpc.method',
      when: { keys: ['rpc.system', 'rpc.system.name'], values: ['mcp', 'jsonrpc'] },
    },
  ],
  [attr.ATTR_JSONRPC_REQUEST_ID]: [
    { key: 'rpc.jsonrpc.request_id' },
    { key: 'mcp.request.id', trust: 'low' },
  ],
  [attr.ATTR_GEN_AI_TOOL_NAME]: [
    { key: 'mcp.tool.name' },
    { key: 'tool.name' },
    { key: 'traceloop.entity.name', when: { keys: ['traceloop.span.kind'], values: ['tool'] } },
  ],
  [attr.ATTR_MCP_PROTOCOL_VERSION]: [
    { key: 'mcp.protocol_version' },
    { key: attr.ATTR_HTTP_REQUEST_HEADER_MCP_PROTOCOL_VERSION, first: true },
  ],
  [attr.ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID]: [
    { key: attr.ATTR_HTTP_REQUEST_HEADER_LAST_EVENT_ID, first: true },
  ],
  [attr.ATTR_ERROR_TYPE]: [
    { key: attr.ATTR_RPC_RESPONSE_STATUS_CODE },
    { key: 'rpc.jsonrpc.error_code' },
    { key: 'mcp.error.code' },
  ],
};

/** Taken off a span's name before it is tried as a method; what is left must match `METHOD_SHAPE`. */
export const SPAN_NAME_PREFIXES = ['MCP request: ', 'mcp '] as const;
/** Methods of MCP: `initialize`, `ping`, or words joined by slashes. */
export const METHOD_SHAPE = /^(?:initialize|ping|[a-z]+(?:\/[a-z][a-zA-Z_]*)+)$/;

/** Any span that carries one of these (or their aliases) is an attempt, whatever its name. */
export const ATTEMPT_ATTRIBUTES = [
  attr.ATTR_SEAMARK_RESUMPTION_VERDICT,
  attr.ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID,
] as const;

/** Dropped at the door: payloads, and credentials in headers. A key that ends in `*` is a prefix. */
export const DROPPED_ATTRIBUTES = [
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.tool.arguments',
  'gen_ai.tool.result',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.prompt*',
  'gen_ai.completion*',
  'mcp.request.arguments*',
  'mcp.request.argument.*',
  'mcp.request.params',
  'mcp.request.body',
  'mcp.response.value',
  'mcp.response.body',
  'mcp.tool.arguments',
  'mcp.tool.result*',
  'mcp.tool.input',
  'mcp.tool.output',
  'mcp.arguments',
  'mcp.result',
  'traceloop.entity.input',
  'traceloop.entity.output',
  'input.value',
  'output.value',
  'http.request.body*',
  'http.response.body.text',
  'http.response.body.content',
  'http.request.header.authorization',
  'http.request.header.proxy-authorization',
  'http.request.header.cookie',
  'http.request.header.x-api-key',
  'http.response.header.set-cookie',
] as const;
