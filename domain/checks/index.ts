import { attributable } from './attributable.ts';
import { cursorResolved } from './cursor-resolved.ts';
import type { Check } from './define-check.ts';
import { firstIsSuccessor } from './first-is-successor.ts';
import { markedWhenNew } from './marked-when-new.ts';
import { notFenced } from './not-fenced.ts';
import { refusalClass } from './refusal-class.ts';
import { replayComplete } from './replay-complete.ts';
import { resyncTruthful } from './resync-truthful.ts';
import { retained } from './retained.ts';
import { sameIncarnation } from './same-incarnation.ts';
import { sameNamespace } from './same-namespace.ts';
import { sameSession } from './same-session.ts';
import { sessionLive } from './session-live.ts';
import { sessionReaffirmed } from './session-reaffirmed.ts';
import { soleStream } from './sole-stream.ts';
import { streamIdentity } from './stream-identity.ts';
import { withinHighWater } from './within-high-water.ts';

/** The seventeen checks, in the order of domain.md section 4: the first failing reason is the primary one. */
export const ALL_CHECKS: readonly Check[] = [
  sessionLive,
  sameSession,
  sameIncarnation,
  cursorResolved,
  streamIdentity,
  attributable,
  sameNamespace,
  notFenced,
  withinHighWater,
  retained,
  soleStream,
  sessionReaffirmed,
  firstIsSuccessor,
  replayComplete,
  refusalClass,
  markedWhenNew,
  resyncTruthful,
];
