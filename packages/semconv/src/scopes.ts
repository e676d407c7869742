import { ATTR_JSONRPC_REQUEST_ID, ATTR_MCP_PROTOCOL_VERSION, ATTR_MCP_SESSION_ID } from './attributes.ts';

/** An emitter whose value is not what its name says. */
export interface UntrustworthyScope {
  /** Instrumentation scope, compared without regard to case; with `prefix`, everything that begins so. */
  readonly scope: string;
  readonly prefix?: true;
  readonly attribute: string;
  readonly reason: string;
}

/** Never join or gate on these values. Page "Telemetry", section 3. */
export const UNTRUSTWORTHY_SCOPES: readonly UntrustworthyScope[] = [
  {
    scope: 'Experimental.ModelContextProtocol',
    attribute: ATTR_MCP_SESSION_ID,
    reason: 'The C# SDK puts a random value per handler there, not the session header.',
  },
  {
    scope: 'shinzo',
    prefix: true,
    attribute: ATTR_JSONRPC_REQUEST_ID,
    reason: 'Shinzo makes up a random request id.',
  },
  {
    scope: 'envoyproxy/ai-gateway',
    prefix: true,
    attribute: ATTR_MCP_PROTOCOL_VERSION,
    reason: 'Envoy AI Gateway writes 2025-06-18 whatever was negotiated.',
  },
  {
    scope: 'amazon.opentelemetry.distro.instrumentation.mcp',
    prefix: true,
    attribute: ATTR_MCP_PROTOCOL_VERSION,
    reason: 'ADOT writes the newest version that its SDK knows, not the negotiated one.',
  },
];

/** Scope of the spans that `@seamark/instrumentation-mcp` makes. */
export const INSTRUMENTATION_SCOPE = '@seamark/instrumentation-mcp';
