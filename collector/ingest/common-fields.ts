import { type EventId, eventId, sessionKey } from '#domain/brand.ts';
import type { FactCommon, StreamRef } from '#domain/facts.ts';
import { OBSERVERS, type Observer, STREAM_ORIGINS } from '#domain/words.ts';
import * as attr from '#semconv';
import type { AttributeReader } from './attribute-reader.ts';
import type { Candidate } from './candidate.ts';

const CLIENT_ADDRESS = 'client.address';

/** The fields that all facts have. `observer` is who is meant when the attribute does not say. */
export function commonOf(candidate: Candidate, observer: Observer = 'server'): FactCommon {
  const { reader, sender, distrusted } = candidate;
  const session = distrusted.has(attr.ATTR_MCP_SESSION_ID)
    ? undefined
    : reader.text(attr.ATTR_MCP_SESSION_ID);
  return {
    id: candidate.id,
    at: candidate.at,
    end: candidate.end,
    session: session === undefined ? candidate.fallbackSession : sessionKey(session),
    identified: session !== undefined,
    observer: reader.word(attr.ATTR_SEAMARK_OBSERVER, OBSERVERS) ?? observer,
    service: sender.service,
    instance: sender.instance,
    serviceVersion: sender.serviceVersion,
    environment: sender.environment,
    traceId: candidate.traceId,
    spanId: candidate.spanId,
    parentSpanId: candidate.parentSpanId,
    scope: candidate.scope === '' ? undefined : candidate.scope,
    protocol: distrusted.has(attr.ATTR_MCP_PROTOCOL_VERSION)
      ? undefined
      : reader.text(attr.ATTR_MCP_PROTOCOL_VERSION),
    incarnation: reader.text(attr.ATTR_SEAMARK_SESSION_INCARNATION),
    clientName: reader.text(attr.ATTR_MCP_CLIENT_NAME),
    clientVersion: reader.text(attr.ATTR_MCP_CLIENT_VERSION),
    clientId: reader.text(attr.ATTR_SEAMARK_CLIENT_ID_DIGEST),
    clientAddress: reader.text(CLIENT_ADDRESS),
    attributes: candidate.attributes,
  };
}

export function streamOf(reader: AttributeReader): StreamRef {
  return {
    streamId: reader.text(attr.ATTR_SEAMARK_STREAM_ID),
    origin: reader.word(attr.ATTR_SEAMARK_STREAM_ORIGIN, STREAM_ORIGINS),
    sequence: reader.text(attr.ATTR_SEAMARK_STREAM_SEQUENCE),
    streamRequestId: reader.text(attr.ATTR_SEAMARK_STREAM_REQUEST_ID),
    connectionId: reader.text(attr.ATTR_SEAMARK_CONNECTION_ID),
  };
}

export function eventIdOf(reader: AttributeReader, key: string): EventId | undefined {
  const text = reader.text(key);
  return text === undefined ? undefined : eventId(text);
}
