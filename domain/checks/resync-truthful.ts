import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** A declared gap is the real one: the stream goes on where the resync says (paper 000). */
export const resyncTruthful = defineCheck({
  id: 'resync_truthful',
  needs: ['seamark.resync.earliest', 'seamark.first.ordinal'],
  run({ given, answer, first, cursor, stream }) {
    if (given !== 'resync') return notApplicable();
    const facts = [
      evidence('earliest, as declared', answer.earliest),
      evidence("first event's ordinal", first.ordinal),
      evidence("first event's stream", first.streamId),
      evidence("cursor's stream", cursor.streamId),
    ];
    const on = first.streamId ?? stream.served.streamId;
    const elsewhere = cursor.streamId !== undefined && on !== undefined && on.value !== cursor.streamId.value;
    if (elsewhere) return fails('regressed', ...facts);
    if (!answer.earliest || !first.ordinal) return unknown(undefined, ...facts);
    return first.ordinal.value === answer.earliest.value ? holds(...facts) : fails('gap', ...facts);
  },
});
