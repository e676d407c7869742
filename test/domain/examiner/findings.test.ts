import { describe, expect, test } from 'vitest';
import {
  attach,
  bare,
  close,
  cutOff,
  detach,
  emit,
  evict,
  fence,
  open,
  receive,
  refused,
  replayed,
  request,
  resume,
  run,
} from './facts-of.ts';
import { type Attrs, examine, type Item, kindsIn, S } from './otlp-case.ts';

const k1 = { '.connection.id': 'k1' };
const k2 = { '.connection.id': 'k2' };
const SOUND = replayed('G', 11, 10);
const inc2 = { '.session.incarnation': 'inc-2' };
const call: readonly Item[] = [open(0), attach(1, 'P7', { ...k1, '.stream.request_id': '7' })];
const result = (at: number, ordinal: number, attrs: Attrs = {}): Item =>
  emit(at, 'P7', ordinal, { '.event.kind': 'result', 'jsonrpc.request.id': '7', ...attrs });
const gone = (at: number, attrs: Attrs = {}): Item =>
  resume(at, 'G', 10, { '.session.state': 'missing', ...refused(404), ...attrs });
const client = { '.client.id_digest': 'cid-1' };

describe.each<[string, string, readonly Item[], readonly Item[]]>([
  [
    'client_not_recovering',
    'the dead session is presented again after more than a minute, not after exactly one',
    [...cutOff, gone(100), gone(160.001)],
    [...cutOff, gone(100), gone(160)],
  ],
  [
    'client_not_recovering',
    'a client that is served in the live session recovered',
    [...cutOff, bare(100, deadCursor()), bare(170, deadCursor())],
    [
      ...cutOff,
      bare(100, deadCursor()),
      resume(105, 'G', 10, {
        ...inc2,
        ...SOUND,
        '.cursor.incarnation': 'inc-2',
        '.first.incarnation': 'inc-2',
      }),
    ],
  ],
  [
    'client_not_recovering',
    'a client of known identity opens no session, or one after exactly five minutes',
    [open(0, client), attach(1, 'G', client), gone(100, client)],
    [
      open(0, client),
      attach(1, 'G', client),
      gone(100, client),
      open(400, { ...client, 'mcp.session.id': 'new-0000-4000-8000-00000000000a' }),
    ],
  ],
  [
    'client_not_recovering',
    'a client of known identity is served again in the same session, of another life',
    [open(0, client), bare(100, { ...client, ...deadCursor() })],
    [
      open(0, client),
      bare(100, { ...client, ...deadCursor() }),
      resume(105, 'G', 10, {
        ...client,
        ...inc2,
        ...SOUND,
        '.cursor.incarnation': 'inc-2',
        '.first.incarnation': 'inc-2',
      }),
    ],
  ],
  [
    'client_not_recovering',
    'a session that was restored and is gone again is another dead one',
    [...cutOff, gone(100), gone(200)],
    [
      ...cutOff,
      close(90),
      gone(100),
      open(110, { ...inc2, '.session.origin': 'restored' }),
      close(190, inc2),
      gone(200),
    ],
  ],
  [
    'blocked_by_orphan',
    'the reconnect was refused by its own predecessor alone',
    [open(0), attach(1, 'G'), resume(30, 'G', 10, { ...refused(409), '.predecessor.state': 'live' })],
    [
      open(0),
      attach(1, 'G'),
      resume(30, 'G', 10, { ...refused(409), '.predecessor.state': 'live', '.stream.floor': 15 }),
    ],
  ],
  [
    'blocked_by_orphan',
    'a rival blocks too, without a cursor as well',
    [
      ...cutOff,
      bare(30, {
        '.session.state': 'live',
        '.cursor.state': 'absent',
        '.stream.origin': 'get',
        '.rival.stream_id': 'G',
        ...refused(409),
      }),
    ],
    [
      ...cutOff,
      bare(30, {
        '.session.state': 'live',
        '.cursor.state': 'absent',
        '.stream.origin': 'get',
        ...refused(400),
      }),
    ],
  ],
  [
    'rejected_incarnation',
    'a misrefusal of a gone session is one too, a refusal of a live one is none',
    [...cutOff, gone(30, refused(500))],
    [...cutOff, resume(30, 'G', 10, refused(404))],
  ],
  [
    'resync',
    'a resync without earliest is noted as incomplete and still one',
    [
      ...cutOff,
      resume(30, 'G', 2, { ...replayed('G', 10, 11), '.stream.floor': 10, '.resumption.marker': 'resync' }),
    ],
    [
      ...cutOff,
      resume(30, 'G', 2, {
        ...replayed('G', 18, 3),
        '.stream.floor': 10,
        '.resumption.marker': 'resync',
        '.resync.earliest': 10,
      }),
    ],
  ],
  [
    'marker_ignored',
    'a cursor from before a resync is presented again',
    [...cutOff, resume(30, 'G', 2, resync(10)), resume(40, 'G', 2, resync(10))],
    [
      ...cutOff,
      resume(30, 'G', 2, resync(10)),
      resume(
        40,
        'G',
        20,
        replayed('G', 21, 0, { '.first.event_id': undefined, '.first.ordinal': undefined }),
      ),
    ],
  ],
  [
    'unstable_replay',
    'one cursor is replayed in two ways',
    [...cutOff, resume(30, 'G', 10, SOUND), resume(40, 'G', 10, replayed('G', 12, 9))],
    [
      ...cutOff,
      resume(30, 'G', 10, SOUND),
      resume(40, 'G', 10, { ...replayed('G', 11, 15), '.stream.high_water': 25 }),
    ],
  ],
  [
    'unstable_replay',
    'a cursor below the floor compares with nothing',
    [
      ...cutOff,
      resume(30, 'G', 10, { ...SOUND, '.stream.floor': 11 }),
      resume(40, 'G', 10, { ...replayed('G', 12, 9), '.stream.floor': 11 }),
    ],
    [
      ...cutOff,
      resume(30, 'G', 10, SOUND),
      resume(40, 'G', 10, { ...replayed('G', 15, 6), '.stream.floor': 15 }),
    ],
  ],
  [
    'orphan_emission',
    'an event goes to a fenced stream; what is buffered during a cut and replayed is none',
    [...cutOff, fence(22, 'G'), emit(25, 'G', 20)],
    [...cutOff, emit(25, 'G', 20), resume(30, 'G', 19, replayed('G', 20, 1))],
  ],
  [
    'orphan_emission',
    'an event is emitted after its session ended, not after it was adopted whole',
    [...cutOff, close(22), emit(25, 'G', 20)],
    [...cutOff, close(22), open(23, { '.session.origin': 'adopted' }), emit(25, 'G', 20)],
  ],
  [
    'fork',
    'both connections of a stream are fed after the second attached',
    [open(0), attach(1, 'G', k1), attach(5, 'G', k2), emit(6, 'G', 1, k1), emit(7, 'G', 2, k2)],
    [open(0), attach(1, 'G', k1), emit(4, 'G', 1, k1), attach(5, 'G', k2), emit(7, 'G', 2, k2)],
  ],
  [
    'fork',
    'a stream that a reconnect opened and the one it replaced both emit; two opened on purpose are none',
    [
      ...cutOff,
      resume(30, 'G', 10, {
        '.stream.id': 'G2',
        'http.response.status_code': 200,
        '.resumption.marker': 'new_stream',
      }),
      attach(30, 'G2', k2),
      emit(31, 'G2', 1, k2),
      emit(32, 'G', 21),
    ],
    [open(0), attach(1, 'G', k1), attach(2, 'G2', k2), emit(31, 'G2', 1, k2), emit(32, 'G', 21, k1)],
  ],
  [
    'lost_result',
    'a result was only retained and never read',
    [...call, detach(2, 'P7'), result(3, 1)],
    [
      ...call,
      detach(2, 'P7'),
      result(3, 1),
      resume(5, 'P7', 0, { ...replayed('P7', 1, 1), '.stream.high_water': 1, '.stream.floor': 0 }),
    ],
  ],
  [
    'lost_result',
    'a result that the server wrote and the client gave up as lost did not arrive',
    [...call, result(3, 1, k1), request(4, '7', 'lost')],
    [...call, result(3, 1, k1), request(4, '7', 'result')],
  ],
  [
    'unresolved_request',
    'the stream of a request ends with no result',
    [...call, detach(2, 'P7')],
    [...call, result(1.5, 1, k1), detach(2, 'P7', { '.stream.detach_reason': 'completed' })],
  ],
  [
    'unresolved_request',
    'the client timed out with no result; one that came late is a result',
    [...call, request(4, '7', 'timeout')],
    [...call, request(4, '7', 'timeout'), result(5, 1, k1)],
  ],
  [
    'lost_event',
    'an event was never delivered though a later one was',
    [open(0), attach(1, 'G'), emit(2, 'G', 1), emit(3, 'G', 2, k1)],
    [open(0), attach(1, 'G'), emit(2, 'G', 1, { '.event.kind': 'priming' }), emit(3, 'G', 2, k1)],
  ],
  [
    'duplicate_delivery',
    'one result is delivered twice; of another life it is another result',
    [...call, result(2, 1, k1), result(3, 1, { ...k2, '.event.replayed': 'true' })],
    [
      ...call,
      result(2, 1, k1),
      open(5, inc2),
      attach(6, 'P8', { ...inc2, ...k2 }),
      emit(7, 'P8', 1, { ...inc2, ...k2, '.event.kind': 'result', 'jsonrpc.request.id': '7' }),
    ],
  ],
  [
    'duplicate_delivery',
    'one event is on two streams by its digest',
    [
      open(0),
      attach(1, 'G', k1),
      attach(1, 'G2', k2),
      emit(2, 'G', 1, { ...k1, '.event.digest': 'e1' }),
      emit(2.1, 'G2', 1, { ...k2, '.event.digest': 'e1' }),
    ],
    [
      open(0),
      attach(1, 'G', k1),
      attach(1, 'G2', k2),
      emit(2, 'G', 1, { ...k1, '.event.digest': 'e1' }),
      emit(2.1, 'G2', 1, { ...k2, '.event.digest': 'e2' }),
    ],
  ],
  [
    'cursor_not_last_received',
    'the cursor lies behind what the client received',
    [...cutOff, receive(3, 'G', 10), receive(4, 'G', 12), resume(30, 'G', 10, SOUND)],
    [...cutOff, receive(3, 'G', 9), receive(4, 'G', 10), resume(30, 'G', 10, SOUND)],
  ],
  [
    'fallback',
    'a request stream is left without its response and a get stream opens in the same life',
    [...call, detach(30, 'P7', { '.stream.detach_reason': 'timeout' }), attach(31, 'G', k2)],
    [
      ...call,
      detach(30, 'P7', { '.stream.detach_reason': 'timeout' }),
      open(30.5, inc2),
      attach(31, 'G', { ...inc2, ...k2 }),
    ],
  ],
  [
    'id_reuse',
    'an id names another event in another life',
    [
      open(0),
      emit(1, 'G', 1, { '.event.digest': 'e1' }),
      open(5, inc2),
      emit(6, 'G', 1, { ...inc2, '.event.digest': 'e2' }),
    ],
    [
      open(0),
      emit(1, 'G', 1, { '.event.digest': 'e1' }),
      open(5, inc2),
      emit(6, 'G', 1, { ...inc2, '.event.digest': 'e1' }),
    ],
  ],
  [
    'id_regression',
    'ordinals run backwards within a stream and a life',
    [open(0), emit(1, 'G', 5), emit(2, 'G', 3)],
    [open(0), emit(1, 'G', 5), open(1.5, inc2), emit(2, 'G', 3, inc2)],
  ],
  [
    'id_regression',
    'a number at the highest issued, where ids are attested to be session-wide',
    [...numbers(), resume(30, 'G', 10, { ...SOUND, '.event.namespacing': 'session' })],
    [...numbers(), resume(30, 'G', 10, { ...SOUND, '.event.namespacing': 'stream' })],
  ],
  [
    'unresumable_stream',
    'no id was issued before the result',
    [...call, result(2, 0, k1)],
    [...call, emit(1.5, 'P7', 0, { ...k1, '.event.kind': 'priming' }), result(2, 1, k1)],
  ],
  [
    'unresumable_stream',
    'an event without an id came before the result',
    [...call, emit(1.5, 'P7', 0, { ...k1, '.event.id': undefined }), result(2, 1, k1)],
    [...call, emit(1.5, 'P7', 0, k1), result(2, 1, { ...k1, '.event.id': undefined })],
  ],
  [
    'era_violation',
    'a server without sessions honours a cursor; one that refuses it is in order',
    [resume(30, 'G', 10, { ...SOUND, 'mcp.protocol.version': '2026-07-28' })],
    [resume(30, 'G', 10, { ...refused(400), 'mcp.protocol.version': '2026-07-28' })],
  ],
  [
    'era_violation',
    'a server without sessions mints an id',
    [open(0, { 'mcp.protocol.version': '2026-11-25' })],
    [open(0, { 'mcp.protocol.version': '2025-11-25' })],
  ],
  [
    'foreign_delivery',
    'an event of another session was served',
    [...cutOff, resume(30, 'G', 10, { ...SOUND, '.first.session': 'other' })],
    [...cutOff, resume(30, 'G', 10, { ...refused(400), '.cursor.session': 'other' })],
  ],
  [
    'fabricated_continuity',
    'a clamp in silence, told by evictions',
    [
      ...cutOff,
      evict(25, 'G', 15),
      resume(30, 'G', 10, { ...replayed('G', 15, 6), '.stream.floor': undefined }),
    ],
    [...cutOff, evict(25, 'G', 11), resume(30, 'G', 10, { ...SOUND, '.stream.floor': undefined })],
  ],
])('%s', (kind, title, must, mustNot) => {
  test(title, () => {
    expect(kindsIn(must)).toContain(kind);
    expect(kindsIn(mustNot)).not.toContain(kind);
  });
});

