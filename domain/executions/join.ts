import type { ExecutionFact, Fact } from '../facts.ts';

/** How far up a chain of parents is looked; deeper nesting of layers around one call is not seen. */
const MAX_DEPTH = 64;
/** How many calls of one trace and request id are tried for a further layer; newer ones are likelier. */
const MAX_TRIED = 64;

type Spans = ReadonlyMap<string, string | undefined>;

/**
 * Joins the spans of gateways and SDK layers into the calls that they are of (telemetry.md section 1): same trace and
 * request id, and one is the other's ancestor, or they overlap and come from another scope or service. Each layer
 * tells of one call once, so two spans of one layer of which neither encloses the other are two calls, even under
 * a common ancestor: a gateway that sends a call twice.
 *
 * @param facts all facts in canonical order: spans of any kind may link a call's layers.
 */
export function joinSpans(facts: readonly Fact[]): readonly (readonly ExecutionFact[])[] {
  const parents: Spans = new Map(facts.map((fact) => [`${fact.traceId} ${fact.spanId}`, fact.parentSpanId]));
  const calls: Call[] = [];
  const byTrace = new Map<string, Call[]>();
  for (const span of withDepth(facts, parents)) {
    const inTrace = byTrace.get(span.fact.traceId) ?? [];
    const call = callFor(span, inTrace);
    if (call) {
      call.spans.push(span);
      continue;
    }
    const begun: Call = { spans: [span] };
    calls.push(begun);
    byTrace.set(span.fact.traceId, [...inTrace.slice(-MAX_TRIED + 1), begun]);
  }
  return calls.map(({ spans }) => spans.map(({ fact }) => fact));
}

interface Span {
  readonly fact: ExecutionFact;
  readonly ancestors: ReadonlySet<string>;
  readonly layer: string;
}

interface Call {
  readonly spans: Span[];
}

/** Outer layers first, so that each span meets the calls that enclose it. */
function withDepth(facts: readonly Fact[], parents: Spans): readonly Span[] {
  return facts
    .filter((fact): fact is ExecutionFact => fact.kind === 'execution')
    .map((fact) => ({
      fact,
      ancestors: ancestorsOf(fact, parents),
      layer: `${fact.service} ${fact.scope ?? ''}`,
    }))
    .sort((a, b) => a.ancestors.size - b.ancestors.size);
}

function ancestorsOf(fact: ExecutionFact, parents: Spans): ReadonlySet<string> {
  const ancestors = new Set<string>();
  let parent = fact.parentSpanId;
  while (parent !== undefined && parent !== '' && !ancestors.has(parent) && ancestors.size < MAX_DEPTH) {
    ancestors.add(parent);
    parent = parents.get(`${fact.traceId} ${parent}`);
  }
  return ancestors;
}

const encloses = (outer: Span, inner: Span): boolean => inner.ancestors.has(outer.fact.spanId);
const overlap = (a: Span, b: Span): boolean => a.fact.at <= b.fact.end && b.fact.at <= a.fact.end;

function callFor(span: Span, calls: readonly Call[]): Call | undefined {
  const open = calls.filter((call) =>
    call.spans.every((other) => other.layer !== span.layer || encloses(other, span) || encloses(span, other)),
  );
  return enclosing(span, open) ?? open.find((call) => call.spans.some((other) => isBeside(other, span)));
}

/** Of the calls that enclose a span, that of the nearest layer. */
function enclosing(span: Span, calls: readonly Call[]): Call | undefined {
  const depthIn = (call: Call): number =>
    Math.max(
      -1,
      ...call.spans.filter((other) => isLayerOf(other, span)).map((other) => other.ancestors.size),
    );
  let nearest: { readonly call: Call; readonly depth: number } | undefined;
  for (const call of calls) {
    const depth = depthIn(call);
    if (depth > (nearest?.depth ?? -1)) nearest = { call, depth };
  }
  return nearest?.call;
}

/** The same request told by another scope or service at the same time. */
function isBeside(other: Span, span: Span): boolean {
  return isSameRequest(other, span) && other.layer !== span.layer && overlap(other, span);
}

const isSameRequest = (a: Span, b: Span): boolean =>
  a.fact.requestId !== undefined && a.fact.requestId === b.fact.requestId;

/** An inner layer may not know the request id, or know one of low trust; then the tool must be the same. */
function isLayerOf(outer: Span, inner: Span): boolean {
  if (!encloses(outer, inner) && !encloses(inner, outer)) return false;
  const unsure = [outer.fact, inner.fact].some(
    (fact) => fact.requestId === undefined || fact.requestIdLowTrust,
  );
  return (
    isSameRequest(outer, inner) ||
    (unsure && outer.fact.tool !== undefined && outer.fact.tool === inner.fact.tool)
  );
}
