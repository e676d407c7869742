import { SessionIdTraces, type TraceForm } from './session-id-traces.ts';

/** Shorter ids are not looked for inside other text: they would be found by chance. */
export const MIN_SCRUBBED_LENGTH = 16;
/** Longer ones are no session ids that any server hands out. */
const MAX_LENGTH = 1024;

/**
 * The raw session ids that were seen lately, so that they can be found where they do not belong: inside event ids
 * and other attributes. Held in memory only, in two generations of bounded size; the older one is forgotten when the
 * newer one is full.
 */
export class KnownSessionIds {
  #recent = new SessionIdTraces();
  #older = new SessionIdTraces();
  readonly #limit: number;

  /** Remembers the last `limit` ids at least, twice as many at most. */
  constructor(limit = 20_000) {
    this.#limit = limit;
  }

  add(rawId: string): void {
    if (rawId.length < MIN_SCRUBBED_LENGTH || rawId.length > MAX_LENGTH || this.#recent.has(rawId)) return;
    if (this.#recent.size >= this.#limit) {
      this.#older = this.#recent;
      this.#recent = new SessionIdTraces();
    }
    this.#recent.add(rawId);
  }

  /** The first known id in the text from `from` on, in the clear or inside base64. */
  find(
    text: string,
    from: number,
  ): { readonly at: number; readonly rawId: string; readonly form: TraceForm } | undefined {
    const recent = this.#recent.find(text, from);
    const older = this.#older.size === 0 ? undefined : this.#older.find(text, from);
    if (!recent || !older) return recent ?? older;
    return older.at < recent.at ? older : recent;
  }
}
