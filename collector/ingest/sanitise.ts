import { type SessionIds, saltedHash } from '#db/session-ids.ts';
import type { AttributeValue } from '#domain/facts.ts';
import { isList, isMap, type OtlpAttributes, type OtlpValue } from '../otlp/batch.ts';
import { ruleOf } from './attribute-rules.ts';
import { READ_KEYS } from './attribute-sources.ts';
import { type Cleaning, cleanText, idInQuery } from './clean-text.ts';
import { KnownSessionIds } from './known-session-ids.ts';

/** As many as OpenTelemetry's own default limit; beyond it only what facts are read from is kept. */
const MAX_ATTRIBUTES = 128;
const MAX_LIST = 64;
/** Values repeat within a batch; this many cleaned texts are remembered. */
const MEMO_LIMIT = 8192;
const MEMO_MAX_LENGTH = 256;

/** Sanitised attributes, still by key. */
export type CleanAttributes = ReadonlyMap<string, AttributeValue>;

/**
 * Makes attributes fit to be stored (telemetry.md section 4): session ids hashed, payloads and credentials dropped,
 * texts cleaned and cut. One for each batch: `learn` everything first, since an id known from one span must not stand
 * in the attributes of another.
 */
export class Sanitiser {
  readonly #ids: SessionIds;
  readonly #cleaning: Cleaning;
  readonly #memo = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** `known` is shared between batches: a cursor may name a session that an earlier batch told of. */
  constructor(ids: SessionIds, known: KnownSessionIds = new KnownSessionIds()) {
    this.#ids = ids;
    this.#cleaning = { known, salt: ids.salt, hashed: ids.mode === 'hashed', marks: { found: false } };
  }

  /** Whether any raw session id was found inside other text so far. */
  get marked(): boolean {
    return this.#cleaning.marks.found;
  }

  /** Takes note of the raw session ids in these attributes. */
  learn(attributes: OtlpAttributes): void {
    for (const [key, value] of attributes) {
      const rule = ruleOf(key);
      if (rule === 'session') this.#learnValue(value);
      else if (rule === 'page' && typeof value === 'string') this.#learnValue(idInQuery(value) ?? null);
    }
  }

  clean(attributes: OtlpAttributes): CleanAttributes {
    const clean = new Map<string, AttributeValue>();
    for (const [key, value] of attributes) {
      if (clean.size >= MAX_ATTRIBUTES && !READ_KEYS.has(key)) continue;
      const kept = this.#attribute(key, value);
      if (kept !== undefined) clean.set(this.text(key), kept);
    }
    return clean;
  }

  /** A text outside of attributes, such as the name of a service. */
  text(text: string): string {
    if (text.length > MEMO_MAX_LENGTH) return cleanText(text, this.#cleaning);
    const known = this.#memo.get(text);
    if (known !== undefined) return known;
    const clean = cleanText(text, this.#cleaning);
    if (this.#memo.size < MEMO_LIMIT) this.#memo.set(text, clean);
    return clean;
  }

  #learnValue(value: OtlpValue): void {
    if (typeof value === 'string') this.#cleaning.known.add(value);
    else if (isList(value)) for (const inner of value) this.#learnValue(inner);
  }

  #attribute(key: string, value: OtlpValue): AttributeValue | undefined {
    switch (ruleOf(key)) {
      case 'drop':
        return undefined;
      case 'session':
        return this.#replaced(value, (text) => this.#sessionKey(text));
      case 'address':
        return this.#replaced(value, (text) => saltedHash(this.#ids.salt, text));
      case 'page':
      case 'keep':
        return this.#value(value);
    }
  }

  #replaced(value: OtlpValue, replace: (text: string) => string): AttributeValue {
    if (isList(value)) return value.slice(0, MAX_LIST).map((inner) => this.#replaced(inner, replace));
    if (value === null || value === '' || typeof value === 'object') return null;
    return replace(String(value));
  }

  #sessionKey(rawId: string): string {
    const known = this.#keys.get(rawId);
    if (known !== undefined) return known;
    const key = this.#cleaning.hashed ? this.#ids.keyOf(rawId) : this.text(this.#ids.keyOf(rawId));
    if (this.#keys.size < MEMO_LIMIT) this.#keys.set(rawId, key);
    return key;
  }

  #value(value: OtlpValue): AttributeValue {
    if (typeof value === 'string') return this.text(value);
    // JSON, in which facts are stored, has neither NaN nor a negative zero.
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : String(value);
    if (typeof value === 'boolean' || value === null) return value;
    if (value instanceof Uint8Array) return this.text(Buffer.from(value).toString('base64'));
    if (isMap(value)) return this.text(JSON.stringify(this.#plain(value)));
    return value.slice(0, MAX_LIST).map((inner) => this.#value(inner));
  }

  /** A nested map as JSON text has it; what must not be stored is left out at every depth. */
  #plain(map: ReadonlyMap<string, OtlpValue>): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (const [key, value] of map) {
      if (entries.length >= MAX_ATTRIBUTES) break;
      const kept = isMap(value) && ruleOf(key) === 'keep' ? this.#plain(value) : this.#attribute(key, value);
      if (kept !== undefined) entries.push([key, kept]);
    }
    return Object.fromEntries(entries);
  }
}
