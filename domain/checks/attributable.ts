import type { Dossier } from '../evidence/dossier.ts';
import { evidence } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** The ids themselves say of which sequence they are. Where that is not attested, a bare number says nothing. */
function namesItsSequence({ stream, cursor }: Dossier): boolean {
  const namespacing = stream.namespacing?.value;
  if (namespacing === undefined) return !cursor.bare;
  // One counter for the session or a unique id cannot be taken for another; an incarnation says no stream.
  return namespacing !== 'none' && namespacing !== 'incarnation';
}

/** The one cursor of a connection can be told apart from those of other sequences (papers 002 and 004). */
export const attributable = defineCheck({
  id: 'attributable',
  needs: ['seamark.event.namespacing', 'seamark.sequence.active_count'],
  run(dossier) {
    const { cursor, stream, token, sequencesSeen } = dossier;
    if (!cursor.presented) return notApplicable();
    const facts = [
      evidence('active sequences', stream.activeSequences),
      evidence(
        'sequences seen',
        sequencesSeen.length > 1 ? { value: sequencesSeen.join(', '), source: 'observed' } : undefined,
      ),
      evidence('namespacing of ids', stream.namespacing),
      evidence(
        'streams that issued the id',
        cursor.seenOn.length > 0 ? { value: cursor.seenOn.join(', '), source: 'observed' } : undefined,
      ),
    ];
    if (token.used && token.streamId) return holds(evidence("token's stream", token.streamId), ...facts);
    if (cursor.emission) return holds(evidence('cursor seen on', cursor.streamId), ...facts);
    const reused = cursor.seenOn.length > 1;
    const active = Math.max(stream.activeSequences?.value ?? 0, sequencesSeen.length);
    const several = active > 1 && !namesItsSequence(dossier);
    if (!reused && !several) return holds(...facts);
    // The server's own resolution of such an id is what has to be proven.
    return cursor.serverResolved ? unknown(undefined, ...facts) : fails('ambiguous_sequence', ...facts);
  },
});
