import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

export const sameSession = defineCheck({
  id: 'same_session',
  needs: ['seamark.cursor.session'],
  run({ cursor, first, given }) {
    const facts = [
      evidence("cursor's session", cursor.session),
      evidence("first event's session", first.session),
    ];
    const served = given !== 'refusal' && first.session?.value === 'other';
    if (cursor.session?.value === 'other' || served) return fails('foreign_session', ...facts);
    if (!cursor.presented) return notApplicable();
    return cursor.session?.value === 'same' ? holds(...facts) : unknown();
  },
});
