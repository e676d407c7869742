import { clampedBuffer, declaredGap } from './evicted-buffer.ts';
import { foreignSession } from './foreign-session.ts';
import { refusedDeadIncarnation, refusedExpired } from './honest-refusals.ts';
import { idleEviction } from './idle-eviction.ts';
import { livePredecessor } from './live-predecessor.ts';
import { lostCursor } from './lost-cursor.ts';
import { lostResult } from './lost-result.ts';
import { markedNew } from './marked-new.ts';
import { restart } from './restart.ts';
import type { Scenario } from './scenario.ts';
import { wrongRefusal } from './wrong-refusal.ts';

/** In the order in which they are played. */
export const SCENARIOS: readonly Scenario[] = [
  idleEviction,
  restart,
  foreignSession,
  clampedBuffer,
  lostCursor,
  lostResult,
  declaredGap,
  refusedExpired,
  livePredecessor,
  wrongRefusal,
  markedNew,
  refusedDeadIncarnation,
];
