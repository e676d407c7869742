import type { FactId, UnixNanos } from '../brand.ts';
import type { Fact } from '../facts.ts';
import { firstAfter } from './search.ts';

/** One time that an instance named the life it was serving. */
export interface SaidIncarnation {
  readonly at: UnixNanos;
  readonly incarnation: string;
  readonly fact: FactId;
}

/** What each instance said of the incarnation, in passing; attempts and closes speak of other moments than their own. */
export class SaidIncarnations {
  readonly #byInstance = new Map<string | undefined, SaidIncarnation[]>();

  /** @param facts in canonical order. */
  constructor(facts: readonly Fact[]) {
    for (const { kind, at, id, incarnation, instance } of facts) {
      if (incarnation === undefined || kind === 'resumption' || kind === 'close') continue;
      const list = this.#byInstance.get(instance);
      if (list) list.push({ at, incarnation, fact: id });
      else this.#byInstance.set(instance, [{ at, incarnation, fact: id }]);
    }
  }

  /** The last one of an instance up to a time. */
  last(instance: string | undefined, end: UnixNanos): SaidIncarnation | undefined {
    const list = this.#byInstance.get(instance) ?? [];
    return list[firstAfter(list, end) - 1];
  }
}
