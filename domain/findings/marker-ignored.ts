import type { Attempt } from '../judgement.ts';
import { firstFrom } from '../log/deliveries.ts';
import { groupBy } from '../log/grouping.ts';
import { streamIn } from '../log/session-log.ts';
import type { StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { cursorOrdinalOf, cursorStreamOf, eventNamed, type Scene, viewsOf } from './scene.ts';
import { type Takeover, takeoversOf } from './takeovers.ts';

/** A resync or a marked new stream, which ended what came before it on a stream. */
interface Break {
  readonly attempt: Attempt;
  /** The first ordinal that goes on after it, where it goes on on the same stream. */
  readonly earliest: number | undefined;
}

/** After a resync or a new stream the client presents a cursor from before it. */
export const markerIgnored = defineDetector({
  kind: 'marker_ignored',
  severity: 'medium',
  find: (scene) => {
    const replaced = groupBy(takeoversOf(scene), ({ attempt }) => attempt.id);
    const breaks = new Map<StreamLog | string, Break>();
    return scene.attempts.flatMap((attempt) => {
      const stream = cursorStreamOf(scene, attempt) ?? attempt.cursor.streamId ?? attempt.lastEventId;
      const before = stream === undefined ? undefined : breaks.get(stream);
      const found =
        before && isFromBefore(scene, { attempt, before }) ? [occurrenceOf(scene, { attempt, before })] : [];
      if (!isBreak(scene, attempt)) return found;
      for (const key of endedBy(scene, { attempt, stream, replaced: replaced.get(attempt.id) ?? [] }))
        breaks.set(key, { attempt, earliest: earliestOf(attempt) });
      return found;
    });
  },
  many: (run) => `${run[0]?.what ?? ''}, again and again`,
});

interface Ended {
  readonly attempt: Attempt;
  readonly stream: StreamLog | string | undefined;
  readonly replaced: readonly Takeover[];
}

/** The streams whose older cursors are void: the cursor's, what was replaced, and what a resync goes on with. */
function endedBy(scene: Scene, { attempt, stream, replaced }: Ended): readonly (StreamLog | string)[] {
  const on =
    attempt.given === 'resync'
      ? streamIn(scene.log, attempt.served.streamId, attempt.served.incarnation)
      : undefined;
  return [...new Set([stream, on, ...replaced.map(({ from }) => from)])].filter((key) => key !== undefined);
}

/**
 * A resync moves the client's cursor only with the first event that follows it: before one was served, the client has
 * none but the old cursor. A new stream takes the old cursor away at once.
 */
function isBreak(scene: Scene, attempt: Attempt): boolean {
  if (attempt.given === 'marked_new') return true;
  if (attempt.given !== 'resync') return false;
  if (attempt.replayedCount !== 0) return true;
  const stream = cursorStreamOf(scene, attempt);
  return (
    stream !== undefined &&
    firstFrom(
      scene.emissionsOn(stream).filter(({ connectionId }) => connectionId !== undefined),
      attempt.end,
    ) !== undefined
  );
}

const earliestOf = (attempt: Attempt): number | undefined =>
  attempt.given === 'resync' ? attempt.first.ordinal : undefined;

/** A cursor that lies before what the break went on with; or, where it went on elsewhere, any that is older than it. */
function isFromBefore(scene: Scene, { attempt, before }: { attempt: Attempt; before: Break }): boolean {
  if (attempt.lastEventId === undefined) return false;
  if (attempt.lastEventId === before.attempt.lastEventId) return true;
  const ordinal = cursorOrdinalOf(scene, attempt);
  if (before.earliest !== undefined && ordinal !== undefined) return ordinal < before.earliest;
  const event = eventNamed(scene, attempt.lastEventId, attempt.cursor.streamId);
  return event !== undefined && event.at < before.attempt.at;
}

function occurrenceOf(scene: Scene, { attempt, before }: { attempt: Attempt; before: Break }): Occurrence {
  const marker = before.attempt.given === 'resync' ? 'a resync' : 'a new stream';
  return {
    key: attempt.cursor.streamId ?? '',
    at: attempt.at,
    until: attempt.end,
    streamId: attempt.cursor.streamId,
    attempts: [before.attempt.id, attempt.id],
    evidence: [
      ...viewsOf(scene, attempt).map((view) => seen(view, 'last_event_id', view.lastEventId)),
      ...viewsOf(scene, before.attempt).map((view) => seen(view, 'marker', view.marker ?? view.outcome)),
    ],
    what: `The client was told of ${marker} and still presents cursor ${attempt.lastEventId ?? ''} from before it`,
  };
}
