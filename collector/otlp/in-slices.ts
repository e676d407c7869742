import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one piece of work may hold the event loop, in milliseconds. */
const SLICE_MS = 15;

/**
 * Runs work that gives way, letting others have the event loop whenever a slice is used up: a large request must not
 * stop the small ones, nor the health checks.
 */
export async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
