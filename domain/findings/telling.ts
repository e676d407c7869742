import { msToNanos, toEpochMs, type UnixNanos } from '../brand.ts';
import { toIso } from '../iso-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A length of time as people say it: `4 ms`, `3.2 s`, `300 s`, `12 min`, `2 h`. */
export function lengthOf(nanos: bigint): string {
  const ms = Number(nanos) / 1e6;
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${trim(ms / SECOND)} s`;
  if (ms < 10 * MINUTE) return `${Math.round(ms / SECOND)} s`;
  return ms < 2 * HOUR ? `${Math.round(ms / MINUTE)} min` : `${trim(ms / HOUR)} h`;
}

const trim = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** The time of day in UTC, as in "since 10:02". */
export const clockOf = (at: UnixNanos): string => `${toIso(at).slice(11, 16)} UTC`;

/** "one event", "3 events". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `one ${one}` : `${count} ${many}`;
}

/**
 * How often something repeated: "112 times, every 300 s, since 10:02". The beat is told only where there is one: no
 * interval differs from the middle one by more than a tenth.
 *
 * @param times in order.
 */
export function repetitionOf(times: readonly UnixNanos[]): string {
  const [first] = times;
  if (first === undefined || times.length < 2) return '';
  const beat = beatOf(times);
  const every = beat === undefined ? '' : `, every ${lengthOf(beat)}`;
  return `${times.length} times${every}, since ${clockOf(first)}`;
}

function beatOf(times: readonly UnixNanos[]): bigint | undefined {
  if (times.length < 3) return undefined;
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const middle = [...gaps].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[gaps.length >> 1] ?? 0n;
  const even = gaps.every((gap) => (gap > middle ? gap - middle : middle - gap) * 10n <= middle);
  return even && middle >= msToNanos(SECOND) ? middle : undefined;
}

/** A status or its absence, for a sentence. */
export const statusOf = (status: number | undefined): string =>
  status === undefined ? 'an unknown status' : String(status);

/** The first characters of a session's key, as people see it. */
export const labelOf = (session: string): string => session.slice(0, session.startsWith('t:') ? 10 : 8);

/** Whether two moments lie less than so many milliseconds apart. */
export function within(a: UnixNanos, b: UnixNanos, ms: number): boolean {
  return (a > b ? a - b : b - a) < msToNanos(ms);
}

/** Whole milliseconds between two moments. */
export const msBetween = (a: UnixNanos, b: UnixNanos): number => toEpochMs(b) - toEpochMs(a);
