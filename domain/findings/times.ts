import { msToNanos, type UnixNanos, unixNanos } from '../brand.ts';

/** The later of two moments. */
export function laterOf(a: UnixNanos, b: UnixNanos | undefined): UnixNanos {
  if (b === undefined) return a;
  return a > b ? a : b;
}

/** A moment that many milliseconds on. */
export const after = (at: UnixNanos, ms: number): UnixNanos => unixNanos(at + msToNanos(ms));
