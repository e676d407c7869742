import { type UnixNanos, unixNanos } from '#domain/brand.ts';
import { fromIso } from '#domain/iso-time.ts';

const DAY = '2026-11-02';
const OF_DAY = /^(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?$/;
const SPAN = /^(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)$/;
const NANOS = {
  ns: 1,
  us: 1_000,
  ms: 1_000_000,
  s: 1_000_000_000,
  m: 60_000_000_000,
  h: 3_600_000_000_000,
} as const;

/** A length of time such as `200ms`, `0.5s` or `30m`, in nanoseconds. */
export function nanosOf(text: string): bigint | undefined {
  const [, amount, unit] = SPAN.exec(text) ?? [];
  if (amount === undefined || !isUnit(unit)) return undefined;
  return BigInt(Math.round(Number(amount) * NANOS[unit]));
}

/** A moment of 2 November 2026 (UTC) as text of the day: `10:00:00` or `10:00:00.25`. */
export function momentOf(text: string): UnixNanos | undefined {
  return OF_DAY.test(text) ? fromIso(`${DAY}T${text}Z`) : undefined;
}

/** The moment that a line's first word names: of the day, or `+SPAN` after the line before. */
export function timeOf(word: string, before: UnixNanos): UnixNanos | undefined {
  if (!word.startsWith('+')) return momentOf(word);
  const span = nanosOf(word.slice(1));
  return span === undefined ? undefined : unixNanos(before + span);
}

function isUnit(text: string | undefined): text is keyof typeof NANOS {
  return text !== undefined && Object.hasOwn(NANOS, text);
}
