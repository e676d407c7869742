import { evidence, observed } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

export const cursorResolved = defineCheck({
  id: 'cursor_resolved',
  needs: ['seamark.cursor.state'],
  run({ cursor, sequenceKnown }) {
    if (!cursor.presented) return notApplicable();
    const [seen] = cursor.seen;
    const state = evidence('cursor state', cursor.state);
    const facts = [evidence('cursor', cursor.id), state];
    // Having been seen here outranks any word that it was never issued.
    if (seen)
      return holds(...facts, evidence('cursor seen', observed(seen, seen.streamId ?? 'on this session')));
    switch (cursor.state?.value) {
      case 'unparseable':
        return fails('unparseable_cursor', ...facts);
      case 'unknown':
        return fails(
          cursor.sequence && !sequenceKnown ? 'unknown_sequence' : 'unknown_cursor',
          ...facts,
          evidence("cursor's sequence", cursor.sequence),
        );
      case 'resolved':
      case 'evicted':
        return holds(...facts);
      default:
        return cursor.ordinal || cursor.claimedStreamId
          ? holds(...facts, evidence("cursor's ordinal", cursor.ordinal))
          : unknown(undefined, ...facts);
    }
  },
});
