/** The spans of time that the overview offers, each with the step of its chart. */
export const RANGES = [
  { value: '15m', label: '15 min', words: 'the last 15 minutes', ms: 900_000, step: '1m' },
  { value: '1h', label: '1 h', words: 'the last hour', ms: 3_600_000, step: '1m' },
  { value: '6h', label: '6 h', words: 'the last 6 hours', ms: 21_600_000, step: '10m' },
  { value: '24h', label: '24 h', words: 'the last 24 hours', ms: 86_400_000, step: '30m' },
  { value: '7d', label: '7 d', words: 'the last 7 days', ms: 604_800_000, step: '4h' },
  { value: '30d', label: '30 d', words: 'the last 30 days', ms: 2_592_000_000, step: '12h' },
] as const;

export type RangeName = (typeof RANGES)[number]['value'];
export const RANGE_NAMES = RANGES.map((range) => range.value);
export const DEFAULT_RANGE: RangeName = '1h';

/** The span of a name, ending now. */
export function spanOf(name: RangeName, now: number) {
  const range = RANGES.find((each) => each.value === name) ?? RANGES[1];
  return { ...range, from: new Date(now - range.ms).toISOString(), to: new Date(now).toISOString() };
}