function deadCursor(): Attrs {
  return {
    ...inc2,
    '.session.state': 'live',
    '.resumption.last_event_id': 'G:3',
    '.cursor.state': 'resolved',
    '.cursor.session': 'same',
    '.cursor.incarnation': 'inc-1',
    ...refused(409, { '.error.code': 'incarnation_mismatch' }),
  };
}

function resync(earliest: number): Attrs {
  return {
    ...replayed('G', earliest, 21 - earliest),
    '.stream.floor': earliest,
    '.resumption.outcome': 'resynced',
    '.resumption.marker': 'resync',
    '.resync.earliest': earliest,
    '.resync.unrecoverable': true,
  };
}

function numbers(): readonly Item[] {
  return [
    ...cutOff,
    emit(2, 'G', 1, { ...k1, '.event.id': '10' }),
    emit(3, 'P7', 1, { ...k2, '.event.id': '10', '.event.digest': 'x' }),
  ];
}

test.each([
  ['lost_result', [...call, detach(2, 'P7'), result(3, 1)]],
  ['unresolved_request', [...call, request(4, '7', 'lost')]],
  ['lost_event', [open(0), attach(1, 'G'), emit(2, 'G', 1), emit(3, 'G', 2, k1)]],
] satisfies [string, readonly Item[]][])('%s settles for two minutes, not a moment less', (kind, items) => {
  const settle = 120_000_000_000n;
  expect(kindsIn(items, settle)).not.toContain(kind);
  expect(examine(items, settle).of(S).judgeAgainAt).toBeDefined();
  expect(kindsIn(items, settle + 1n)).toContain(kind);
});

