/** Where a page ended: the values of its order, the last one unique, as text. */
export type Position = readonly [order: string, id: string];

/** One page of rows, and where the next one starts; null at the end. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: Position | null;
}

/**
 * Makes a page of the rows of a query that asked for one more than the page holds: the one more tells
 * that there is a next page, and is not part of this one.
 */
export function pageOf<T>(rows: readonly T[], limit: number, positionOf: (row: T) => Position): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { rows: kept, next: rows.length > limit && last !== undefined ? positionOf(last) : null };
}
