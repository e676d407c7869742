'use client';

import { useSyncExternalStore } from 'react';

const STEP_MS = 5_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS);
  return () => clearInterval(timer);
}

const snapshot = (): number => Math.floor(Date.now() / STEP_MS) * STEP_MS;

/** The time in steps of five seconds; nothing while rendered on the server, whose clock and zone are not the reader's. */
export function useNow(): number | undefined {
  return useSyncExternalStore<number | undefined>(subscribe, snapshot, () => undefined);
}
