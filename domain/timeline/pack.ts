/** Something with a beginning and an end, in any unit. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export interface Packed<T extends Interval> {
  readonly item: T;
  readonly row: number;
}

/** A place that is taken already. */
export interface Taken extends Interval {
  readonly row: number;
}

export interface PackOptions {
  readonly gap: number;
  readonly maxRows: number;
  readonly taken?: readonly Taken[];
}

/**
 * Lays intervals into as few rows as possible without overlap, in order of their beginning. What finds no
 * room in `maxRows` goes to the row that becomes free first: drawn over, never dropped.
 */
export function packRows<T extends Interval>(
  items: readonly T[],
  options: PackOptions,
): { readonly placed: readonly Packed<T>[]; readonly rows: number } {
  const ends: number[] = [];
  const placed: Packed<T>[] = [];
  const ordered = [...items].sort((a, b) => a.from - b.from || a.to - b.to);
  for (const item of ordered) {
    const row = freeRow(item, ends, options);
    while (ends.length <= row) ends.push(Number.NEGATIVE_INFINITY);
    ends[row] = Math.max(ends[row] ?? Number.NEGATIVE_INFINITY, item.to);
    placed.push({ item, row });
  }
  return { placed, rows: ends.length };
}

function freeRow(item: Interval, ends: readonly number[], { gap, maxRows, taken = [] }: PackOptions): number {
  for (let row = 0; row < maxRows; row += 1) {
    const isFree = (ends[row] ?? Number.NEGATIVE_INFINITY) <= item.from - gap;
    const clashes = taken.some(
      (each) => each.row === row && each.from < item.to + gap && item.from < each.to + gap,
    );
    if (isFree && !clashes) return row;
  }
  return ends.reduce((best, end, row) => (end < (ends[best] ?? end) ? row : best), 0);
}
