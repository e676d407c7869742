const GROUPED = new Intl.NumberFormat('en-GB');

/** A count for people: `1,274`. */
export const countText = (value: number): string => GROUPED.format(value);

/** A share as a percentage with one decimal: `1.8 %`; below 0.1 with two, so that little is not shown as none. */
export function percentText(share: number): string {
  const percent = share * 100;
  return `${percent.toFixed(percent > 0 && percent < 0.1 ? 2 : 1)} %`;
}

/** An interval of shares: `1.2 – 2.7 %`. */
export const intervalText = (low: number, high: number): string =>
  `${(low * 100).toFixed(1)} – ${(high * 100).toFixed(1)} %`;

/** One word or the other: `1 session`, `2 sessions`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
