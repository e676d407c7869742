/** How an id lies in a text: in the clear, or as a part of base64. */
export type TraceForm = 'plain' | 'base64';

export interface Trace {
  readonly at: number;
  readonly rawId: string;
  readonly form: TraceForm;
}

interface Pattern {
  readonly text: string;
  readonly rawId: string;
  readonly form: TraceForm;
}

/** Patterns are told apart by this many of their first characters; none is shorter. */
const HEAD = 16;
/** One bit of a filter for each hash of the first six characters: rules out almost every place of a text at once. */
const FILTER_BITS = 20;
const FILTER_MASK = 2 ** FILTER_BITS - 1;
const FILTERED = 6;

/**
 * Finds any of many ids in a text, in one pass. An id inside base64 leaves a fixed run of characters for each of the
 * three places where its first byte can fall in a group of three; those runs are searched for like the id itself, so
 * nothing needs to be decoded to know that it is not there.
 */
export class SessionIdTraces {
  readonly #ids = new Set<string>();
  readonly #byHead = new Map<string, Pattern[]>();
  readonly #filter = new Uint8Array((FILTER_MASK + 1) / 8);

  get size(): number {
    return this.#ids.size;
  }

  has(rawId: string): boolean {
    return this.#ids.has(rawId);
  }

  /** `rawId` has 16 characters or more. */
  add(rawId: string): void {
    this.#ids.add(rawId);
    this.#addPattern({ text: rawId, rawId, form: 'plain' });
    for (const text of base64Runs(rawId)) this.#addPattern({ text, rawId, form: 'base64' });
  }

  find(text: string, from: number): Trace | undefined {
    const last = text.length - HEAD;
    for (let at = from; at <= last; at += 1) {
      if (!this.#mayStartAt(text, at)) continue;
      const pattern = this.#byHead
        .get(text.slice(at, at + HEAD))
        ?.find((candidate) => text.startsWith(candidate.text, at));
      if (pattern) return { at, rawId: pattern.rawId, form: pattern.form };
    }
    return undefined;
  }

  #addPattern(pattern: Pattern): void {
    const head = pattern.text.slice(0, HEAD);
    const others = this.#byHead.get(head);
    // The longest first: an id may begin with another one.
    if (others) others.push(pattern);
    else this.#byHead.set(head, [pattern]);
    others?.sort((a, b) => b.text.length - a.text.length);
    const hash = hashAt(pattern.text, 0);
    this.#filter[hash >>> 3] = (this.#filter[hash >>> 3] ?? 0) | (1 << (hash & 7));
  }

  #mayStartAt(text: string, at: number): boolean {
    const hash = hashAt(text, at);
    return ((this.#filter[hash >>> 3] ?? 0) & (1 << (hash & 7))) !== 0;
  }
}

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let i = at; i < at + FILTERED; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & FILTER_MASK;
}

/**
 * The characters that base64 of any text with this id in it must have, for each alignment and for both alphabets.
 * Bytes before and after the id take part in the first and the last group, whose characters are left away.
 */
function base64Runs(rawId: string): Set<string> {
  const runs = new Set<string>();
  const bytes = Buffer.from(rawId, 'utf8');
  for (const lead of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(lead), bytes]);
    const whole = Math.floor((padded.length * 8) / 6);
    const first = Math.ceil((lead * 8) / 6);
    for (const alphabet of ['base64', 'base64url'] as const) {
      runs.add(padded.toString(alphabet).slice(first, whole));
    }
  }
  return runs;
}
