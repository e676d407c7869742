import { msToNanos, type UnixNanos } from '../brand.ts';
import type { Disturbance, Execution } from '../judgement.ts';
import { streamIn } from '../log/session-log.ts';
import { wasDelivered } from './double-candidates.ts';
import type { Pair } from './double-pair.ts';
import { isTraceKey, type Scene } from './scene.ts';

/** How many disturbances before a run are looked at; the last one that counts is near it. */
const TRIED = 512;

/**
 * What may have made the client ask again between two runs (domain.md section 7): the last fabricated resumption, else
 * the last other disturbance when the first result had not been delivered before the second run began; the second run
 * begins within the window of it.
 */
export function lastDisturbance(scene: Scene, pair: Pair): Disturbance | undefined {
  const { earlier, later } = pair;
  const window = msToNanos(scene.settings.disturbanceWindowMs);
  const delivered = wasDelivered(earlier, later);
  const all = scene.allDisturbances;
  let tried = 0;
  let last: Disturbance | undefined;
  for (let index = countUpTo(all, later.at) - 1; index >= 0 && tried < TRIED; index -= 1, tried += 1) {
    const disturbance = all[index];
    if (!disturbance || disturbance.at < earlier.at || later.at - disturbance.at > window) break;
    if (!concerns(disturbance, pair)) continue;
    // What the client did after it had been misled is not what made it ask again.
    if (disturbance.kind === 'fabricated') return disturbance;
    if (!delivered && isAbout(scene, { pair, disturbance })) last ??= disturbance;
  }
  return last;
}

/** Whether anything at all happened in the window before a run. */
export function isDisturbed(scene: Scene, later: Execution): boolean {
  const all = scene.allDisturbances;
  const last = all[countUpTo(all, later.at) - 1];
  return last !== undefined && later.at - last.at <= msToNanos(scene.settings.disturbanceWindowMs);
}

/** How many of a list in order of time are not after a moment. */
function countUpTo(all: readonly Disturbance[], at: UnixNanos): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle]?.at ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** It befell one of the two sessions, or their client where there are none. Another session of the client is its own. */
function concerns(disturbance: Disturbance, { earlier, later }: Pair): boolean {
  if (disturbance.session === earlier.session || disturbance.session === later.session) return true;
  return (
    later.clientId !== undefined && disturbance.clientId === later.clientId && isTraceKey(disturbance.session)
  );
}

/**
 * With the first result known to have gone undelivered, any disturbance may be why. Where nothing is known of it, what
 * befell another request, or a standalone stream, says nothing about it.
 */
function isAbout(scene: Scene, { pair, disturbance }: { pair: Pair; disturbance: Disturbance }): boolean {
  const { earlier } = pair;
  if (disturbance.requestId !== undefined && disturbance.requestId === earlier.requestId) return true;
  if (isKnownUndelivered(scene, pair) || disturbance.kind === 'refusal' || disturbance.kind === 'not_found')
    return true;
  if (disturbance.requestId !== undefined) return false;
  const fact = scene.factById.get(disturbance.fact);
  if (fact?.kind !== 'detach') return true;
  const origin = fact.origin ?? streamIn(scene.log, fact.streamId, scene.log.incarnationOf(fact))?.origin;
  return origin !== 'get' && origin !== 'legacy_sse';
}

/** The result was seen being issued and not arriving, or the client says that it got none. */
function isKnownUndelivered(scene: Scene, { earlier }: Pair): boolean {
  if (earlier.session !== scene.session && !scene.executionsById.has(earlier.id)) return false;
  if (scene.answers.resultOf(earlier)) return true;
  return scene.deliveries
    .outcomesOf(earlier.requestId ?? '')
    .some(({ outcome }) => outcome === 'lost' || outcome === 'timeout' || outcome === 'cancelled');
}
