import type { SessionKey } from '../brand.ts';
import type { Fact } from '../facts.ts';
import type { Sighting } from '../history/sightings.ts';
import type { Evidence, EvidenceSource } from '../judgement.ts';

/** A value with where it comes from. Absent values are `undefined`, never a guess. */
export interface Known<T> {
  readonly value: T;
  readonly source: EvidenceSource;
  readonly fact?: Fact['id'] | undefined;
  readonly at?: Fact['at'] | undefined;
  readonly session?: SessionKey | undefined;
}

/** What a fact says of itself. */
export function attested<T>(fact: Fact | undefined, value: T | undefined): Known<T> | undefined {
  if (fact === undefined || value === undefined) return undefined;
  return { value, source: 'attested', fact: fact.id, at: fact.at };
}

/** What was seen happening. */
export function observed<T>(
  seen: { readonly fact: Fact['id']; readonly at: Fact['at'] },
  value: T,
): Known<T> {
  return { value, source: 'observed', fact: seen.fact, at: seen.at };
}

/** What was worked out from what was seen. */
export function derived<const T>(value: T, from?: Sighting): Known<T> {
  return { value, source: 'derived', fact: from?.fact, at: from?.at };
}

/** A known value as one named line of evidence. */
export function evidence(name: string, known: Known<unknown> | undefined): readonly Evidence[] {
  if (known === undefined) return [];
  const { value, source, fact, at, session } = known;
  return [{ name, value: String(value), source, fact, at, session }];
}
