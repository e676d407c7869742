import type { Fact } from '../facts.ts';

/** The incarnation that each fact belongs to: attested, else derived, else unknown. */
export type IncarnationOf = (fact: Fact) => string | undefined;

/**
 * Derives the incarnation that nobody attests (domain.md section 4): the same instance opened the newest life and
 * neither an open nor a close came since; another instance is unknown. A stream that only ever shows under one
 * attested incarnation lends it to the facts of it that name none.
 *
 * @param facts in canonical order.
 */
export function incarnationsOf(facts: readonly Fact[]): IncarnationOf {
  const derived = new Map<Fact, string>();
  const onlyLife = new Map<string, string | null>();
  let newest: { readonly id: string | undefined; readonly instance: string | undefined } | undefined;
  for (const fact of facts) {
    if (fact.kind === 'open') newest = { id: fact.incarnation, instance: fact.instance };
    if (fact.incarnation !== undefined) noteLife(onlyLife, fact);
    else if (newest?.id !== undefined && newest.instance === fact.instance) derived.set(fact, newest.id);
    if (fact.kind === 'close') newest = undefined;
  }
  return (fact) => fact.incarnation ?? derived.get(fact) ?? soleLife(onlyLife, fact);
}

const streamOf = (fact: Fact): string | undefined => ('streamId' in fact ? fact.streamId : undefined);

function noteLife(onlyLife: Map<string, string | null>, fact: Fact): void {
  const stream = streamOf(fact);
  // An attempt names the life that answered it, which need not be the stream's.
  if (stream === undefined || fact.incarnation === undefined || fact.kind === 'resumption') return;
  const known = onlyLife.get(stream);
  onlyLife.set(stream, known === undefined || known === fact.incarnation ? fact.incarnation : null);
}

function soleLife(onlyLife: ReadonlyMap<string, string | null>, fact: Fact): string | undefined {
  const stream = streamOf(fact);
  return stream === undefined ? undefined : (onlyLife.get(stream) ?? undefined);
}

/** Two incarnations that may be the same: unknown contradicts nothing. */
export function mayBeSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}
