import type { ResumptionFact } from '#domain/facts.ts';
import { STREAM_ORIGINS } from '#domain/words.ts';
import * as attr from '#semconv';
import type { AttributeReader } from './attribute-reader.ts';
import type { Candidate } from './candidate.ts';
import { commonOf, eventIdOf } from './common-fields.ts';

/** Codes of a refusal: Seamark's own attribute, else what JSON-RPC and MCP instrumentations call it. */
const ERROR_CODES = [
  attr.ATTR_SEAMARK_ERROR_CODE,
  attr.ATTR_RPC_RESPONSE_STATUS_CODE,
  'rpc.jsonrpc.error_code',
];

/**
 * One attempt to resume (telemetry.md section 2). `thin`: from a plain HTTP span with captured headers. An HTTP
 * CLIENT span is the client's view of it. `unknown` is a word of their own for token (it names no stream) and cursor
 * (it was never issued): a word outside of those sets must not become it.
 */
export function resumptionFact(candidate: Candidate, thin: boolean): ResumptionFact {
  const { reader } = candidate;
  return {
    kind: 'resumption',
    thin,
    httpMethod: reader.text(attr.ATTR_HTTP_REQUEST_METHOD),
    transport: reader.text(attr.ATTR_NETWORK_TRANSPORT),
    lastEventId: eventIdOf(reader, attr.ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID),
    token: reader.word(attr.ATTR_SEAMARK_RESUMPTION_TOKEN, attr.TOKEN_STATES),
    tokenStreamId: reader.text(attr.ATTR_SEAMARK_RESUMPTION_TOKEN_STREAM_ID),
    sessionState: reader.wordOrUnknown(attr.ATTR_SEAMARK_SESSION_STATE, attr.SESSION_STATES),
    sessionEcho: reader.wordOrUnknown(attr.ATTR_SEAMARK_SESSION_ECHO, attr.ECHOES),
    cursorState: reader.word(attr.ATTR_SEAMARK_CURSOR_STATE, attr.CURSOR_STATES),
    cursorSession: reader.wordOrUnknown(attr.ATTR_SEAMARK_CURSOR_SESSION, attr.OWNERSHIPS),
    cursorIncarnation: reader.text(attr.ATTR_SEAMARK_CURSOR_INCARNATION),
    cursorStreamId: reader.text(attr.ATTR_SEAMARK_CURSOR_STREAM_ID),
    cursorSequence: reader.text(attr.ATTR_SEAMARK_CURSOR_SEQUENCE),
    cursorOrigin: reader.word(attr.ATTR_SEAMARK_CURSOR_ORIGIN, STREAM_ORIGINS),
    cursorOrdinal: reader.integer(attr.ATTR_SEAMARK_CURSOR_ORDINAL),
    claimed: reader.text(attr.ATTR_SEAMARK_RESUMPTION_VERDICT),
    ...answerOf(reader, servedBy(candidate, thin)),
  };
}

/** The stream as it was when the server decided, and who else was there. */
function servedBy(candidate: Candidate, thin: boolean) {
  const { reader } = candidate;
  return {
    streamId: reader.text(attr.ATTR_SEAMARK_STREAM_ID),
    origin: reader.word(attr.ATTR_SEAMARK_STREAM_ORIGIN, STREAM_ORIGINS),
    sequence: reader.text(attr.ATTR_SEAMARK_STREAM_SEQUENCE),
    streamRequestId: reader.text(attr.ATTR_SEAMARK_STREAM_REQUEST_ID),
    connectionId: reader.text(attr.ATTR_SEAMARK_CONNECTION_ID),
    streamState: reader.wordOrUnknown(attr.ATTR_SEAMARK_STREAM_STATE, attr.STREAM_STATES),
    floor: reader.integer(attr.ATTR_SEAMARK_STREAM_FLOOR),
    highWater: reader.integer(attr.ATTR_SEAMARK_STREAM_HIGH_WATER),
    activeSequences: reader.integer(attr.ATTR_SEAMARK_SEQUENCE_ACTIVE_COUNT),
    namespacing: reader.wordOrUnknown(attr.ATTR_SEAMARK_EVENT_NAMESPACING, attr.NAMESPACINGS),
    predecessor: reader.wordOrUnknown(attr.ATTR_SEAMARK_PREDECESSOR_STATE, attr.PREDECESSOR_STATES),
    rivalStreamId: reader.text(attr.ATTR_SEAMARK_RIVAL_STREAM_ID),
    rivalIdleMs: reader.integer(attr.ATTR_SEAMARK_RIVAL_IDLE_MS),
    graceMs: reader.integer(attr.ATTR_SEAMARK_GRACE_MS),
    ...commonOf(candidate, thin && candidate.spanKind === 'client' ? 'client' : 'server'),
  };
}

/** What the client was sent. */
function answerOf<T extends object>(reader: AttributeReader, served: T) {
  return {
    status: reader.integer(attr.ATTR_HTTP_RESPONSE_STATUS_CODE),
    responseKind: reader.wordOrUnknown(attr.ATTR_SEAMARK_RESPONSE_KIND, attr.RESPONSE_KINDS),
    retryAfterS: reader.integer(attr.ATTR_SEAMARK_RESPONSE_RETRY_AFTER),
    outcome: reader.wordOrUnknown(attr.ATTR_SEAMARK_RESUMPTION_OUTCOME, attr.RESUMPTION_OUTCOMES),
    marker: reader.wordOrUnknown(attr.ATTR_SEAMARK_RESUMPTION_MARKER, attr.MARKERS),
    errorCode: ERROR_CODES.map((key) => reader.text(key)).find((code) => code !== undefined),
    streamEcho: reader.wordOrUnknown(attr.ATTR_SEAMARK_STREAM_ECHO, attr.ECHOES),
    resyncEarliest: reader.integer(attr.ATTR_SEAMARK_RESYNC_EARLIEST),
    resyncUnrecoverable: reader.truth(attr.ATTR_SEAMARK_RESYNC_UNRECOVERABLE),
    firstEventId: eventIdOf(reader, attr.ATTR_SEAMARK_FIRST_EVENT_ID),
    firstSession: reader.wordOrUnknown(attr.ATTR_SEAMARK_FIRST_SESSION, attr.OWNERSHIPS),
    firstStreamId: reader.text(attr.ATTR_SEAMARK_FIRST_STREAM_ID),
    firstIncarnation: reader.text(attr.ATTR_SEAMARK_FIRST_INCARNATION),
    firstOrdinal: reader.integer(attr.ATTR_SEAMARK_FIRST_ORDINAL),
    replayedCount: reader.integer(attr.ATTR_SEAMARK_REPLAYED_COUNT),
    replayState: reader.wordOrUnknown(attr.ATTR_SEAMARK_REPLAY_STATE, attr.REPLAY_STATES),
    ...served,
  };
}