test('repetition is one finding with a count, and fabrications are one each', () => {
  const refusals = Array.from({ length: 5 }, (_, n) => gone(100 + n * 300));
  const { findings } = examine([...cutOff, ...refusals]).of(S);
  expect(findings.filter(({ kind }) => kind === 'rejected_incarnation').map(({ count }) => count)).toEqual([
    5,
  ]);
  const gaps = examine([
    ...cutOff,
    resume(30, 'G', 10, replayed('G', 12, 9)),
    resume(40, 'G', 10, replayed('G', 12, 9)),
  ]).of(S);
  expect(gaps.findings.filter(({ kind }) => kind === 'fabricated_continuity')).toHaveLength(2);
});

test('a run without a session and its loss are judged in the sessionless era', () => {
  const bareRun = run(
    1,
    'pay',
    '7',
    { 'mcp.session.id': undefined, '.session.incarnation': undefined, 'mcp.protocol.version': '2026-07-28' },
    { trace: 'ad' },
  );
  const lost = request(4, '7', 'lost', { 'mcp.session.id': undefined, 'mcp.protocol.version': '2026-07-28' });
  const together = examine([bareRun, { ...lost, sent: { trace: 'ad' } }]).all;
  expect(together.flatMap(({ findings }) => findings.map(({ kind }) => kind))).toContain('lost_result');
});
