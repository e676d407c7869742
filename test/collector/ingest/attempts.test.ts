import { describe, expect, it } from 'vitest';
import { factOf, sessionIds, TRACE } from './ingest-harness.ts';

const SESSION = 'a7b1c2d3-0000-4000-8000-000000000001';
const KEY = sessionIds.keyOf(SESSION);

describe('attempts', () => {
  it.each([
    'seamark.resumption.verdict',
    'seamark.resumption.last_event_id',
    'mcp.resumption.verdict',
    'mcp.resumption.last_event_id',
  ])('are spans of any name that carry %s', (key) => {
    expect(factOf({ name: 'GET /mcp', attributes: { [key]: 'x' } })).toMatchObject({
      kind: 'resumption',
      thin: false,
    });
  });

  it.each([
    [{ 'http.request.header.last-event-id': ['e-17'] }],
    [{ 'http.request.header.last_event_id': ['e-17'] }],
    [{ 'http.request.header.last-event-id': 'e-17' }],
  ])('are HTTP server spans with the header captured, with thin evidence: %j', (header) => {
    const attributes = {
      ...header,
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.request.header.mcp-session-id': [SESSION],
      'http.request.header.mcp-protocol-version': ['2025-06-18'],
    };
    expect(factOf({ name: 'GET /mcp', kind: 'server', attributes })).toMatchObject({
      kind: 'resumption',
      thin: true,
      observer: 'server',
      lastEventId: 'e-17',
      session: KEY,
      protocol: '2025-06-18',
      httpMethod: 'GET',
      status: 200,
    });
    expect(factOf({ name: 'GET', kind: 'client', attributes }).observer).toBe('client');
  });

  it('take every attribute of the verdict span', () => {
    const attributes = {
      'http.request.method': 'GET',
      'network.transport': 'tcp',
      'seamark.resumption.last_event_id': 'G1:4',
      'seamark.resumption.token': 'present',
      'seamark.resumption.token_stream_id': 'G1',
      'seamark.session.state': 'live',
      'seamark.session.echo': 'same',
      'seamark.cursor.state': 'resolved',
      'seamark.cursor.session': 'same',
      'seamark.cursor.incarnation': 'inc-1',
      'seamark.cursor.stream_id': 'G1',
      'seamark.cursor.sequence': 'q',
      'seamark.cursor.origin': 'get',
      'seamark.cursor.ordinal': 4,
      'seamark.stream.id': 'G1',
      'seamark.stream.origin': 'get',
      'seamark.stream.state': 'open',
      'seamark.stream.floor': 1,
      'seamark.stream.high_water': 9,
      'seamark.sequence.active_count': 2,
      'seamark.event.namespacing': 'stream',
      'seamark.predecessor.state': 'closed',
      'seamark.rival.stream_id': 'G2',
      'seamark.rival.idle_ms': 1000,
      'seamark.grace_ms': 30000,
      'http.response.status_code': 200,
      'seamark.response.kind': 'stream',
      'seamark.response.retry_after': 3,
      'seamark.resumption.outcome': 'replayed',
      'seamark.resumption.marker': 'resumed',
      'seamark.error.code': 'none',
      'seamark.stream.echo': 'same',
      'seamark.first.event_id': 'G1:5',
      'seamark.first.session': 'same',
      'seamark.first.stream_id': 'G1',
      'seamark.first.incarnation': 'inc-1',
      'seamark.first.ordinal': 5,
      'seamark.replayed.count': 5,
      'seamark.replay.state': 'complete',
      'seamark.resync.earliest': 5,
      'seamark.resync.unrecoverable': 'false',
      'seamark.resumption.verdict': 'continuous',
    };
    const {
      id,
      at,
      end,
      session,
      attributes: raw,
      ...fact
    } = factOf({ name: 'seamark.resumption', attributes });
    expect(raw).toEqual(attributes);
    expect(JSON.parse(JSON.stringify(fact))).toEqual({
      kind: 'resumption',
      identified: false,
      observer: 'server',
      service: 'orders',
      traceId: TRACE,
      spanId: '0000000000000001',
      httpMethod: 'GET',
      transport: 'tcp',
      lastEventId: 'G1:4',
      token: 'present',
      tokenStreamId: 'G1',
      sessionState: 'live',
      sessionEcho: 'same',
      cursorState: 'resolved',
      cursorSession: 'same',
      cursorIncarnation: 'inc-1',
      cursorStreamId: 'G1',
      cursorSequence: 'q',
      cursorOrigin: 'get',
      cursorOrdinal: 4,
      streamId: 'G1',
      origin: 'get',
      streamState: 'open',
      floor: 1,
      highWater: 9,
      activeSequences: 2,
      namespacing: 'stream',
      predecessor: 'closed',
      rivalStreamId: 'G2',
      rivalIdleMs: 1000,
      graceMs: 30000,
      status: 200,
      responseKind: 'stream',
      retryAfterS: 3,
      outcome: 'replayed',
      marker: 'resumed',
      errorCode: 'none',
      streamEcho: 'same',
      firstEventId: 'G1:5',
      firstSession: 'same',
      firstStreamId: 'G1',
      firstIncarnation: 'inc-1',
      firstOrdinal: 5,
      replayedCount: 5,
      replayState: 'complete',
      resyncEarliest: 5,
      resyncUnrecoverable: false,
      claimed: 'continuous',
      thin: false,
    });
  });

  it('keep a word that is not in its set as unknown, or absent where unknown has a meaning of its own', () => {
    const fact = factOf({
      name: 'seamark.resumption',
      attributes: {
        'seamark.session.state': 'hibernating',
        'seamark.predecessor.state': 'zombie',
        'seamark.resumption.token': 'rotated',
        'seamark.cursor.state': 'lost',
        'seamark.stream.origin': 'websocket',
        'seamark.cursor.ordinal': 'seven',
      },
    });
    expect(fact).toMatchObject({ sessionState: 'unknown', predecessor: 'unknown' });
    expect(fact).toMatchObject({
      token: undefined,
      cursorState: undefined,
      origin: undefined,
      cursorOrdinal: undefined,
    });
    expect(fact.attributes['seamark.resumption.token']).toBe('rotated');
    expect(fact.attributes['seamark.cursor.ordinal']).toBe('seven');
  });
});
