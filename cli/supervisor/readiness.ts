import { setTimeout as pause } from 'node:timers/promises';
import type { RunningChild } from './child-process.ts';
import { StartError } from './start-error.ts';

const INTERVAL = 75;
const PATIENCE = 120_000;
const ONE_ANSWER = 5_000;

/**
 * Waits until a process answers 200 on `/readyz`.
 *
 * @param origin as `http://127.0.0.1:4300`
 * @throws StartError SMK-126 when the process ends before, SMK-125 when it takes longer than two minutes
 */
export async function untilReady(child: RunningChild, origin: string): Promise<void> {
  let last = 'no answer';
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(INTERVAL)) {
    if (child.hasEnded()) throw await endedTooEarly(child);
    last = await ask(`${origin}/readyz`);
    if (last === 'ready') return;
  }
  throw new StartError('SMK-125', `the ${child.name} did not become ready (${last})`, child.lastLines());
}

async function endedTooEarly(child: RunningChild): Promise<StartError> {
  return new StartError(
    'SMK-126',
    `the ${child.name} ended while it was starting (${await child.ended})`,
    child.lastLines(),
  );
}

async function ask(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ONE_ANSWER), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status === 200 ? 'ready' : `status ${answer.status}`;
  } catch {
    return 'no answer';
  }
}
