import { diag } from '@opentelemetry/api';

const QUIET_MS = 60_000;

/**
 * Runs what belongs to the instrumentation and never to its host: a fault is logged by `diag`, at most once a minute
 * for each place, and becomes the fallback.
 */
export class Guard {
  readonly #lastLogged = new Map<string, number>();

  run<T>(place: string, work: () => T, fallback: T): T {
    try {
      return work();
    } catch (error) {
      this.#log(place, error);
      return fallback;
    }
  }

  /** As `run`, for work of which nobody waits for the result. */
  do(place: string, work: () => void): void {
    this.run(place, work, undefined);
  }

  #log(place: string, error: unknown): void {
    const now = Date.now();
    const last = this.#lastLogged.get(place);
    if (last !== undefined && now - last < QUIET_MS) return;
    this.#lastLogged.set(place, now);
    diag.error(`@seamark/instrumentation-mcp: ${place}`, error);
  }
}
