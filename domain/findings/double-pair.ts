import { msToNanos, unixNanos } from '../brand.ts';
import type { Disturbance, Evidence, Execution } from '../judgement.ts';
import type { Strength } from '../words.ts';
import { lastDisturbance } from './double-disturbance.ts';
import type { Scene } from './scene.ts';
import { lengthOf } from './telling.ts';

/** Two runs that are, or may be, one call. */
export interface Pair {
  readonly earlier: Execution;
  readonly later: Execution;
}

export interface Judged extends Pair {
  readonly strength: Strength;
  readonly evidence: readonly Evidence[];
  /** Why they are taken for one call, as a clause; told only for the pair that counts. */
  readonly why: () => string;
}

/** Judges how surely two runs are one call; nothing where they are not. */
export function judgePair(scene: Scene, pair: Pair): Judged | undefined {
  if (differ(pair, 'tool') || differ(pair, 'argumentsDigest') || isLayered(pair)) return undefined;
  const proof = provenBy(pair);
  if (proof !== undefined) return { ...pair, strength: 'proven', evidence: [], why: () => proof };
  return suspicion(scene, pair);
}

/**
 * A gateway's call and the server's under it, each under the session that it knows: one execution (telemetry.md section 1).
 * Within one session such spans are joined before.
 */
function isLayered(pair: Pair): boolean {
  const { earlier, later } = pair;
  const request = equal(pair, 'requestId') && equal(pair, 'traceId');
  return (
    request &&
    earlier.session !== later.session &&
    earlier.service !== later.service &&
    later.at <= earlier.end
  );
}

/** Arguments or tools that are known and differ make two calls, as when a retry carries input responses. */
function differ({ earlier, later }: Pair, field: 'tool' | 'argumentsDigest' | 'clientId'): boolean {
  return earlier[field] !== undefined && later[field] !== undefined && earlier[field] !== later[field];
}

function equal<K extends keyof Execution>({ earlier, later }: Pair, field: K): boolean {
  return earlier[field] !== undefined && earlier[field] !== '' && earlier[field] === later[field];
}

function provenBy(pair: Pair): string | undefined {
  const { earlier, later } = pair;
  const trusted = !earlier.requestIdLowTrust && !later.requestIdLowTrust;
  const request = equal(pair, 'requestId') && trusted;
  if (request && isOneSession(pair) && equal(pair, 'incarnation')) {
    return `request id ${later.requestId ?? ''} ran twice in one incarnation, ${later.incarnation ?? ''}`;
  }
  if (request && equal(pair, 'traceId') && equal(pair, 'parentSpanId')) {
    return `both came from one trace parent with request id ${later.requestId ?? ''}`;
  }
  return equal(pair, 'idempotencyKey') && !differ(pair, 'clientId')
    ? 'both carry one idempotency key'
    : undefined;
}

/** The group of a trace is no session: two calls without one have just their client in common, if that. */
const isOneSession = ({ earlier, later }: Pair): boolean =>
  earlier.session === later.session && earlier.identified && later.identified;

type Identity = 'known' | 'address' | 'trace' | 'none';

function identityOf(pair: Pair): Identity {
  if (isOneSession(pair) || equal(pair, 'clientId')) return 'known';
  if (differ(pair, 'clientId')) return 'none';
  if (equal(pair, 'clientAddress')) return 'address';
  return pair.earlier.session === pair.later.session ? 'trace' : 'none';
}

function suspicion(scene: Scene, pair: Pair): Judged | undefined {
  const identity = identityOf(pair);
  if (identity === 'none' || !equal(pair, 'tool')) return undefined;
  const disturbance = lastDisturbance(scene, pair);
  const sameArguments = equal(pair, 'argumentsDigest');
  if (disturbance && sameArguments && identity === 'known') return probable(pair, disturbance);
  const apart = unixNanos(pair.later.at - pair.earlier.at);
  const near = apart <= msToNanos(scene.settings.possibleWindowMs);
  if (sameArguments && (near || disturbance)) return possible(pair, () => whyPossible(identity, disturbance));
  return disturbance
    ? possible(
        pair,
        () => `${told(pair, disturbance)}; without an argument digest more than this cannot be told`,
      )
    : undefined;
}

function probable(pair: Pair, disturbance: Disturbance): Judged {
  return {
    ...pair,
    strength: 'probable',
    evidence: [evidenceOf(disturbance)],
    why: () => told(pair, disturbance),
  };
}

function possible(pair: Pair, why: () => string): Judged {
  return { ...pair, strength: 'possible', evidence: [], why };
}

function whyPossible(identity: Identity, disturbance: Disturbance | undefined): string {
  if (identity === 'address')
    return 'same tool, same arguments and the same client address, which names no one client';
  if (identity === 'trace')
    return 'same tool and same arguments within one trace, and whether it is one client is not known';
  return disturbance
    ? 'same tool and same arguments'
    : 'same tool, same arguments and nothing in between: agents repeat calls on purpose';
}

const TOLD = {
  refusal: 'a reconnect was refused',
  not_found: 'a request was answered with 404',
  timeout: 'the client timed out',
  cancel: 'the client cancelled',
  lost: 'the client lost the connection',
  connection_lost: 'a connection was lost',
  fabricated: 'a resumption was fabricated',
} as const satisfies Record<Disturbance['kind'], string>;

function told({ earlier, later }: Pair, disturbance: Disturbance): string {
  const before = `${lengthOf(later.at - disturbance.at)} before the second run`;
  const open =
    earlier.deliveredAt !== undefined && earlier.deliveredAt < later.at
      ? ''
      : ', and the first result had not been delivered';
  return `${TOLD[disturbance.kind]} ${before}${open}`;
}

function evidenceOf(disturbance: Disturbance): Evidence {
  return {
    name: 'disturbance',
    value: disturbance.kind,
    source: 'observed',
    fact: disturbance.fact,
    at: disturbance.at,
    session: disturbance.session,
  };
}
