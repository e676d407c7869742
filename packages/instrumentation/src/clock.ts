import type { HrTime } from '@opentelemetry/api';

const MAX_DRIFT_MS = 500;
const STEP_NS = 1_000;
const NS_PER_S = 1_000_000_000;

/**
 * Wall-clock times that never repeat and never go back within one process. Whether an event came before or after a
 * decision turns on their order, so milliseconds are too coarse. Follows the system's clock when that is set anew.
 */
export class Clock {
  #anchor = Date.now() - performance.now();
  #seconds = 0;
  #nanos = 0;

  now(): HrTime {
    const elapsed = performance.now();
    const wall = Date.now();
    if (Math.abs(wall - (this.#anchor + elapsed)) > MAX_DRIFT_MS) this.#anchor = wall - elapsed;
    const ms = this.#anchor + elapsed;
    const seconds = Math.floor(ms / 1_000);
    const nanos = Math.floor((ms - seconds * 1_000) * 1_000) * 1_000;
    if (seconds > this.#seconds || (seconds === this.#seconds && nanos > this.#nanos)) {
      this.#seconds = seconds;
      this.#nanos = nanos;
    } else {
      this.#nanos += STEP_NS;
      if (this.#nanos >= NS_PER_S) {
        this.#nanos -= NS_PER_S;
        this.#seconds += 1;
      }
    }
    return [this.#seconds, this.#nanos];
  }
}

/** Milliseconds from one time to a later one. */
export function elapsedMs(from: HrTime, to: HrTime): number {
  return Math.max(0, Math.round((to[0] - from[0]) * 1_000 + (to[1] - from[1]) / 1_000_000));
}

export function laterOf(a: HrTime, b: HrTime): HrTime {
  return a[0] > b[0] || (a[0] === b[0] && a[1] >= b[1]) ? a : b;
}
