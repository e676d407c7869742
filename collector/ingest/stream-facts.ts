import type { AttachFact, DetachFact, EmitFact, EvictFact, FenceFact, ReceiveFact } from '#domain/facts.ts';
import { DETACH_REASONS, EVENT_KINDS, STREAM_ORIGINS } from '#domain/words.ts';
import * as attr from '#semconv';
import type { Candidate } from './candidate.ts';
import { commonOf, eventIdOf, streamOf } from './common-fields.ts';

/*
 * Emissions and receptions are by far the most facts. Theirs are built as one literal with the common fields spread
 * last: the engine keeps such an object in its fast form, where several spreads cost thirty times as much.
 */

export function attachFact(candidate: Candidate): AttachFact {
  return { kind: 'attach', ...streamOf(candidate.reader), ...commonOf(candidate) };
}

export function detachFact(candidate: Candidate): DetachFact {
  return {
    kind: 'detach',
    detachReason: candidate.reader.word(attr.ATTR_SEAMARK_STREAM_DETACH_REASON, DETACH_REASONS),
    ...streamOf(candidate.reader),
    ...commonOf(candidate),
  };
}

/** With a connection id that connection is closed to writes, without one the whole stream. */
export function fenceFact(candidate: Candidate): FenceFact {
  return { kind: 'fence', ...streamOf(candidate.reader), ...commonOf(candidate) };
}

export function evictFact(candidate: Candidate): EvictFact {
  return {
    kind: 'evict',
    floor: candidate.reader.integer(attr.ATTR_SEAMARK_STREAM_FLOOR),
    ...streamOf(candidate.reader),
    ...commonOf(candidate),
  };
}

export function emitFact(candidate: Candidate): EmitFact {
  const { reader } = candidate;
  return {
    kind: 'emit',
    replayed: reader.truth(attr.ATTR_SEAMARK_EVENT_REPLAYED) ?? false,
    streamId: reader.text(attr.ATTR_SEAMARK_STREAM_ID),
    origin: reader.word(attr.ATTR_SEAMARK_STREAM_ORIGIN, STREAM_ORIGINS),
    sequence: reader.text(attr.ATTR_SEAMARK_STREAM_SEQUENCE),
    streamRequestId: reader.text(attr.ATTR_SEAMARK_STREAM_REQUEST_ID),
    connectionId: reader.text(attr.ATTR_SEAMARK_CONNECTION_ID),
    eventId: eventIdOf(reader, attr.ATTR_SEAMARK_EVENT_ID),
    ordinal: reader.integer(attr.ATTR_SEAMARK_EVENT_ORDINAL),
    eventKind: reader.word(attr.ATTR_SEAMARK_EVENT_KIND, EVENT_KINDS),
    requestId: reader.text(attr.ATTR_JSONRPC_REQUEST_ID),
    method: reader.text(attr.ATTR_MCP_METHOD_NAME),
    digest: reader.text(attr.ATTR_SEAMARK_EVENT_DIGEST),
    ...commonOf(candidate),
  };
}

/** Seen by a client or a proxy; a server cannot see an event arrive. */
export function receiveFact(candidate: Candidate): ReceiveFact {
  const { reader } = candidate;
  return {
    kind: 'receive',
    streamId: reader.text(attr.ATTR_SEAMARK_STREAM_ID),
    origin: reader.word(attr.ATTR_SEAMARK_STREAM_ORIGIN, STREAM_ORIGINS),
    sequence: reader.text(attr.ATTR_SEAMARK_STREAM_SEQUENCE),
    streamRequestId: reader.text(attr.ATTR_SEAMARK_STREAM_REQUEST_ID),
    connectionId: reader.text(attr.ATTR_SEAMARK_CONNECTION_ID),
    eventId: eventIdOf(reader, attr.ATTR_SEAMARK_EVENT_ID),
    ordinal: reader.integer(attr.ATTR_SEAMARK_EVENT_ORDINAL),
    eventKind: reader.word(attr.ATTR_SEAMARK_EVENT_KIND, EVENT_KINDS),
    requestId: reader.text(attr.ATTR_JSONRPC_REQUEST_ID),
    method: reader.text(attr.ATTR_MCP_METHOD_NAME),
    digest: reader.text(attr.ATTR_SEAMARK_EVENT_DIGEST),
    ...commonOf(candidate, 'client'),
  };
}
