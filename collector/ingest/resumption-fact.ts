import type { ResumptionFact } from '#domain/facts.ts';
import { STREAM_ORIGINS } from '#domain/words.ts';
import * as attr from '#semconv';
import type { AttributeReader } from './attribute-reader.ts';
import type { Candidate } from './candidate.ts';
import { commonOf, eventIdOf, streamOf } from './common-fields.ts';

/** Codes of a refusal: Seamark's own attribute, else what JSON-RPC and MCP instrumentations call it. */
const ERROR_CODES = [
  attr.ATTR_SEAMARK_ERROR_CODE,
  attr.ATTR_RPC_RESPONSE_STATUS_CODE,
  'rpc.jsonrpc.error_code',
];

/**
 * One attempt to resume (telemetry.md section 2). `thin`: from a plain HTTP span with captured headers. An HTTP
 * CLIENT span is the client's view of it.
 */
export function resumptionFact(candidate: Candidate, thin: boolean): ResumptionFact {
  const { reader } = candidate;
  return {
    ...commonOf(candidate, thin && candidate.spanKind === 'client' ? 'client' : 'server'),
    ...streamOf(reader),
    kind: 'resumption',
    httpMethod: reader.text(attr.ATTR_HTTP_REQUEST_METHOD),
    transport: reader.text(attr.ATTR_NETWORK_TRANSPORT),
    ...requestFields(reader),
    ...cursorFields(reader),
    ...servedFields(reader),
    ...answerFields(reader),
    ...firstFields(reader),
    claimed: reader.text(attr.ATTR_SEAMARK_RESUMPTION_VERDICT),
    thin,
  };
}

/** `unknown` is a value of the token's own set (it names no stream): another word must not become it. */
function requestFields(reader: AttributeReader) {
  return {
    lastEventId: eventIdOf(reader, attr.ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID),
    token: reader.word(attr.ATTR_SEAMARK_RESUMPTION_TOKEN, attr.TOKEN_STATES),
    tokenStreamId: reader.text(attr.ATTR_SEAMARK_RESUMPTION_TOKEN_STREAM_ID),
    sessionState: reader.wordOrUnknown(attr.ATTR_SEAMARK_SESSION_STATE, attr.SESSION_STATES),
    sessionEcho: reader.wordOrUnknown(attr.ATTR_SEAMARK_SESSION_ECHO, attr.ECHOES),
  };
}

/** `unknown` is a value of the cursor's own set (it was never issued): another word must not become it. */
function cursorFields(reader: AttributeReader) {
  return {
    cursorState: reader.word(attr.ATTR_SEAMARK_CURSOR_STATE, attr.CURSOR_STATES),
    cursorSession: reader.wordOrUnknown(attr.ATTR_SEAMARK_CURSOR_SESSION, attr.OWNERSHIPS),
    cursorIncarnation: reader.text(attr.ATTR_SEAMARK_CURSOR_INCARNATION),
    cursorStreamId: reader.text(attr.ATTR_SEAMARK_CURSOR_STREAM_ID),
    cursorSequence: reader.text(attr.ATTR_SEAMARK_CURSOR_SEQUENCE),
    cursorOrigin: reader.word(attr.ATTR_SEAMARK_CURSOR_ORIGIN, STREAM_ORIGINS),
    cursorOrdinal: reader.integer(attr.ATTR_SEAMARK_CURSOR_ORDINAL),
  };
}

function servedFields(reader: AttributeReader) {
  return {
    streamState: reader.wordOrUnknown(attr.ATTR_SEAMARK_STREAM_STATE, attr.STREAM_STATES),
    floor: reader.integer(attr.ATTR_SEAMARK_STREAM_FLOOR),
    highWater: reader.integer(attr.ATTR_SEAMARK_STREAM_HIGH_WATER),
    activeSequences: reader.integer(attr.ATTR_SEAMARK_SEQUENCE_ACTIVE_COUNT),
    namespacing: reader.wordOrUnknown(attr.ATTR_SEAMARK_EVENT_NAMESPACING, attr.NAMESPACINGS),
    predecessor: reader.wordOrUnknown(attr.ATTR_SEAMARK_PREDECESSOR_STATE, attr.PREDECESSOR_STATES),
    rivalStreamId: reader.text(attr.ATTR_SEAMARK_RIVAL_STREAM_ID),
    rivalIdleMs: reader.integer(attr.ATTR_SEAMARK_RIVAL_IDLE_MS),
    graceMs: reader.integer(attr.ATTR_SEAMARK_GRACE_MS),
  };
}

function answerFields(reader: AttributeReader) {
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
  };
}

function firstFields(reader: AttributeReader) {
  return {
    firstEventId: eventIdOf(reader, attr.ATTR_SEAMARK_FIRST_EVENT_ID),
    firstSession: reader.wordOrUnknown(attr.ATTR_SEAMARK_FIRST_SESSION, attr.OWNERSHIPS),
    firstStreamId: reader.text(attr.ATTR_SEAMARK_FIRST_STREAM_ID),
    firstIncarnation: reader.text(attr.ATTR_SEAMARK_FIRST_INCARNATION),
    firstOrdinal: reader.integer(attr.ATTR_SEAMARK_FIRST_ORDINAL),
    replayedCount: reader.integer(attr.ATTR_SEAMARK_REPLAYED_COUNT),
    replayState: reader.wordOrUnknown(attr.ATTR_SEAMARK_REPLAY_STATE, attr.REPLAY_STATES),
  };
}
