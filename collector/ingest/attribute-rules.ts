import {
  ATTR_MCP_SESSION_ID,
  ATTR_SEAMARK_SESSION_ALIAS_OF,
  ATTRIBUTE_ALIASES,
  DROPPED_ATTRIBUTES,
} from '#semconv';
import { sourcesOf } from './attribute-sources.ts';

/**
 * What an attribute's name says about its value (telemetry.md section 4): `session` ids are replaced by their hash,
 * an `address` of a client by a hash too, an address of a `page` may carry a session id in its query, and `drop`
 * is never stored: payloads and credentials.
 */
export type AttributeRule = 'keep' | 'session' | 'address' | 'page' | 'drop';

/** Bodies and payloads of emitters beyond the list of the conventions. A key that ends in `*` is a prefix. */
const OTHER_PAYLOADS = [
  'ai.prompt*',
  'ai.response.text',
  'ai.response.object',
  'ai.response.toolCalls',
  'ai.toolCall.args',
  'ai.toolCall.result',
  'gen_ai.content*',
  'gen_ai.tool.definitions',
  'gen_ai.user.message*',
  'gen_ai.assistant.message*',
  'gen_ai.tool.message*',
  'http.response.body*',
  'langfuse.*input',
  'langfuse.observation.*put',
  'llm.input_messages*',
  'llm.output_messages*',
  'mcp.logging.message',
  'mcp.prompt.result*',
  'mcp.request.params*',
  'mcp.resource.content*',
  'mcp.response.value*',
  'mcp.response.result*',
  'mcp.result*',
  'message.content',
  'rpc.request.body*',
  'rpc.response.body*',
  'tool.parameters*',
  'tool.input*',
  'tool.output*',
  'tool.result*',
  'tool_arguments',
  'tool_response',
  'traceloop.prompt*',
] as const;

/** Sizes and codings of bodies are no bodies. */
const BODY_FIGURE = /\.(?:size|length|count|encoding|type)$/;

const CREDENTIAL =
  /(?:^|[._-])(?:(?:proxy[._-])?authorization|(?:set[._-])?cookies?|x[._-]api[._-]?key|api[._-]?key|(?:access|refresh|auth|id|bearer|csrf|xsrf)[._-]token|header[._-]mcp[._-]resumption[._-]token)$/i;
const SESSION_ID = /(?:^|[._-])mcp[._-]session[._-]?id$/i;
const PAGE = /^(?:url\.(?:full|query|original)|http\.(?:url|target))$/;
const CLIENT_ADDRESS = 'client.address';

const SESSION_KEYS: ReadonlySet<string> = new Set(
  [ATTR_MCP_SESSION_ID, ATTR_SEAMARK_SESSION_ALIAS_OF].flatMap((key) =>
    sourcesOf(key).map((source) => source.key),
  ),
);
/** The ids of JSON-RPC requests and other canonical attributes are never payloads, whatever a pattern says. */
const CANONICAL: ReadonlySet<string> = new Set(Object.keys(ATTRIBUTE_ALIASES));
const PAYLOAD = toPattern([...DROPPED_ATTRIBUTES, ...OTHER_PAYLOADS]);

const KNOWN_RULES = new Map<string, AttributeRule>();
/** Keys come from strangers: past this many the memory starts anew. */
const KNOWN_LIMIT = 4096;

/** The rule of an attribute, by its key alone. */
export function ruleOf(key: string): AttributeRule {
  const known = KNOWN_RULES.get(key);
  if (known) return known;
  if (KNOWN_RULES.size >= KNOWN_LIMIT) KNOWN_RULES.clear();
  const rule = decide(key);
  KNOWN_RULES.set(key, rule);
  return rule;
}

function decide(key: string): AttributeRule {
  if (SESSION_KEYS.has(key) || SESSION_ID.test(key)) return 'session';
  if (CREDENTIAL.test(key)) return 'drop';
  if (CANONICAL.has(key)) return 'keep';
  if (PAYLOAD.test(key) && !BODY_FIGURE.test(key)) return 'drop';
  if (key === CLIENT_ADDRESS) return 'address';
  return PAGE.test(key) ? 'page' : 'keep';
}

function toPattern(globs: readonly string[]): RegExp {
  const parts = globs.map((glob) => glob.split('*').map(escapePattern).join('.*'));
  return new RegExp(`^(?:${parts.join('|')})$`, 'is');
}

function escapePattern(text: string): string {
  return text.replace(/[.\\+?^${}()|[\]]/g, '\\$&');
}
