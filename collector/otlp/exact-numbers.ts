/**
 * Whole numbers of JSON, exactly. Emitters send 64-bit integers as strings (the protobuf JSON mapping) and as bare
 * numbers; a bare time of today has 19 digits, of which a double keeps 16. Before `JSON.parse` such numbers are put
 * into quotes, so that their digits survive.
 */

/** A bare number of 16 digits or more, or with an exponent; or a word that JSON lacks and Python writes. */
const NEEDS_QUOTES = /[:[,\s]-?(?:\d{16}|\d+(?:\.\d+)?[eE]|NaN|Infinity)/;
const NUMBER = /-?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|Infinity)/y;
const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
const MAX_INT64 = 2n ** 63n - 1n;
const SAFE_DIGITS = 16;
const MAX_SCALE = 40;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const CAPITAL_N = 0x4e;
const CAPITAL_I = 0x49;

/** Puts quotes around bare numbers that a double would round, and around `NaN` and `Infinity`; else unchanged. */
export function quoteWideNumbers(json: string): string {
  if (!NEEDS_QUOTES.test(json)) return json;
  let out = '';
  let copied = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(json, at);
    } else if (startsNumber(code)) {
      const end = endOfNumber(json, at);
      if (mustQuote(json, { at, end })) {
        out += `${json.slice(copied, at)}"${json.slice(at, end)}"`;
        copied = end;
      }
      at = Math.max(end, at + 1);
    } else {
      at += 1;
    }
  }
  return copied === 0 ? json : out + json.slice(copied);
}

/** Index after the closing quote; the end of the text where there is none. */
function endOfString(json: string, open: number): number {
  let at = open + 1;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return json.length;
}

function startsNumber(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === MINUS || code === CAPITAL_N || code === CAPITAL_I;
}

function endOfNumber(json: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(json) ? NUMBER.lastIndex : at;
}

function mustQuote(json: string, token: { readonly at: number; readonly end: number }): boolean {
  if (token.end - token.at >= SAFE_DIGITS) return true;
  return /[eENI]/.test(json.slice(token.at, token.end));
}

/**
 * A whole number from decimal text or from a double that holds it exactly; also `1.5e3`, which is 1500. Nothing
 * when it is no whole number.
 */
export function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const match = DECIMAL.exec(value.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = Number(exponent) - fraction.length;
  if (Math.abs(scale) > MAX_SCALE || whole.length + fraction.length > MAX_SCALE) return undefined;
  const digits = BigInt(whole + fraction);
  const magnitude = scale >= 0 ? digits * 10n ** BigInt(scale) : divided(digits, 10n ** BigInt(-scale));
  if (magnitude === undefined) return undefined;
  return sign === '-' ? -magnitude : magnitude;
}

function divided(digits: bigint, by: bigint): bigint | undefined {
  return digits % by === 0n ? digits / by : undefined;
}

/** A 64-bit integer as attributes carry it: a number where that is exact, else its decimal text. */
export function compactInteger(value: bigint): number | string {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value.toString();
}

/** Whether a time fits a signed 64-bit integer and lies after 1970, as everything that stores it assumes. */
export function isStorableTime(value: bigint): boolean {
  return value > 0n && value <= MAX_INT64;
}
