import type { Attempt, Evidence } from '../judgement.ts';
import { REASON_INFO } from '../words-info/reasons.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { type Scene, viewsOf } from './scene.ts';

/** Each attempt whose answer claims a continuity that the facts refute; always one each. */
export const fabricatedContinuity = defineDetector({
  kind: 'fabricated_continuity',
  severity: 'critical',
  find: (scene) =>
    scene.attempts
      .filter(({ verdict }) => verdict === 'fabricated')
      .map((attempt) => occurrenceOf(scene, attempt)),
});

function occurrenceOf(scene: Scene, attempt: Attempt): Occurrence {
  const [primary, ...others] = attempt.reasons;
  const also =
    others.length === 0 ? '' : ` Also: ${others.map((reason) => REASON_INFO[reason].fact).join('; ')}`;
  const told =
    primary === undefined
      ? 'The answer claims a continuity that the facts refute.'
      : REASON_INFO[primary].fabricated;
  return {
    key: attempt.id,
    at: attempt.at,
    until: attempt.end,
    attempts: [attempt.id],
    streamId: attempt.served.streamId ?? attempt.cursor.streamId,
    evidence: evidenceOf(scene, attempt),
    what: `${told}${also}`.replace(/\.$/, ''),
  };
}

/** The attempt itself, then what its failing checks used. */
function evidenceOf(scene: Scene, attempt: Attempt): readonly Evidence[] {
  const views = viewsOf(scene, attempt).map((view) =>
    seen(view, 'last_event_id', view.lastEventId ?? 'absent'),
  );
  return [
    ...views,
    ...attempt.checks.filter(({ result }) => result === 'fails').flatMap(({ facts }) => facts),
  ];
}
