import type { DetachFact, Fact, RequestFact } from '../facts.ts';
import type { Attempt, Disturbance } from '../judgement.ts';
import { type SessionLog, sessionLogOf, streamIn } from '../log/session-log.ts';
import type { StreamLog } from '../log/stream-log.ts';

/**
 * What may have made a client ask again (domain.md section 7): refusals, 404s, timeouts, cancels, lost connections and
 * fabricated resumptions, in order of time.
 */
export function disturbancesOf(facts: readonly Fact[], attempts: readonly Attempt[]): readonly Disturbance[] {
  return disturbancesIn(sessionLogOf(facts), attempts);
}

/** The same from a log that is already there. */
export function disturbancesIn(log: SessionLog, attempts: readonly Attempt[]): readonly Disturbance[] {
  const clientId = log.facts.find((fact) => fact.clientId !== undefined)?.clientId;
  const byId = new Map<string, Fact>(log.facts.map((fact) => [fact.id, fact]));
  const found: Disturbance[] = attempts.flatMap((attempt) => ofAttempt(attempt, byId));
  for (const fact of log.facts) {
    const disturbance =
      fact.kind === 'request' ? ofRequest(fact) : fact.kind === 'detach' ? ofDetach(fact, log) : undefined;
    if (disturbance) found.push(disturbance);
  }
  return found
    .map((disturbance) => ({ ...disturbance, clientId: disturbance.clientId ?? clientId }))
    .sort((a, b) => (a.at === b.at ? (a.fact < b.fact ? -1 : 1) : a.at < b.at ? -1 : 1));
}

function ofAttempt(attempt: Attempt, byId: ReadonlyMap<string, Fact>): readonly Disturbance[] {
  const fact = attempt.facts[0] === undefined ? undefined : byId.get(attempt.facts[0]);
  if (!fact) return [];
  const common = { at: attempt.end, fact: fact.id, session: fact.session, clientId: fact.clientId };
  if (attempt.verdict === 'fabricated') return [{ ...common, kind: 'fabricated' }];
  if (attempt.given !== 'refusal') return [];
  return [{ ...common, kind: attempt.status === 404 ? 'not_found' : 'refusal' }];
}

function ofRequest(fact: RequestFact): Disturbance | undefined {
  const kind = kindOfRequest(fact);
  return (
    kind && {
      kind,
      at: fact.end,
      fact: fact.id,
      session: fact.session,
      clientId: fact.clientId,
      requestId: fact.requestId,
    }
  );
}

function kindOfRequest({ outcome, status }: RequestFact): Disturbance['kind'] | undefined {
  if (outcome === 'timeout' || outcome === 'lost') return outcome;
  if (outcome === 'cancelled') return 'cancel';
  if (status === 404) return 'not_found';
  return status !== undefined && status >= 400 ? 'refusal' : undefined;
}

/**
 * A connection that the network or a timeout took, or that either side closed under a request before its result was
 * written: servers cannot tell a client that closes from one that is cut off.
 */
function ofDetach(fact: DetachFact, log: SessionLog): Disturbance | undefined {
  const stream = streamIn(log, fact.streamId, log.incarnationOf(fact));
  const requestId = fact.streamRequestId ?? stream?.requestId;
  const cut = fact.detachReason === 'network' || fact.detachReason === 'timeout';
  const early =
    (fact.detachReason === 'client_closed' || fact.detachReason === 'server_closed') && isEarly(fact, stream);
  if (!cut && !early) return undefined;
  return {
    kind: 'connection_lost',
    at: fact.at,
    fact: fact.id,
    session: fact.session,
    clientId: fact.clientId,
    requestId,
  };
}

function isEarly(fact: DetachFact, stream: StreamLog | undefined): boolean {
  if (!stream || (stream.origin !== 'post' && stream.requestId === undefined)) return false;
  return !stream.events.some(({ kind, at }) => (kind === 'result' || kind === 'error') && at <= fact.at);
}
