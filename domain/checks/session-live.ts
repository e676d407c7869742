import type { Dossier } from '../evidence/dossier.ts';
import { derived, evidence, observed } from '../evidence/known.ts';
import { type CheckAnswer, defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** An end that was seen outranks the word `live`, unless that word is about another life than the ended one. */
function endedUnder(dossier: Dossier): CheckAnswer | undefined {
  const life = dossier.session.closed;
  if (!life?.closed) return undefined;
  const said = dossier.views.server?.incarnation;
  const another =
    dossier.session.state?.value === 'live' && said !== undefined && life.attested && said !== life.id;
  if (another) return undefined;
  const why = life.closed.reason ?? 'closed';
  return fails(
    'session_gone',
    evidence('session end', observed(life.closed, why)),
    evidence('session state', dossier.session.state),
  );
}

export const sessionLive = defineCheck({
  id: 'session_live',
  needs: ['seamark.session.state'],
  run(dossier) {
    const { state, open } = dossier.session;
    if (state?.value === 'none') return notApplicable(evidence('session state', state));
    const ended = endedUnder(dossier);
    if (ended) return ended;
    const opened = open ? evidence('session open', observed(open, open.id)) : [];
    switch (state?.value) {
      case 'missing':
      case 'expired':
      case 'uninitialized':
        return fails('session_gone', evidence('session state', state));
      case 'live':
        return holds(evidence('session state', state), opened);
      default: {
        // Not having seen it end proves nothing; the server naming the life that was seen open does.
        const said = dossier.views.server?.incarnation;
        if (!open?.attested || said !== open.id) return unknown(undefined, opened);
        return holds(opened, evidence('live incarnation', derived(said)));
      }
    }
  },
});
