import type { Attempt } from '../judgement.ts';
import { groupBy } from '../log/grouping.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { cursorOrdinalOf, type Scene, viewsOf } from './scene.ts';

/** Two attempts with one cursor and incarnation, both above the floor, whose replays differ up to the lower high water. */
export const unstableReplay = defineDetector({
  kind: 'unstable_replay',
  severity: 'high',
  find: (scene) => {
    const claims = scene.attempts.filter(
      (attempt) =>
        attempt.given === 'claim' && attempt.lastEventId !== undefined && isRetained(scene, attempt),
    );
    const groups = groupBy(claims, (attempt) =>
      [attempt.lastEventId, attempt.cursor.incarnation ?? '', attempt.cursor.streamId ?? ''].join('\u0000'),
    );
    return [...groups.values()].flatMap((attempts) =>
      attempts.slice(1).flatMap((second, index) => {
        const first = attempts[index];
        return first ? differences(scene, { first, second }) : [];
      }),
    );
  },
  many: (run) => `${run[0]?.what ?? ''}, and so on`,
});

/** Above the floor: the successor of the cursor was retained. Not known to be is not enough to compare. */
function isRetained(scene: Scene, attempt: Attempt): boolean {
  const ordinal = cursorOrdinalOf(scene, attempt);
  if (ordinal !== undefined && attempt.floor !== undefined) return ordinal >= attempt.floor - 1;
  return attempt.checks.find(({ check }) => check === 'retained')?.result === 'holds';
}

interface Served {
  /** The first ordinal; absent when nothing was replayed. */
  readonly first: string | undefined;
  /** How many of the events that both could have served; absent when the replay did not end. */
  readonly count: number | undefined;
}

/** What a replay served of the events up to a high water that both attempts share. */
function servedUpTo(
  scene: Scene,
  { attempt, highWater }: { attempt: Attempt; highWater: number | undefined },
): Served {
  const { ordinal, eventId } = attempt.first;
  const ended = viewsOf(scene, attempt).every(
    ({ replayState }) => replayState === undefined || replayState === 'complete',
  );
  const beyond = ordinal !== undefined && highWater !== undefined && ordinal > highWater;
  if (attempt.replayedCount === 0 || beyond) return { first: undefined, count: 0 };
  const room = ordinal === undefined || highWater === undefined ? undefined : highWater - ordinal + 1;
  const count =
    attempt.replayedCount === undefined || room === undefined
      ? attempt.replayedCount
      : Math.min(attempt.replayedCount, room);
  return { first: ordinal === undefined ? eventId : String(ordinal), count: ended ? count : undefined };
}

function differences(
  scene: Scene,
  { first, second }: { first: Attempt; second: Attempt },
): readonly Occurrence[] {
  const known = first.highWater !== undefined && second.highWater !== undefined;
  const highWater = known ? Math.min(first.highWater ?? 0, second.highWater ?? 0) : undefined;
  const before = servedUpTo(scene, { attempt: first, highWater });
  const now = servedUpTo(scene, { attempt: second, highWater });
  // A longer log at the second time explains a longer replay, unless both figures are known.
  const counts = known && before.count !== undefined && now.count !== undefined && before.count !== now.count;
  const firsts = before.first !== undefined && now.first !== undefined && before.first !== now.first;
  if (!counts && !firsts) return [];
  const told = firsts
    ? `began at ${before.first ?? ''} once and at ${now.first ?? ''} the next time`
    : `served ${before.count ?? 0} of the same events once and ${now.count ?? 0} the next time`;
  return [
    {
      key: `${second.lastEventId ?? ''} ${second.cursor.incarnation ?? ''}`,
      at: second.at,
      until: second.end,
      streamId: second.served.streamId ?? second.cursor.streamId,
      attempts: [first.id, second.id],
      evidence: [second, first].flatMap((attempt) =>
        viewsOf(scene, attempt).map((view) =>
          seen(view, 'replayed_count', view.replayedCount ?? 'unknown', 'attested'),
        ),
      ),
      what: `Two replays from the same cursor ${second.lastEventId ?? ''} ${told}`,
    },
  ];
}
