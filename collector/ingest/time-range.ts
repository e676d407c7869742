import { type UnixNanos, unixNanos } from '#domain/brand.ts';
import { toIso } from '#domain/iso-time.ts';
import type { RejectionCode } from '../otlp/batch.ts';
import { isStorableTime } from '../otlp/exact-numbers.ts';

/** Times that are taken: what is older would be dropped by retention at once, what is later is a wrong clock. */
export interface AcceptedTimes {
  readonly from: UnixNanos;
  readonly to: UnixNanos;
}

const NANOS_PER_DAY = 86_400_000_000_000n;

/** [now − retention, now + 1 day] (collector.md section 2). What people import has no retention. */
export function acceptedTimes(now: UnixNanos, retentionDays: number | null): AcceptedTimes {
  const from = retentionDays === null ? 1n : now - BigInt(retentionDays) * NANOS_PER_DAY;
  return { from: unixNanos(from), to: unixNanos(now + NANOS_PER_DAY) };
}

/** Why a time is not taken; nothing when it is. An end of 0 was not sent. */
export function whyRefused(
  time: { readonly at: bigint; readonly end: bigint },
  times: AcceptedTimes | undefined,
): { readonly code: RejectionCode; readonly sentence: string } | undefined {
  if (time.at === 0n) return { code: 'no_time', sentence: 'has no time' };
  const latest = later(time.at, time.end);
  if (!isStorableTime(latest)) return { code: 'in_future', sentence: 'has a time beyond what can be stored' };
  if (!times) return undefined;
  if (time.at < times.from) {
    return { code: 'too_old', sentence: `is older than what is kept (since ${toIso(times.from)})` };
  }
  if (latest > times.to) return { code: 'in_future', sentence: `is later than ${toIso(times.to)}` };
  return undefined;
}

function later(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}
