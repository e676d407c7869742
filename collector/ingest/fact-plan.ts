import {
  ATTEMPT_ATTRIBUTES,
  ATTR_MCP_METHOD_NAME,
  ATTR_MCP_SESSION_ID,
  ATTR_SEAMARK_OBSERVER,
  ATTR_SEAMARK_REQUEST_OUTCOME,
  FACT_NAMES,
  FACT_REQUEST,
  type FactName,
  METHOD_INITIALIZE,
  METHOD_SHAPE,
  METHOD_TOOLS_CALL,
  SPAN_NAME_PREFIXES,
} from '#semconv';
import type { OtlpSpan } from '../otlp/batch.ts';
import type { AttributeReader } from './attribute-reader.ts';
import { mcpForm } from './attribute-sources.ts';

/** What a span, event or record is to become. */
export type FactPlan =
  | { readonly as: 'named'; readonly name: FactName }
  | { readonly as: 'attempt'; readonly thin: boolean }
  | { readonly as: 'execution' }
  | { readonly as: 'call' }
  | { readonly as: 'initialize' };

const BY_NAME: ReadonlyMap<string, FactPlan> = new Map(
  FACT_NAMES.flatMap((name) => {
    const plan: FactPlan = { as: 'named', name };
    const other = mcpForm(name);
    return other === undefined ? [[name, plan] as const] : [[name, plan] as const, [other, plan] as const];
  }),
);
const REQUEST_UNDER_MCP = mcpForm(FACT_REQUEST);
const OWN_RESUMPTION_PREFIXES = ['seamark.resumption.', 'mcp.resumption.'];

/**
 * By the name alone, which decides for span events and log records (telemetry.md section 1). `mcp.request` is too
 * common a name to be taken from those.
 */
export function planByName(name: string): FactPlan | undefined {
  return name === REQUEST_UNDER_MCP ? undefined : BY_NAME.get(name);
}

/** What a span is to become; nothing when it is none of Seamark's business. */
export function planOfSpan(span: OtlpSpan, reader: AttributeReader): FactPlan | undefined {
  const named = BY_NAME.get(span.name);
  if (named && (span.name !== REQUEST_UNDER_MCP || isClientView(span, reader))) return named;
  if (ATTEMPT_ATTRIBUTES.some((key) => reader.text(key) !== undefined)) {
    return { as: 'attempt', thin: !reader.hasPrefix(OWN_RESUMPTION_PREFIXES) };
  }
  return planOfCall(span, reader);
}

/** `mcp.request` is also what others call a server's span: only a client's view is the fact of that name. */
function isClientView(span: OtlpSpan, reader: AttributeReader): boolean {
  return span.kind === 'client' || reader.text(ATTR_SEAMARK_REQUEST_OUTCOME) !== undefined;
}

function planOfCall(span: OtlpSpan, reader: AttributeReader): FactPlan | undefined {
  const method = methodOf(span.name, reader);
  if (method === METHOD_TOOLS_CALL && span.kind === 'client') return { as: 'call' };
  if (!runsInServer(span, reader)) return undefined;
  if (method === METHOD_TOOLS_CALL) return { as: 'execution' };
  // An initialize that names no session tells nothing that could be grouped with anything.
  const begins = method === METHOD_INITIALIZE && reader.text(ATTR_MCP_SESSION_ID) !== undefined;
  return begins ? { as: 'initialize' } : undefined;
}

/** SERVER or INTERNAL, which an unspecified kind may be taken for (trace.proto, SpanKind). */
function runsInServer(span: OtlpSpan, reader: AttributeReader): boolean {
  if (span.kind !== 'server' && span.kind !== 'internal' && span.kind !== 'unspecified') return false;
  return (reader.text(ATTR_SEAMARK_OBSERVER) ?? 'server') === 'server';
}

/**
 * The MCP method: by attribute, else from the span's name once a known prefix is taken off. MCP's conventions name
 * spans `{method} {target}`, so the first word counts; without a prefix a single word, such as `initialize`, is
 * anybody's.
 */
export function methodOf(spanName: string, reader: AttributeReader): string | undefined {
  const attribute = reader.text(ATTR_MCP_METHOD_NAME);
  if (attribute !== undefined) return attribute;
  const prefix = SPAN_NAME_PREFIXES.find((candidate) => spanName.startsWith(candidate));
  const [word = ''] = spanName.slice(prefix?.length ?? 0).split(' ', 1);
  if (prefix === undefined && !word.includes('/')) return undefined;
  return METHOD_SHAPE.test(word) ? word : undefined;
}
