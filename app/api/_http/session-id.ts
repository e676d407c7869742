import type { SessionIdMode } from '#db/session-ids.ts';
import { Problem } from './problem.ts';

/** A hash of an id, or a trace (telemetry.md section 4). */
const KEY = /^(?:[a-z2-7]{26}|t:[0-9a-f]{32})$/;

/**
 * Why a session was not found. What is no key is most likely a raw session id, which must be in no URL:
 * whoever sent it learns where to send it instead, and the answer does not repeat it.
 */
export function noSuchSession(id: string, mode: SessionIdMode): Problem {
  return mode === 'hashed' && !KEY.test(id)
    ? new Problem('raw_session_id', 'This is not the id of a session here; it looks like a raw session id.')
    : new Problem('session_not_found', 'There is no session of this id.');
}
