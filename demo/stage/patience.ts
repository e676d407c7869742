import { setTimeout as sleep } from 'node:timers/promises';

/** Waiting that ends at once when the demo is stopped. */
export interface Patience {
  pause(ms: number): Promise<void>;
  /** Waits until something holds. Throws, naming it, when it does not. */
  until(what: string, holds: () => boolean): Promise<void>;
}

const LOOK_EVERY_MS = 15;
const LONGEST_MS = 30_000;

export function createPatience(signal: AbortSignal): Patience {
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  return {
    pause,
    until: async (what, holds) => {
      const deadline = Date.now() + LONGEST_MS;
      while (!holds()) {
        if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
        await pause(LOOK_EVERY_MS);
      }
    },
  };
}
