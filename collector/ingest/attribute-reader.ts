import type { Alias } from '#semconv';
import { isList, type OtlpAttributes, type OtlpValue } from '../otlp/batch.ts';
import { sourcesOf } from './attribute-sources.ts';

const WHOLE = /^[+-]?\d{1,16}$/;

/** A value and the place it was read from. */
export interface ReadValue {
  readonly text: string;
  readonly source: Alias;
}

/**
 * Reads attributes by their canonical names. The layers are what a fact says itself and then what it inherits;
 * within a layer the aliases are tried in order, and the first value that is not empty wins.
 */
export class AttributeReader {
  readonly #layers: readonly OtlpAttributes[];

  constructor(layers: readonly OtlpAttributes[]) {
    this.#layers = layers;
  }

  /** The value as text, with the alias that had it. */
  read(canonical: string): ReadValue | undefined {
    const sources = sourcesOf(canonical);
    for (const layer of this.#layers) {
      for (const source of sources) {
        const text = asText(layer.get(source.key), source);
        if (text !== undefined && this.#applies(source)) return { text, source };
      }
    }
    return undefined;
  }

  text(canonical: string): string | undefined {
    return this.read(canonical)?.text;
  }

  /** A whole number, which may have been sent as text. */
  integer(canonical: string): number | undefined {
    const text = this.text(canonical);
    if (text === undefined || !WHOLE.test(text)) return undefined;
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : undefined;
  }

  /** `true` or `false`, sent as text or as a boolean; any other word is nothing. */
  truth(canonical: string): boolean | undefined {
    const text = this.text(canonical);
    if (text === 'true') return true;
    return text === 'false' ? false : undefined;
  }

  /** A member of a closed vocabulary; another word is nothing, its raw text stays in the attributes. */
  word<const T extends readonly string[]>(canonical: string, values: T): T[number] | undefined {
    const text = this.text(canonical);
    return values.find((value) => value === text);
  }

  /** The same for sets that have a member `unknown`, which is what another word becomes. */
  wordOrUnknown<const T extends readonly string[]>(
    canonical: string,
    values: T,
  ): T[number] | 'unknown' | undefined {
    const text = this.text(canonical);
    return text === undefined ? undefined : (values.find((value) => value === text) ?? 'unknown');
  }

  /** Whether a layer has a key that begins so. */
  hasPrefix(prefixes: readonly string[]): boolean {
    return this.#layers.some((layer) => {
      for (const key of layer.keys()) if (prefixes.some((prefix) => key.startsWith(prefix))) return true;
      return false;
    });
  }

  #applies(source: Alias): boolean {
    const { when } = source;
    if (!when) return true;
    return this.#layers.some((layer) =>
      when.keys.some((key) => {
        const text = asText(layer.get(key), { key });
        return text !== undefined && when.values.includes(text.toLowerCase());
      }),
    );
  }
}

/** A scalar as text; of a list its first element, where the alias is a captured header. Empty is nothing. */
function asText(value: OtlpValue | undefined, source: Alias): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return source.first && isList(value) ? asText(value[0], { key: source.key }) : undefined;
}
