import type { ForeignEmission } from '../context.ts';
import type { EmitFact, ReceiveFact } from '../facts.ts';
import type { Attempt } from '../judgement.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { type Scene, servedStream, viewsOf } from './scene.ts';
import { labelOf } from './telling.ts';

/** An event of another session reached this one: data of one client shown to another. */
export const foreignDelivery = defineDetector({
  kind: 'foreign_delivery',
  severity: 'critical',
  find: (scene) => {
    const foreign = soleForeign(scene);
    return [...ofAttempts(scene, foreign), ...ofEvents(scene, foreign)];
  },
  many: (run) => `${run[0]?.what ?? ''}, and so again`,
});

type SoleForeign = ReadonlyMap<string, ForeignEmission>;

/** Ids that were seen emitted in exactly one other session of the service and never in this one. */
function soleForeign(scene: Scene): SoleForeign {
  const own = new Set(scene.log.facts.map((fact) => fact.session));
  const byId = new Map<string, ForeignEmission | null>();
  for (const emission of scene.context.foreignEmissions) {
    if (own.has(emission.session) || isEmittedHere(scene, emission)) continue;
    const known = byId.get(emission.eventId);
    byId.set(
      emission.eventId,
      known === undefined || known?.session === emission.session ? (known ?? emission) : null,
    );
  }
  return new Map([...byId].flatMap(([id, emission]) => (emission ? [[id, emission] as const] : [])));
}

/** A replay is no issue: what is only ever replayed here was issued elsewhere. */
function isEmittedHere(scene: Scene, { eventId }: ForeignEmission): boolean {
  return (scene.log.events.get(eventId) ?? []).some((event) =>
    event.emissions.some((fact) => !fact.replayed),
  );
}

function ofAttempts(scene: Scene, foreign: SoleForeign): readonly Occurrence[] {
  return scene.attempts.flatMap((attempt) => {
    const first = attempt.first.eventId === undefined ? undefined : foreign.get(attempt.first.eventId);
    if (!servedStream(attempt) || !(first || servesForeign(scene, attempt))) return [];
    return [ofAttempt(scene, { attempt, origin: first })];
  });
}

/**
 * Something was served, and the server says that it belongs to another session, or it goes on from a cursor of another
 * session and nothing shows it to be of this one.
 */
function servesForeign(scene: Scene, attempt: Attempt): boolean {
  const views = viewsOf(scene, attempt);
  if (views.some((view) => view.firstSession === 'other')) return true;
  const served =
    (attempt.replayedCount ?? 0) > 0 ||
    (attempt.replayedCount === undefined && attempt.first.eventId !== undefined);
  const own = views.some((view) => view.firstSession === 'same') || isOwn(scene, attempt.first.eventId);
  return attempt.reasons.includes('foreign_session') && served && !own;
}

function isOwn(scene: Scene, eventId: Attempt['first']['eventId']): boolean {
  return (
    eventId !== undefined && (scene.log.events.get(eventId) ?? []).some((event) => event.emissions.length > 0)
  );
}

function ofAttempt(
  scene: Scene,
  { attempt, origin }: { attempt: Attempt; origin: ForeignEmission | undefined },
): Occurrence {
  const views = viewsOf(scene, attempt);
  const from = origin === undefined ? 'another session' : `session ${labelOf(origin.session)}`;
  return {
    key: origin?.session ?? '',
    at: attempt.at,
    until: attempt.end,
    attempts: [attempt.id],
    alsoOn: origin ? [origin.session] : [],
    streamId: attempt.served.streamId,
    evidence: [
      ...views.map((view) => seen(view, 'first_event_id', view.firstEventId ?? 'unknown')),
      ...(origin ? [foreignEvidence(origin)] : []),
    ],
    what: `Events of ${from} were served to this one by a resumption`,
  };
}

const foreignEvidence = (origin: ForeignEmission): Occurrence['evidence'][number] => ({
  name: 'emitted_in_other_session',
  value: origin.eventId,
  source: 'observed',
  fact: origin.fact,
  at: origin.at,
  session: origin.session,
});

function ofEvents(scene: Scene, foreign: SoleForeign): readonly Occurrence[] {
  if (foreign.size === 0) return [];
  return scene.log.facts.flatMap((fact): readonly Occurrence[] => {
    if ((fact.kind !== 'receive' && fact.kind !== 'emit') || !reached(fact)) return [];
    const origin = fact.eventId === undefined ? undefined : foreign.get(fact.eventId);
    if (!origin) return [];
    return [
      {
        key: origin.session,
        at: fact.at,
        alsoOn: [origin.session],
        streamId: fact.streamId,
        evidence: [seen(fact, 'event_id', fact.eventId), foreignEvidence(origin)],
        what: `An event of session ${labelOf(origin.session)} reached this one`,
      },
    ];
  });
}

const reached = (fact: EmitFact | ReceiveFact): boolean =>
  fact.kind === 'receive' || (fact.replayed && fact.connectionId !== undefined);
