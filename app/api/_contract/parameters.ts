import { z } from 'zod';
import type { UnixNanos } from '#domain/brand.ts';
import { fromIso } from '#domain/iso-time.ts';

/** One text of bounded length; filters are names, and nothing that is longer is one. */
export const name = z.string().min(1).max(512).refine(hasNoNul, 'holds a NUL character');

/** Postgres has no place for a NUL in a text. */
export function hasNoNul(text: string): boolean {
  return !text.includes('\0');
}

/** A time in a request: ISO 8601 with an offset, to the nanosecond. */
export const instant = z
  .string()
  .meta({ format: 'date-time' })
  .transform((value, context): UnixNanos => {
    // An unescaped "+" of an offset arrives as a space.
    const at = fromIso(value.trim().replace(' ', '+'));
    if (at !== undefined && BigInt.asIntN(64, at) === at) return at;
    context.addIssue({
      code: 'custom',
      message: 'is no ISO 8601 time with an offset such as 2026-11-02T10:00:00Z, from 1678 to 2262',
    });
    return z.NEVER;
  });

/** A filter that may be given several times; any of the values matches. */
export const anyOf = <T extends z.ZodType>(value: T) => z.array(value).min(1).max(50).readonly();

/** How many rows a page may have. */
export const pageSize = (fallback: number, most: number) =>
  z.coerce.number().int().min(1).max(most).default(fallback);

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The length of a step in milliseconds, written as a number with `m`, `h` or `d`. */
export const step = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'is no length such as 5m, 1h or 1d')
  .transform((value) => {
    const unit = value.endsWith('m') ? UNIT_MS.m : value.endsWith('h') ? UNIT_MS.h : UNIT_MS.d;
    return Number(value.slice(0, -1)) * unit;
  });

/** Where the next page starts; opaque to callers. */
export const cursor = z.string().min(1).max(1024);
