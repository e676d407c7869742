import type { UnixNanos } from '../brand.ts';

/** Index of the first item later than a time, in a list ordered by it; the list's length when there is none. */
export function firstAfter<T extends { readonly at: UnixNanos }>(
  items: readonly T[],
  end: UnixNanos,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item && item.at <= end) low = middle + 1;
    else high = middle;
  }
  return low;
}
