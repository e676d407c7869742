import { eraOf } from '../era.ts';
import type { Dossier } from '../evidence/dossier.ts';
import type { AttemptViews } from './views.ts';

/** Transports whose connection is the session, or that have none (domain.md section 5, "Out of scope"). */
const WITHOUT_STREAMS: readonly string[] = ['pipe', 'websocket'];

/** Whether an attempt can be judged as a resumption at all; if not, verdict and session are `not_applicable`. */
export function isOutOfScope(dossier: Dossier, sessionProtocol: string | undefined): boolean {
  const { views, cursor, session } = dossier;
  const protocol =
    views.server?.protocol ??
    views.all.find((view) => view.protocol !== undefined)?.protocol ??
    sessionProtocol;
  const era = eraOf(protocol);
  if (era === 'sessionless') return true;
  if (views.all.some((view) => view.transport !== undefined && WITHOUT_STREAMS.includes(view.transport)))
    return true;
  if (session.state?.value === 'none' && !cursor.presented) return true;
  return era === 'unknown' && !cursor.presented && !hasSession(views) && session.state === undefined;
}

const hasSession = (views: AttemptViews): boolean => views.all.some((view) => view.identified);
