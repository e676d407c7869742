import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `condition` holds and tells whether it ever did. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(50)) {
    if (await condition()) return true;
  }
  return condition();
}
