import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable } from './define-check.ts';

/** The stream was not fenced; a fence of an old connection of it is how a resume is done (paper 001). */
export const notFenced = defineCheck({
  id: 'not_fenced',
  needs: ['seamark.stream.state'],
  run({ stream, cursor }) {
    if (!cursor.presented) return notApplicable();
    if (stream.fence) return fails('fenced_stream', evidence('fence', stream.fence));
    if (stream.state?.value === 'fenced')
      return fails('fenced_stream', evidence('stream state', stream.state));
    return holds(
      stream.state
        ? evidence('stream state', stream.state)
        : evidence('fence', { value: 'none known', source: 'derived' }),
    );
  },
});
