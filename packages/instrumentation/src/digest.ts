import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** 128 bits in hex: enough to tell values apart, and short in every event. */
const HEX_CHARACTERS = 32;

/**
 * Digests of what must never be sent itself. With a key they are HMACs, so that nobody who reads the telemetry can
 * find a short value by trying; without one they are plain SHA-256. Processes whose digests are to be compared need the same key.
 */
export class Digests {
  readonly #key: string | Uint8Array | undefined;

  constructor(key: string | Uint8Array | undefined) {
    this.#key = key;
  }

  text(value: string): string {
    const hex =
      this.#key === undefined
        ? hash('sha256', value, 'hex')
        : createHmac('sha256', this.#key).update(value).digest('hex');
    return hex.slice(0, HEX_CHARACTERS);
  }

  /** Of a JSON value in its canonical form, so that the order of keys does not matter. */
  json(value: unknown): string {
    return this.text(canonicalJson(value));
  }
}
