import { type UnixNanos, unixNanos } from './brand.ts';

const NANOS_PER_SECOND = 1_000_000_000n;
const ISO = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601 in UTC; three decimals, or nine where the time is finer than a millisecond. */
export function toIso(at: UnixNanos): string {
  const seconds = at / NANOS_PER_SECOND;
  const fraction = at % NANOS_PER_SECOND;
  const head = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const nine = fraction.toString().padStart(9, '0');
  return `${head}.${nine.endsWith('000000') ? nine.slice(0, 3) : nine}Z`;
}

/** Reads ISO 8601 with an offset, to the nanosecond; nothing when the text is no such time. */
export function fromIso(text: string): UnixNanos | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, head, fraction = '', zone] = match;
  const ms = Date.parse(`${head}${zone}`);
  if (Number.isNaN(ms)) return undefined;
  return unixNanos(BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0')));
}
