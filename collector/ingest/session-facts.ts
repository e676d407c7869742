import { sessionKey } from '#domain/brand.ts';
import type { AliasFact, CloseFact, OpenFact } from '#domain/facts.ts';
import { CLOSE_REASONS, SESSION_ORIGINS } from '#domain/words.ts';
import {
  ATTR_SEAMARK_SESSION_ALIAS_OF,
  ATTR_SEAMARK_SESSION_CLOSE_REASON,
  ATTR_SEAMARK_SESSION_ORIGIN,
} from '#semconv';
import type { Candidate } from './candidate.ts';
import { commonOf } from './common-fields.ts';

/** `seamark.session.open`: an incarnation begins. */
export function openFact(candidate: Candidate): OpenFact {
  return {
    kind: 'open',
    sessionOrigin: candidate.reader.word(ATTR_SEAMARK_SESSION_ORIGIN, SESSION_ORIGINS),
    inferred: false,
    ...commonOf(candidate),
  };
}

/** A server's `initialize` begins a session where nothing else says so. */
export function inferredOpenFact(candidate: Candidate): OpenFact {
  return { ...commonOf(candidate), kind: 'open', sessionOrigin: 'initialized', inferred: true };
}

export function closeFact(candidate: Candidate): CloseFact {
  return {
    ...commonOf(candidate),
    kind: 'close',
    closeReason: candidate.reader.word(ATTR_SEAMARK_SESSION_CLOSE_REASON, CLOSE_REASONS),
  };
}

/** A proxy maps ids: the id on the other side was replaced by its key like every session id. */
export function aliasFact(candidate: Candidate): AliasFact {
  const other = candidate.reader.text(ATTR_SEAMARK_SESSION_ALIAS_OF);
  return {
    ...commonOf(candidate),
    kind: 'alias',
    aliasOf: other === undefined ? undefined : sessionKey(other),
  };
}
