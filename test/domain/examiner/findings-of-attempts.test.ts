import { describe, expect, test } from 'vitest';
import {
  attach,
  bare,
  close,
  cutOff,
  detach,
  evict,
  open,
  receive,
  refused,
  replayed,
  resume,
} from './facts-of.ts';
import { type Attrs, examine, type Item, kindsIn, S } from './otlp-case.ts';

const k1 = { '.connection.id': 'k1' };
const k2 = { '.connection.id': 'k2' };
const SOUND = replayed('G', 11, 10);
const inc2 = { '.session.incarnation': 'inc-2' };
const call: readonly Item[] = [open(0), attach(1, 'P7', { ...k1, '.stream.request_id': '7' })];
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

test('a client that does not recover from one dead session is one finding', () => {
  const found = (...items: readonly Item[]): readonly number[] =>
    examine([open(0, client), attach(1, 'G', client), ...items])
      .of(S)
      .findings.filter(({ kind }) => kind === 'client_not_recovering')
      .map(({ count }) => count);
  expect(found(gone(100, client), gone(200, client))).toEqual([1]);
  expect(found(gone(100, client), gone(600, client))).toEqual([2]);
});
