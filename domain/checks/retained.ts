import type { Dossier } from '../evidence/dossier.ts';
import { evidence } from '../evidence/known.ts';
import type { Reason } from '../words.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';
import { ownership } from './first-is-successor.ts';

/** A replay that begins exactly at the floor was moved there in silence; a declared gap was not. */
function reasonOf({ given, first, stream }: Dossier): Reason {
  if (given === 'resync' || given === 'refusal') return 'gap';
  return first.ordinal !== undefined && first.ordinal.value === stream.floor?.value
    ? 'clamped_to_floor'
    : 'gap';
}

/** What was served began at the cursor's own event or right after it: it was still held. */
function servedFromCursor(dossier: Dossier): boolean {
  const first = dossier.first.ordinal;
  const { ordinal } = dossier.cursor;
  return (
    first !== undefined &&
    ordinal !== undefined &&
    first.value <= ordinal.value + 1 &&
    ownership(dossier) === 'same'
  );
}

/** The event after the cursor is still held: the cursor itself may be gone (papers 000 and 002). */
export const retained = defineCheck({
  id: 'retained',
  needs: ['seamark.cursor.ordinal', 'seamark.stream.floor'],
  run(dossier) {
    const { cursor, stream } = dossier;
    if (!cursor.presented) return notApplicable();
    const { ordinal } = cursor;
    const facts = [evidence("cursor's ordinal", ordinal), evidence('floor', stream.floor)];
    if (ordinal && stream.floor) {
      return ordinal.value < stream.floor.value - 1 ? fails(reasonOf(dossier), ...facts) : holds(...facts);
    }
    const held = servedFromCursor(dossier);
    if (cursor.state?.value === 'evicted' && !held) {
      return fails(reasonOf(dossier), evidence('cursor state', cursor.state), ...facts);
    }
    if (held) return holds(...facts, evidence('first event', dossier.first.ordinal));
    const missing = [
      ...(ordinal ? [] : ['seamark.cursor.ordinal']),
      ...(stream.floor ? [] : ['seamark.stream.floor']),
    ];
    return unknown(missing, ...facts);
  },
});
