import type { AttachFact, DetachFact, EmitFact, EvictFact, FenceFact, ReceiveFact } from '#domain/facts.ts';
import { DETACH_REASONS } from '#domain/words.ts';
import {
  ATTR_SEAMARK_EVENT_REPLAYED,
  ATTR_SEAMARK_STREAM_DETACH_REASON,
  ATTR_SEAMARK_STREAM_FLOOR,
} from '#semconv';
import type { Candidate } from './candidate.ts';
import { commonOf, eventOf, streamOf } from './common-fields.ts';

export function attachFact(candidate: Candidate): AttachFact {
  return { ...commonOf(candidate), ...streamOf(candidate.reader), kind: 'attach' };
}

export function detachFact(candidate: Candidate): DetachFact {
  return {
    ...commonOf(candidate),
    ...streamOf(candidate.reader),
    kind: 'detach',
    detachReason: candidate.reader.word(ATTR_SEAMARK_STREAM_DETACH_REASON, DETACH_REASONS),
  };
}

/** With a connection id that connection is closed to writes, without one the whole stream. */
export function fenceFact(candidate: Candidate): FenceFact {
  return { ...commonOf(candidate), ...streamOf(candidate.reader), kind: 'fence' };
}

export function emitFact(candidate: Candidate): EmitFact {
  return {
    ...commonOf(candidate),
    ...eventOf(candidate.reader),
    kind: 'emit',
    replayed: candidate.reader.truth(ATTR_SEAMARK_EVENT_REPLAYED) ?? false,
  };
}

/** Seen by a client or a proxy; a server cannot see an event arrive. */
export function receiveFact(candidate: Candidate): ReceiveFact {
  return { ...commonOf(candidate, 'client'), ...eventOf(candidate.reader), kind: 'receive' };
}

export function evictFact(candidate: Candidate): EvictFact {
  return {
    ...commonOf(candidate),
    ...streamOf(candidate.reader),
    kind: 'evict',
    floor: candidate.reader.integer(ATTR_SEAMARK_STREAM_FLOOR),
  };
}
