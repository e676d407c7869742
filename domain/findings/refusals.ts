import type { Attempt } from '../judgement.ts';
import { REASON_INFO } from '../words-info/reasons.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { type Scene, viewsOf } from './scene.ts';
import { countOf, lengthOf, msBetween, statusOf } from './telling.ts';

const isGone = (attempt: Attempt): boolean =>
  attempt.reasons.includes('session_gone') || attempt.reasons.includes('dead_incarnation');

/** Whether an attempt was refused, in whatever class, because its session or incarnation is gone. */
export const refusedAsGone = (attempt: Attempt): boolean => attempt.given === 'refusal' && isGone(attempt);

/** A refusal, of whatever class, because session or incarnation is gone: honest, and worth seeing. */
export const rejectedIncarnation = defineDetector({
  kind: 'rejected_incarnation',
  severity: 'info',
  find: (scene) =>
    scene.attempts.filter(refusedAsGone).map((attempt): Occurrence => {
      const reason = attempt.reasons.includes('session_gone') ? 'session_gone' : 'dead_incarnation';
      return {
        ...ofAttempt(scene, attempt),
        key: reason === 'session_gone' ? reason : `${reason} ${attempt.cursor.incarnation ?? ''}`,
        what: `A reconnect was refused with ${statusOf(attempt.status)}: ${REASON_INFO[reason].fact}`,
      };
    }),
});

const BLOCKERS: readonly string[] = ['predecessor_live', 'rival_live', 'forked'];

/** Refused by the client's own earlier connection or by a rival of it, and for no other reason. */
export const blockedByOrphan = defineDetector({
  kind: 'blocked_by_orphan',
  severity: 'medium',
  find: (scene) =>
    scene.attempts.filter(isBlocked).map((attempt): Occurrence => {
      const graceMs = viewsOf(scene, attempt).find((view) => view.graceMs !== undefined)?.graceMs;
      const grace =
        graceMs === undefined
          ? 'grace is not attested'
          : `it counts as live for ${lengthOf(BigInt(graceMs) * 1_000_000n)}`;
      const blocker = attempt.reasons.includes('rival_live') ? 'a rival stream' : 'its own predecessor';
      const [view] = viewsOf(scene, attempt);
      return {
        ...ofAttempt(scene, attempt),
        key: attempt.cursor.streamId ?? attempt.served.streamId ?? 'no cursor',
        evidence: [
          ...evidenceOf(scene, attempt),
          ...(view && graceMs !== undefined ? [seen(view, 'grace_ms', graceMs, 'attested')] : []),
        ],
        what: `The reconnect was refused with ${statusOf(attempt.status)} by ${blocker}, still counted as attached; ${grace}`,
      };
    }),
  many: (run) => {
    const [first] = run;
    const last = run.at(-1);
    const budget = first && last ? msBetween(first.at, last.at) : 0;
    return `${first?.what ?? ''}, and the client tried for ${lengthOf(BigInt(budget) * 1_000_000n)}; refused`;
  },
});

function isBlocked(attempt: Attempt): boolean {
  const blockers = attempt.reasons.filter((reason) => BLOCKERS.includes(reason));
  return (
    attempt.verdict === 'refused' &&
    blockers.length > 0 &&
    blockers.length === attempt.reasons.filter((reason) => reason !== 'no_cursor').length
  );
}

/** A gap declared by an explicit resync event, with the number of events given up. */
export const resync = defineDetector({
  kind: 'resync',
  severity: 'info',
  find: (scene) =>
    scene.attempts
      .filter(({ verdict }) => verdict === 'resynced')
      .map((attempt): Occurrence => {
        const givenUp = eventsGivenUp(scene, attempt);
        const [view] = viewsOf(scene, attempt);
        const told =
          givenUp === undefined
            ? 'how many events were given up is not known'
            : `${countOf(givenUp, 'event')} given up`;
        return {
          ...ofAttempt(scene, attempt),
          key: attempt.cursor.streamId ?? attempt.served.streamId ?? '',
          evidence: [
            ...evidenceOf(scene, attempt),
            ...(view ? [seen(view, 'events_given_up', givenUp ?? 'unknown', 'attested')] : []),
          ],
          what: `A gap was declared by a resync: ${told}`,
        };
      }),
  many: (run) => {
    const counts = run.map(
      ({ evidence }) => evidence.find(({ name }) => name === 'events_given_up')?.value ?? 'unknown',
    );
    const known = counts
      .filter((value) => value !== 'unknown')
      .reduce((sum, value) => sum + Number(value), 0);
    const rest = counts.includes('unknown') ? ', and more of which the number is not known' : '';
    return `Gaps were declared by resyncs, ${countOf(known, 'event')} given up${rest}; declared`;
  },
});

/** What lies between the cursor and the first event after the resync. */
function eventsGivenUp(scene: Scene, attempt: Attempt): number | undefined {
  const first =
    attempt.first.ordinal ??
    viewsOf(scene, attempt).find((view) => view.resyncEarliest !== undefined)?.resyncEarliest;
  const { ordinal } = attempt.cursor;
  return first === undefined || ordinal === undefined ? undefined : Math.max(0, first - ordinal - 1);
}

function ofAttempt(scene: Scene, attempt: Attempt): Omit<Occurrence, 'key' | 'what'> {
  return {
    at: attempt.at,
    until: attempt.end,
    attempts: [attempt.id],
    streamId: attempt.cursor.streamId ?? attempt.served.streamId,
    evidence: evidenceOf(scene, attempt),
  };
}

function evidenceOf(scene: Scene, attempt: Attempt): Occurrence['evidence'] {
  return viewsOf(scene, attempt).map((view) => seen(view, 'status', statusOf(view.status)));
}
