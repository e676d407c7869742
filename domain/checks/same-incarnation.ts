import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** Where nobody attests an incarnation, the same instance with no open or close in between is the same life. */
export const sameIncarnation = defineCheck({
  id: 'same_incarnation',
  needs: ['seamark.cursor.incarnation', 'seamark.session.incarnation'],
  run({ cursor, session, derivedLife }) {
    if (session.state?.value === 'none' || !cursor.presented) return notApplicable();
    const minted = cursor.incarnation;
    const live = session.liveIncarnation;
    const facts = [evidence("cursor's incarnation", minted), evidence('live incarnation', live)];
    if (minted && live)
      return minted.value === live.value ? holds(...facts) : fails('dead_incarnation', ...facts);
    if (derivedLife?.value === 'same life')
      return holds(...facts, evidence('incarnation, derived', derivedLife));
    if (derivedLife?.value === 'opened again since')
      return fails('dead_incarnation', ...facts, evidence('incarnation, derived', derivedLife));
    const missing = [
      ...(minted ? [] : ['seamark.cursor.incarnation']),
      ...(live ? [] : ['seamark.session.incarnation']),
    ];
    return unknown(missing, ...facts);
  },
});
