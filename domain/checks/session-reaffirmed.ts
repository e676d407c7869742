import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** The answer carries the session's own id. Absent decides nothing: several SDKs never echo (paper 004). */
export const sessionReaffirmed = defineCheck({
  id: 'session_reaffirmed',
  needs: ['seamark.session.echo'],
  run({ session }) {
    if (session.state?.value === 'none') return notApplicable();
    const facts = [
      evidence('session id in the answer', session.echo),
      evidence('alias', session.alias && { ...session.alias, value: 'known' }),
    ];
    if (session.echo?.value === 'same') return holds(...facts);
    // Absent was reported and decides nothing: then nothing is missing either.
    if (session.echo?.value !== 'different') return unknown(session.echo ? [] : undefined, ...facts);
    return session.alias ? holds(...facts) : fails('session_reassigned', ...facts);
  },
});
