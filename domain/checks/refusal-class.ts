import type { Dossier, Rival } from '../evidence/dossier.ts';
import { evidence } from '../evidence/known.ts';
import type { Reason } from '../words.ts';
import { cursorResolved } from './cursor-resolved.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';
import { sameIncarnation } from './same-incarnation.ts';
import { sessionLive } from './session-live.ts';

/** Codes that tell a client that its session is over (domain.md section 4, check 15). */
const GONE_CODES: readonly string[] = [
  'session_expired',
  'session_not_found',
  'session_terminated',
  'incarnation_mismatch',
  '-32001',
];

type Class =
  | { readonly kind: 'right' }
  | { readonly kind: 'honest'; readonly why: Reason }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'unclear' };

const right: Class = { kind: 'right' };
const wrong: Class = { kind: 'wrong' };
const unclear: Class = { kind: 'unclear' };

/** A rival counts as live until it is known to be fenced, or idle for longer than the grace. */
function mayLive({ fenced, emitsAfter, idleMs }: Rival, grace: number | undefined): boolean {
  if (emitsAfter || fenced) return fenced === undefined;
  return idleMs === undefined || grace === undefined || idleMs.value <= grace;
}

/** Answers that a live session may give whatever the other checks say. */
function honestOnLive(status: number, { others, answer }: Dossier): Reason | undefined {
  switch (status) {
    case 401:
    case 403:
      return 'unauthorised';
    case 405:
      return 'unsupported';
    case 409: {
      if (others.predecessor?.value === 'live') return 'predecessor_live';
      if (others.rivals.some((rival) => mayLive(rival, others.graceMs?.value))) return 'rival_live';
      if (others.predecessor !== undefined) return undefined;
      const code = answer.errorCode?.value;
      return code === 'predecessor_live' || code === 'rival_live' ? code : undefined;
    }
    default:
      return undefined;
  }
}

const isTryLater = (status: number, { answer }: Dossier): boolean =>
  status === 429 || (status === 503 && answer.retryAfterS !== undefined);

const tellsGone = (status: number, { answer }: Dossier): boolean =>
  status === 404 ||
  status === 410 ||
  (status >= 400 && status < 500 && GONE_CODES.includes(answer.errorCode?.value ?? ''));

function onLive(status: number, dossier: Dossier, incarnation: 'same' | 'dead' | 'unknown'): Class {
  const why = honestOnLive(status, dossier);
  if (why) return { kind: 'honest', why };
  if (incarnation === 'dead') return tellsGone(status, dossier) ? right : wrong;
  if (incarnation === 'unknown') return unclear;
  return status >= 400 && status < 500 && status !== 404 && status !== 410 ? right : wrong;
}

/** How a refusal's status fits the facts. */
export function classify(dossier: Dossier): Class {
  const status = dossier.answer.status?.value;
  if (status === undefined) return unclear;
  const live = sessionLive.run(dossier).result;
  if (live !== 'fails' && isTryLater(status, dossier)) return { kind: 'honest', why: 'try_later' };
  if (status >= 500) return wrong;
  if (live === 'fails') return tellsGone(status, dossier) ? right : wrong;
  if (live === 'unknown') return unclear;
  const same = sameIncarnation.run(dossier).result;
  // A cursor that resolves to nothing has no incarnation: it is refused as itself, not as a dead life's.
  const unresolved = cursorResolved.run(dossier).result === 'fails';
  const incarnation = same === 'fails' ? 'dead' : same === 'unknown' && !unresolved ? 'unknown' : 'same';
  return onLive(status, dossier, incarnation);
}

/** A refusal's status says what is the matter (paper 000). */
export const refusalClass = defineCheck({
  id: 'refusal_class',
  needs: ['seamark.session.state', 'http.response.status_code'],
  run(dossier) {
    if (dossier.given !== 'refusal') return notApplicable();
    const { answer, session } = dossier;
    const facts = [
      evidence('status', answer.status),
      evidence('error code', answer.errorCode),
      evidence('retry after, s', answer.retryAfterS),
      evidence('session state', session.state),
    ];
    switch (classify(dossier).kind) {
      case 'wrong':
        return fails('wrong_status', ...facts);
      case 'unclear':
        return unknown(undefined, ...facts);
      default:
        return holds(...facts);
    }
  },
});
