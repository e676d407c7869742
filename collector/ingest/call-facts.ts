import type { ExecutionFact, RequestFact } from '#domain/facts.ts';
import { type Observer, REQUEST_OUTCOMES, type RequestOutcome } from '#domain/words.ts';
import * as attr from '#semconv';
import type { Candidate } from './candidate.ts';
import { commonOf } from './common-fields.ts';

/** What OpenTelemetry calls an error without a type (semantic conventions, `error.type`). */
const OTHER_ERROR = '_OTHER';

/** `seamark.request`: one request as its observer saw it end. */
export function requestFact(candidate: Candidate, observer: Observer = 'server'): RequestFact {
  const { reader } = candidate;
  return {
    kind: 'request',
    requestId: trustedRequestId(candidate),
    method: reader.text(attr.ATTR_MCP_METHOD_NAME),
    tool: reader.text(attr.ATTR_GEN_AI_TOOL_NAME),
    status: reader.integer(attr.ATTR_HTTP_RESPONSE_STATUS_CODE),
    outcome: reader.word(attr.ATTR_SEAMARK_REQUEST_OUTCOME, REQUEST_OUTCOMES),
    ...commonOf(candidate, observer),
  };
}

/** An MCP CLIENT span of a tool call: the client's view, with the outcome that the span's status and error tell. */
export function callFact(candidate: Candidate): RequestFact {
  const fact = requestFact(candidate, 'client');
  return { ...fact, method: attr.METHOD_TOOLS_CALL, outcome: fact.outcome ?? outcomeOf(candidate) };
}

/** A server's run of a tool. */
export function executionFact(candidate: Candidate): ExecutionFact {
  const { reader } = candidate;
  return {
    kind: 'execution',
    requestId: reader.text(attr.ATTR_JSONRPC_REQUEST_ID),
    requestIdLowTrust: isLowTrust(candidate),
    tool: reader.text(attr.ATTR_GEN_AI_TOOL_NAME),
    argumentsDigest: reader.text(attr.ATTR_SEAMARK_TOOL_ARGUMENTS_DIGEST),
    idempotencyKey: reader.text(attr.ATTR_SEAMARK_TOOL_IDEMPOTENCY_KEY_DIGEST),
    readOnly: reader.truth(attr.ATTR_SEAMARK_TOOL_READ_ONLY_HINT),
    idempotent: reader.truth(attr.ATTR_SEAMARK_TOOL_IDEMPOTENT_HINT),
    destructive: reader.truth(attr.ATTR_SEAMARK_TOOL_DESTRUCTIVE_HINT),
    deduplicated: reader.truth(attr.ATTR_SEAMARK_TOOL_DEDUPLICATED) ?? false,
    error: errorOf(candidate),
    ...commonOf(candidate),
  };
}

/** Some emitters put a random value there: known by the scope, or by the name it was sent under. */
function isLowTrust({ reader, distrusted }: Candidate): boolean {
  if (distrusted.has(attr.ATTR_JSONRPC_REQUEST_ID)) return true;
  return reader.read(attr.ATTR_JSONRPC_REQUEST_ID)?.source.trust === 'low';
}

/** A request fact cannot say that its id is of low trust, so such an id is left away: nothing may join on it. */
function trustedRequestId(candidate: Candidate): string | undefined {
  return isLowTrust(candidate) ? undefined : candidate.reader.text(attr.ATTR_JSONRPC_REQUEST_ID);
}

function errorOf({ reader, failed }: Candidate): string | undefined {
  const error = reader.text(attr.ATTR_ERROR_TYPE);
  return error ?? (failed ? OTHER_ERROR : undefined);
}

function outcomeOf(candidate: Candidate): RequestOutcome {
  const error = errorOf(candidate);
  if (error === undefined) return 'result';
  if (/time.?out|deadline/i.test(error)) return 'timeout';
  return /cancel|abort/i.test(error) ? 'cancelled' : 'error';
}
