import { eraOf } from '../era.ts';
import type { Fact, OpenFact, ResumptionFact } from '../facts.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import type { Scene } from './scene.ts';

/** A server of the sessionless era that honours a cursor or mints a session id (domain.md section 1). */
export const eraViolation = defineDetector({
  kind: 'era_violation',
  severity: 'low',
  find: (scene) =>
    scene.log.facts.flatMap((fact): readonly Occurrence[] => {
      if (!isSessionless(scene, fact)) return [];
      if (fact.kind === 'open' && mintsId(fact)) return [minted(fact)];
      return fact.kind === 'resumption' && honoursCursor(fact) ? [honoured(fact)] : [];
    }),
});

const isSessionless = (scene: Scene, fact: Fact): boolean =>
  fact.protocol === undefined ? scene.era === 'sessionless' : eraOf(fact.protocol) === 'sessionless';

const mintsId = (fact: OpenFact): boolean => fact.identified && fact.observer !== 'client';

function minted(fact: OpenFact): Occurrence {
  return {
    key: 'minted',
    at: fact.at,
    evidence: [seen(fact, 'session_opened', fact.protocol ?? 'sessionless')],
    what: `A session id was minted under protocol ${fact.protocol ?? 'of the sessionless era'}, which has none`,
  };
}

/** Goes on from a cursor: a 2xx that replays, or says that it resumes. */
function honoursCursor(fact: ResumptionFact): boolean {
  const success =
    fact.status === undefined ? fact.outcome === 'replayed' : fact.status >= 200 && fact.status < 300;
  const goesOn =
    fact.outcome === 'replayed' ||
    fact.outcome === 'resynced' ||
    fact.marker === 'resumed' ||
    fact.marker === 'resync' ||
    (fact.replayedCount ?? 0) > 0;
  return fact.lastEventId !== undefined && success && goesOn;
}

function honoured(fact: ResumptionFact): Occurrence {
  return {
    key: 'honoured',
    at: fact.at,
    until: fact.end,
    streamId: fact.streamId,
    evidence: [
      seen(fact, 'last_event_id', fact.lastEventId),
      seen(fact, 'protocol', fact.protocol ?? 'sessionless'),
    ],
    what: `A cursor was honoured under protocol ${fact.protocol ?? 'of the sessionless era'}, which has none`,
  };
}
