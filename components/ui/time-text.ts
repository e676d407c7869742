/** Times for people, from ISO 8601. Pure but for the zone of the reader's own clock. */

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** Local time of day with milliseconds: `10:00:12.020`. */
export function clockText(iso: string): string {
  const date = new Date(iso);
  return `${localClock(date)}.${pad(date.getMilliseconds(), 3)}`;
}

/** Local time of day: `10:00:12`. */
export const clockSeconds = (iso: string): string => localClock(new Date(iso));

const localClock = (date: Date): string =>
  `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;

/** Local day: `29 Nov 2026`. */
export const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The zone of the reader's clock at an instant: `GMT+1`, `UTC`. */
export const zoneText = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** The same instant in UTC: `2026-11-29 10:00:12.020 UTC`. */
export const utcText = (iso: string): string =>
  `${new Date(iso).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** How long ago, by one unit: `3 min ago`; `in 5 s` when it lies ahead (clocks differ). */
export function agoText(iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  const size = Math.abs(ms);
  const unit = UNITS.find(([length]) => size >= length);
  if (!unit) return 'just now';
  const text = `${Math.floor(size / unit[0])} ${unit[1]}`;
  return ms < 0 ? `in ${text}` : `${text} ago`;
}
