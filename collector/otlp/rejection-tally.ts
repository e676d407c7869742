import type { RejectionCode, Rejections } from './batch.ts';

/** How many are told in words: an answer is for people, and a hostile batch may hold millions. */
const TOLD = 5;

/** Counts what was refused, in bounded memory. */
export class RejectionTally {
  #count = 0;
  readonly #byCode = new Map<RejectionCode, number>();
  readonly #first: string[] = [];

  add(code: RejectionCode, sentence: string): void {
    this.#count += 1;
    this.#byCode.set(code, (this.#byCode.get(code) ?? 0) + 1);
    if (this.#first.length < TOLD) this.#first.push(sentence);
  }

  /** Adds what another stage refused. */
  addAll(others: Rejections): void {
    this.#count += others.count;
    for (const [code, count] of Object.entries(others.byCode) as [RejectionCode, number][]) {
      this.#byCode.set(code, (this.#byCode.get(code) ?? 0) + count);
    }
    this.#first.push(...others.first.slice(0, TOLD - this.#first.length));
  }

  result(): Rejections {
    return { count: this.#count, byCode: Object.fromEntries(this.#byCode), first: [...this.#first] };
  }
}
