import type { UnixNanos } from './brand.ts';
import type { Fact } from './facts.ts';
import { FACT_KINDS, type FactKind } from './words.ts';

const RANK = new Map<FactKind, number>(FACT_KINDS.map((kind, index) => [kind, index]));
const rankOf = (kind: FactKind): number => RANK.get(kind) ?? FACT_KINDS.length;

/** When a fact counts: an attempt at its end, since its evidence is the state then; all else at its start. */
export const timeOf = (fact: Fact): UnixNanos => (fact.kind === 'resumption' ? fact.end : fact.at);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The one order of facts (domain.md section 4): time, then kind, then id, so that arrival never matters. */
export function compareFacts(a: Fact, b: Fact): number {
  const left = timeOf(a);
  const right = timeOf(b);
  if (left !== right) return left < right ? -1 : 1;
  return rankOf(a.kind) - rankOf(b.kind) || compareText(a.id, b.id) || compareText(a.session, b.session);
}

/** Sorts facts and drops repetitions of the same one: delivery is at least once. */
export function canonicalOrder(facts: readonly Fact[]): readonly Fact[] {
  const sorted = [...facts].sort(compareFacts);
  const seen = new Set<string>();
  return sorted.filter((fact) => {
    const identity = `${fact.session}|${fact.at}|${fact.id}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
