import type { Dossier, Rival } from '../evidence/dossier.ts';
import { evidence, observed } from '../evidence/known.ts';
import { isStandalone } from '../evidence/slots.ts';
import type { Evidence } from '../judgement.ts';
import { type CheckAnswer, defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

type RivalState = 'alive' | 'quiet' | 'unknown';

function stateOf(rival: Rival, grace: number | undefined): RivalState {
  if (rival.emitsAfter) return 'alive';
  if (rival.fenced) return 'quiet';
  const idle = rival.idleMs?.value;
  // A grace that nobody attests is unknown, never assumed; for a stream of an earlier reconnect its silence will do.
  if (grace === undefined || idle === undefined) return rival.direct ? 'unknown' : 'quiet';
  return idle <= grace ? 'alive' : 'quiet';
}

const describe = (rival: Rival): readonly Evidence[] => [
  ...evidence('rival stream', rival.streamId),
  ...evidence('rival idle, ms', rival.idleMs),
  ...(rival.emitsAfter
    ? evidence('rival emits after', observed(rival.emitsAfter, rival.emitsAfter.eventId ?? 'an event'))
    : []),
];

/** Other streams matter only where the one in question is standalone: a post stream is its own slot. */
function rivalry({ others, stream, cursor, given }: Dossier): CheckAnswer | undefined {
  const origin = stream.served.origin?.value ?? cursor.origin?.value;
  if (origin !== undefined && !isStandalone(origin)) return undefined;
  const grace = evidence('grace, ms', others.graceMs);
  const states = others.rivals.map((rival) => ({ rival, state: stateOf(rival, others.graceMs?.value) }));
  const alive = states.find(({ state }) => state === 'alive');
  if (alive) return fails(given === 'refusal' ? 'rival_live' : 'forked', describe(alive.rival), grace);
  const unclear = states.find(({ state }) => state === 'unknown');
  if (!unclear) return undefined;
  return unknown(
    [unclear.rival.idleMs ? 'seamark.grace_ms' : 'seamark.rival.idle_ms'],
    describe(unclear.rival),
    grace,
  );
}

/** After the decision there is one live connection per stream and per standalone slot (paper 001). */
export const soleStream = defineCheck({
  id: 'sole_stream',
  needs: ['seamark.predecessor.state'],
  run(dossier) {
    const { others, given } = dossier;
    if (!dossier.cursor.presented && given !== 'refusal') return notApplicable();
    const facts = evidence('predecessor', others.predecessor);
    if (others.predecessor?.value === 'live')
      return fails(given === 'refusal' ? 'predecessor_live' : 'forked', facts);
    const contested = rivalry(dossier);
    if (contested?.result === 'fails') return contested;
    if (!others.predecessor) return unknown();
    return contested ?? holds(facts, others.rivals.flatMap(describe));
  },
});
