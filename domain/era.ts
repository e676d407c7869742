import type { Era } from './words.ts';

/** The first protocol version without sessions, streams to resume or cursors (domain.md section 1). */
const FIRST_SESSIONLESS = '2026-07-28';
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The era of a protocol version. What is not a date is unknown, never sessionless. */
export function eraOf(protocol: string | undefined): Era {
  if (protocol === undefined || !DATE.test(protocol)) return 'unknown';
  return protocol >= FIRST_SESSIONLESS ? 'sessionless' : 'sessionful';
}
