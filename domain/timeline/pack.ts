/** Something with a beginning and an end, in any unit. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export interface Packed<T extends Interval> {
  readonly item: T;
  readonly row: number;
}

/**
 * Lays intervals into as few rows as possible without overlap, in order of their beginning. What finds no
 * room in `maxRows` goes to the row that becomes free first: drawn over, never dropped.
 */
export function packRows<T extends Interval>(
  items: readonly T[],
  options: { gap: number; maxRows: number },
): { readonly placed: readonly Packed<T>[]; readonly rows: number } {
  const ends: number[] = [];
  const placed: Packed<T>[] = [];
  const ordered = [...items].sort((a, b) => a.from - b.from || a.to - b.to);
  for (const item of ordered) {
    const row = freeRow(ends, item.from - options.gap, options.maxRows);
    ends[row] = Math.max(ends[row] ?? Number.NEGATIVE_INFINITY, item.to);
    placed.push({ item, row });
  }
  return { placed, rows: ends.length };
}

function freeRow(ends: readonly number[], before: number, maxRows: number): number {
  const free = ends.findIndex((end) => end <= before);
  if (free >= 0) return free;
  if (ends.length < maxRows) return ends.length;
  return ends.reduce((best, end, row) => (end < (ends[best] ?? end) ? row : best), 0);
}
