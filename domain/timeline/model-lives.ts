import { CLOSE_REASON_INFO, SESSION_ORIGIN_INFO } from '../words-info/answers.ts';
import type { Life, Tear, TimelineSession } from './model-types.ts';
import { isoMs, type TimeRange } from './range.ts';

const LONGEST_ID = 14;

/** Ids made by machines are long; their head is enough to tell lives apart on a bar. */
export const shortId = (id: string): string =>
  id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID - 4)}…` : id;

/** Lives as bars and the tears between them (domain.md section 2: judge on the incarnation). */
export function modelLives(
  session: TimelineSession,
  whole: TimeRange,
): { readonly lives: readonly Life[]; readonly tears: readonly Tear[] } {
  const ordered = [...session.incarnations].sort((a, b) => isoMs(a.at) - isoMs(b.at));
  const lives: Life[] = [];
  const tears: Tear[] = [];
  for (const [index, each] of ordered.entries()) {
    const next = ordered[index + 1];
    const said = each.end === undefined ? undefined : isoMs(each.end);
    const nextAt = next === undefined ? undefined : isoMs(next.at);
    const to = said ?? nextAt ?? whole.to;
    const open = said === undefined;
    const life = {
      id: each.id,
      label: lifeLabel(each),
      from: isoMs(each.at),
      to,
      open,
      derived: each.derived,
    };
    const missedFrom = open && next === undefined ? goneFrom(session, life.from) : undefined;
    lives.push({ ...life, missedFrom });
    if (open && nextAt === undefined) continue;
    const felt = isFelt(each, { nextAt, cameBack: session.attempts.some(({ at }) => isoMs(at) > to) });
    tears.push({
      life: each.id,
      at: to,
      until: Math.max(to, nextAt ?? to),
      cause: causeOf(each, nextAt),
      felt,
    });
  }
  return { lives, tears };
}

type LifeJson = TimelineSession['incarnations'][number];

/** What a client ends itself takes nothing from it; any other end does, once somebody comes back. */
function isFelt(
  { closeReason }: LifeJson,
  { nextAt, cameBack }: { readonly nextAt: number | undefined; readonly cameBack: boolean },
): boolean {
  if (closeReason === 'deleted') return false;
  return closeReason === 'rotated' || nextAt !== undefined || cameBack;
}

/** The first reconnect from which on all that tell of it were told that the session is gone. */
function goneFrom(session: TimelineSession, from: number): number | undefined {
  const told = session.attempts
    .filter(({ at, session: answer }) => isoMs(at) > from && (answer === 'gone' || answer === 'live'))
    .sort((a, b) => isoMs(a.at) - isoMs(b.at));
  const lastLive = told.findLastIndex(({ session: answer }) => answer === 'live');
  const first = told[lastLive + 1];
  return first && isoMs(first.at);
}

function lifeLabel(life: LifeJson): string {
  const parts = [life.derived ? 'a life, worked out' : shortId(life.id)];
  if (life.instance !== undefined) parts.push(life.instance);
  if (life.origin !== undefined && life.origin !== 'initialized')
    parts.push(SESSION_ORIGIN_INFO[life.origin]);
  return parts.join(' · ');
}

function causeOf(life: LifeJson, nextAt: number | undefined): string {
  if (life.closeReason !== undefined) return CLOSE_REASON_INFO[life.closeReason];
  if (life.end === undefined && nextAt !== undefined) return 'end not reported';
  return 'ended';
}
