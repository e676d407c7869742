import type { Dossier, Place } from '../evidence/dossier.ts';
import { evidence, type Known } from '../evidence/known.ts';
import { defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';
import { servesCursor } from './stream-identity.ts';

const compare = (a: Known<string> | undefined, b: Known<string> | undefined): boolean | undefined =>
  a === undefined || b === undefined ? undefined : a.value === b.value;

/** What the cursor is held against: the stream served, or in a refusal the token's. */
function other(dossier: Dossier): Place | undefined {
  if (servesCursor(dossier)) return dossier.stream.served;
  return dossier.token.used && dossier.token.streamId ? { streamId: dossier.token.streamId } : undefined;
}

/** The origin of the stream counts, never the HTTP verb: a post stream resumed by GET is unchanged (paper 004). */
export const sameNamespace = defineCheck({
  id: 'same_namespace',
  needs: ['seamark.cursor.origin', 'seamark.stream.origin'],
  run(dossier) {
    const { cursor } = dossier;
    if (!cursor.presented) return notApplicable();
    const against = other(dossier);
    if (!against) return notApplicable();
    const facts = [
      evidence("cursor's origin", cursor.origin),
      evidence('origin served', against.origin),
      evidence("cursor's sequence", cursor.sequence),
      evidence('sequence served', against.sequence),
    ];
    const origin = compare(cursor.origin, against.origin);
    const sequence = compare(cursor.sequence, against.sequence);
    if (origin === false || sequence === false) return fails('namespace_mismatch', ...facts);
    const stream = compare(cursor.streamId, against.streamId);
    if (stream === true) return holds(evidence("cursor's stream", cursor.streamId), ...facts);
    return origin === true || sequence === true ? holds(...facts) : unknown(undefined, ...facts);
  },
});
