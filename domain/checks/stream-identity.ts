import type { Dossier } from '../evidence/dossier.ts';
import { evidence, type Known } from '../evidence/known.ts';
import { type CheckAnswer, defineCheck, fails, holds, notApplicable, unknown } from './define-check.ts';

/** A refusal serves nothing, and a stream that is marked new is another one by its own word. */
export const servesCursor = ({ given }: Dossier): boolean => given !== 'refusal' && given !== 'marked_new';

function tokenFault({ token, cursor }: Dossier): CheckAnswer | undefined {
  const facts = [evidence('token', token.state), evidence("token's stream", token.streamId)];
  if (!token.used) return undefined;
  if (token.state?.value === 'absent') return fails('missing_token', ...facts);
  if (token.state?.value === 'unknown') return fails('unknown_token', ...facts);
  return !cursor.presented ? fails('missing_cursor', ...facts) : undefined;
}

const disagree = (a: Known<string> | undefined, b: Known<string> | undefined): boolean =>
  a !== undefined && b !== undefined && a.value !== b.value;

/** Token, cursor and served stream name one stream (paper 001). */
export const streamIdentity = defineCheck({
  id: 'stream_identity',
  needs: ['seamark.cursor.stream_id', 'seamark.stream.id'],
  run(dossier) {
    const { cursor, token, stream, answer } = dossier;
    const fault = tokenFault(dossier);
    if (fault) return fault;
    if (!cursor.presented) return notApplicable();
    const served = servesCursor(dossier) ? stream.served.streamId : undefined;
    const facts = [
      evidence("token's stream", token.used ? token.streamId : undefined),
      evidence("cursor's stream", cursor.streamId),
      evidence('stream served', served),
    ];
    const named = token.used ? token.streamId : undefined;
    if (disagree(named, cursor.streamId) || disagree(named, served) || disagree(cursor.streamId, served)) {
      return fails('foreign_stream', ...facts);
    }
    if (servesCursor(dossier) && answer.streamEcho?.value === 'different') {
      return fails('foreign_stream', ...facts, evidence('stream echoed', answer.streamEcho));
    }
    if (!servesCursor(dossier))
      return token.used && !named ? unknown(['seamark.resumption.token_stream_id']) : holds(...facts);
    if (cursor.streamId && served) return holds(...facts);
    const missing = [
      ...(cursor.streamId ? [] : ['seamark.cursor.stream_id']),
      ...(served ? [] : ['seamark.stream.id']),
    ];
    return unknown(missing, ...facts);
  },
});
