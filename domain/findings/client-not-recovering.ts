import { msToNanos, type UnixNanos } from '../brand.ts';
import type { Evidence } from '../judgement.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { refusedAsGone } from './refusals.ts';
import { type Scene, servedStream, viewsOf } from './scene.ts';
import { clockOf, lengthOf, statusOf } from './telling.ts';
import { after } from './times.ts';

/**
 * The same dead session is presented again more than a minute after its first refusal; or a client of known identity
 * opens no session within five minutes of it.
 */
export const clientNotRecovering = defineDetector({
  kind: 'client_not_recovering',
  severity: 'high',
  find: (scene) => {
    const refusals = refusalsOf(scene);
    const opens = scene.log.facts.filter((fact) => fact.kind === 'open').map(({ at }) => at);
    const dead = new Map<string, Refusal>();
    const firsts: Refusal[] = [];
    const again: Occurrence[] = [];
    for (const refusal of refusals) {
      const first = dead.get(refusal.life);
      // A session that was opened again since and is gone again is another dead one.
      const reopened = refusal.life === '' && first && opens.some((at) => at > first.at && at <= refusal.at);
      if (!first || reopened) {
        dead.set(refusal.life, refusal);
        firsts.push(refusal);
      } else if (refusal.at - first.at > msToNanos(scene.settings.deadAgainMs))
        again.push(presentedAgain(first, refusal));
    }
    return [...again, ...firsts.flatMap((first) => noNewSession(scene, { first, again }))];
  },
  many: (run) => `${run[0]?.what ?? ''}; presented again and refused`,
});

/** One time that a client was told that its session, or the incarnation of it, is gone. */
interface Refusal {
  readonly life: string;
  readonly at: UnixNanos;
  readonly attempt?: string | undefined;
  readonly status: number | undefined;
  readonly evidence: Evidence;
}

/** One dead session is one trouble. */
const keyOf = (first: Refusal): string => `${first.life} ${first.at}`;

function refusalsOf(scene: Scene): readonly Refusal[] {
  const attempts = scene.attempts.filter(refusedAsGone).flatMap((attempt): readonly Refusal[] => {
    const [view] = viewsOf(scene, attempt);
    if (!view) return [];
    const life = attempt.reasons.includes('session_gone') ? '' : (attempt.cursor.incarnation ?? '');
    return [
      {
        life,
        at: attempt.at,
        attempt: attempt.id,
        status: attempt.status,
        evidence: seen(view, 'status', statusOf(attempt.status)),
      },
    ];
  });
  return [...attempts, ...requestRefusals(scene)].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** A plain request answered 404 or 410 names a dead session too (with these two the protocol tells clients so). */
function requestRefusals(scene: Scene): readonly Refusal[] {
  return scene.log.facts.flatMap((fact): readonly Refusal[] => {
    if (fact.kind !== 'request' || !fact.identified || (fact.status !== 404 && fact.status !== 410))
      return [];
    return [{ life: '', at: fact.at, status: fact.status, evidence: seen(fact, 'status', fact.status) }];
  });
}

function presentedAgain(first: Refusal, refusal: Refusal): Occurrence {
  return {
    key: keyOf(first),
    at: refusal.at,
    attempts: refusal.attempt === undefined ? [] : [refusal.attempt],
    evidence: [refusal.evidence, { ...first.evidence, name: 'first_refusal' }],
    what: `The client presented a dead session again ${lengthOf(refusal.at - first.at)} after it was first refused at ${clockOf(first.at)}`,
  };
}

/** Served in the session as it lives now: a client that gave up a dead cursor needs no new session. */
const servedAlive = (scene: Scene): readonly UnixNanos[] =>
  scene.attempts
    .filter(
      (attempt) => attempt.session === 'live' && attempt.verdict !== 'fabricated' && servedStream(attempt),
    )
    .map(({ at }) => at);

/** A client whose identity is known, so that a session which it opens elsewhere would be seen. */
function noNewSession(
  scene: Scene,
  { first, again }: { readonly first: Refusal; readonly again: readonly Occurrence[] },
): readonly Occurrence[] {
  const client = scene.log.facts.find((fact) => fact.clientId !== undefined);
  if (client?.clientId === undefined) return [];
  const due = after(first.at, scene.settings.noNewSessionMs);
  // Presenting the dead one again within that time is the same trouble, told already.
  if (again.some(({ key, at }) => key === keyOf(first) && at <= due)) return [];
  const opens = [
    ...scene.context.clientOpens.filter(({ clientId }) => clientId === client.clientId).map(({ at }) => at),
    ...scene.log.facts.filter((fact) => fact.kind === 'open').map(({ at }) => at),
    ...servedAlive(scene),
  ];
  if (opens.some((at) => at >= first.at && at <= due)) return [];
  return [
    {
      key: keyOf(first),
      at: first.at,
      until: due,
      due,
      attempts: first.attempt === undefined ? [] : [first.attempt],
      evidence: [first.evidence, seen(client, 'client_id', client.clientId)],
      what: `The client was told that its session is gone and opened no new one within ${lengthOf(due - first.at)}`,
    },
  ];
}
