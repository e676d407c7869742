import type { Resync } from './json-rpc.ts';
import type { LedgerEntry } from './ledger.ts';

/** The first event that was served, as seen on the wire. */
export interface FirstEvent {
  readonly eventId: string | undefined;
  readonly entry: LedgerEntry | undefined;
}

/** What an attempt to resume gathers until its replay has ended. It judges nothing. */
export interface Attempt {
  readonly lastEventId: string | undefined;
  readonly token: string | undefined;
  /** The answer of `getStreamIdForEventId`; `null` when the store knew none. */
  storeStreamId: string | null | undefined;
  first: FirstEvent | undefined;
  /** Events written as replay: no priming, resync or live tail. */
  replayed: number;
  /** Highest ordinal among them. */
  lastReplayed: number;
  /** A resync that came before every other event. */
  resync: Resync | undefined;
  /** Events that were neither resync, priming nor keep-alive. */
  otherEvents: number;
  timer: NodeJS.Timeout | undefined;
  /** Only what is already under way is still waited for. */
  ending: boolean;
  settled: boolean;
}

export function newAttempt(asked: {
  readonly lastEventId: string | undefined;
  readonly token: string | undefined;
}): Attempt {
  return {
    ...asked,
    storeStreamId: undefined,
    first: undefined,
    replayed: 0,
    lastReplayed: 0,
    resync: undefined,
    otherEvents: 0,
    timer: undefined,
    ending: false,
    settled: false,
  };
}
