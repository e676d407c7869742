import { type TimeScale, xOf } from './range.ts';

export interface RulerTick {
  readonly at: number;
  readonly x: number;
  /** Time of day, as fine as the step needs. */
  readonly label: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps that people read without counting. */
const STEPS_MS = [
  0.01,
  0.02,
  0.05,
  0.1,
  0.2,
  0.5,
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  28 * DAY,
];

/**
 * Ticks at round times, no nearer to each other than `spacing` pixels. `offsetMinutes` is what local time
 * is ahead of UTC, so that round means round on the reader's clock; pure, the caller knows the zone.
 */
export function rulerTicks(
  scale: TimeScale,
  options: { spacing: number; offsetMinutes: number },
): readonly RulerTick[] {
  const length = scale.range.to - scale.range.from;
  const pixels = scale.right - scale.left;
  if (pixels <= 0 || !(length > 0)) return [];
  const least = (length * options.spacing) / pixels;
  const step = STEPS_MS.find((each) => each >= least) ?? least;
  const offset = options.offsetMinutes * MINUTE;
  const ticks: RulerTick[] = [];
  for (let k = Math.ceil((scale.range.from + offset) / step); ; k += 1) {
    const at = k * step - offset;
    if (at > scale.range.to) return ticks;
    ticks.push({ at, x: xOf(scale, at), label: clockLabel(k * step, step) });
  }
}

/** Time of day of a shifted epoch time: `10:00`, `10:00:05`, `10:00:05.250`, or the day when steps are days. */
function clockLabel(shifted: number, step: number): string {
  const date = new Date(Math.floor(shifted));
  const iso = date.toISOString();
  if (step >= DAY) return iso.slice(5, 10);
  if (step >= MINUTE) return iso.slice(11, 16);
  if (step >= SECOND) return iso.slice(11, 19);
  if (step >= 1) return iso.slice(11, 23);
  const micros = Math.round((shifted - Math.floor(shifted)) * 1000);
  return `${iso.slice(17, 23)}${String(micros).padStart(3, '0')}`;
}

/** A length of time for people: `240 ms`, `4.2 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export function durationText(ms: number): string {
  if (ms === 0) return 'an instant';
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < 60) return `${seconds} s`;
  if (ms < HOUR) return twoUnits(ms, { big: MINUTE, small: SECOND, names: ['min', 's'] });
  if (ms < DAY) return twoUnits(ms, { big: HOUR, small: MINUTE, names: ['h', 'min'] });
  return twoUnits(ms, { big: DAY, small: HOUR, names: ['d', 'h'] });
}

function twoUnits(
  ms: number,
  units: { big: number; small: number; names: readonly [string, string] },
): string {
  const total = Math.round(ms / units.small);
  const per = units.big / units.small;
  const rest = total % per;
  const head = `${Math.floor(total / per)} ${units.names[0]}`;
  return rest === 0 ? head : `${head} ${rest} ${units.names[1]}`;
}
