import { expect, test } from 'vitest';
import {
  attach,
  bare,
  close,
  cutOff,
  detach,
  emit,
  evict,
  open,
  receive,
  refused,
  replayed,
  resume,
} from './facts-of.ts';
import { type Attrs, attemptLines, type Item } from './otlp-case.ts';

const k1 = { '.connection.id': 'k1' };
const k2 = { '.connection.id': 'k2' };
const SOUND = replayed('G', 11, 10);
const EMPTY: Attrs = {
  'http.response.status_code': 200,
  '.resumption.outcome': 'replayed',
  '.resumption.marker': 'none',
  '.replayed.count': 0,
};
const takenOver: readonly Item[] = [
  open(0),
  attach(1, 'G'),
  emit(2, 'G', 1, k1),
  detach(3, 'G'),
  bare(5, {
    '.session.state': 'live',
    '.cursor.state': 'absent',
    '.stream.id': 'G2',
    '.stream.origin': 'get',
    'http.response.status_code': 200,
    '.resumption.marker': 'new_stream',
  }),
  attach(5, 'G2', k2),
  emit(6, 'G2', 1, k2),
  detach(8, 'G2', k2),
];
const onG2 = resume(10, 'G2', 1, { ...EMPTY, '.stream.high_water': 1 });

test.each<[string, readonly Item[], readonly string[]]>([
  [
    'a stream that an earlier reconnect replaced is quiet',
    [...takenOver, onG2],
    ['not_applicable unknown:', 'continuous clean:'],
  ],
  [
    'and emits after a later reconnect',
    [...takenOver, onG2, emit(11, 'G', 2)],
    ['not_applicable unknown:', 'fabricated unknown: forked'],
  ],
  [
    'a 409 by a rival that is silent for longer than the grace',
    [
      ...cutOff,
      resume(30, 'G', 10, {
        ...refused(409),
        '.rival.stream_id': 'G2',
        '.rival.idle_ms': 31000,
        '.grace_ms': 30000,
      }),
    ],
    ['misrefused unresolved: needless'],
  ],
  [
    'a session that was seen to end and is refused without a word of its state',
    [
      open(0),
      attach(1, 'G'),
      emit(2, 'G', 4, k1),
      detach(3, 'G'),
      close(5),
      bare(10, { '.session.incarnation': undefined, '.resumption.last_event_id': 'G:4', ...refused(404) }),
    ],
    ['refused unknown: session_gone'],
  ],
  [
    'a life that only opens and emissions tell',
    [
      open(0),
      attach(1, 'G'),
      emit(2, 'G', 4, k1),
      detach(3, 'G'),
      open(5, { '.session.incarnation': 'inc-2' }),
      bare(10, {
        '.session.incarnation': undefined,
        '.session.state': 'live',
        '.resumption.last_event_id': 'G:4',
        ...refused(409, { '.error.code': 'incarnation_mismatch' }),
      }),
    ],
    ['refused unknown: dead_incarnation'],
  ],
  [
    'an observed end of the old connection outranks the word live',
    [...cutOff, resume(30, 'G', 10, { ...SOUND, '.predecessor.state': 'live' })],
    ['continuous clean:'],
  ],
  [
    'an attested end stands where no detach was seen',
    [open(0), attach(1, 'G'), resume(30, 'G', 10, SOUND)],
    ['continuous clean:'],
  ],
  [
    'a missing token, refused',
    [...cutOff, resume(30, 'G', 10, { ...refused(400), '.resumption.token': 'absent' })],
    ['refused unresolved: missing_token'],
  ],
  [
    'an evicted cursor without ordinals, refused',
    [
      ...cutOff,
      resume(30, 'G', 10, {
        ...refused(400),
        '.cursor.state': 'evicted',
        '.cursor.ordinal': undefined,
        '.stream.floor': undefined,
      }),
    ],
    ['refused lost: gap'],
  ],
  [
    'an evicted cursor without ordinals, resynced without a word of where',
    [
      ...cutOff,
      resume(30, 'G', 10, {
        'http.response.status_code': 200,
        '.resumption.marker': 'resync',
        '.cursor.state': 'evicted',
        '.cursor.ordinal': undefined,
        '.stream.floor': undefined,
      }),
    ],
    ['resynced lost: gap'],
  ],
  [
    'a priming event between the cursor and the first one',
    [...cutOff, emit(29, 'G', 11, { '.event.kind': 'priming' }), resume(30, 'G', 10, replayed('G', 12, 9))],
    ['continuous clean:'],
  ],
  [
    'only a keep-alive was left to replay',
    [...cutOff, emit(29, 'G', 20, { '.event.kind': 'keepalive' }), resume(30, 'G', 19, EMPTY)],
    ['continuous clean:'],
  ],
  [
    'a priming event counted as missing',
    [...cutOff, emit(29, 'G', 15, { '.event.kind': 'priming' }), resume(30, 'G', 10, replayed('G', 11, 9))],
    ['continuous clean:'],
  ],
  [
    'a bare number of another session proves nothing',
    [
      open(0),
      emit(1, 'T', 1, { 'mcp.session.id': 'other-0000-4000-8000-00000000000a', '.event.id': '10' }),
      attach(1, 'G'),
      detach(20, 'G'),
      resume(30, 'G', 10, { ...SOUND, '.resumption.last_event_id': '10' }),
    ],
    ['continuous clean:'],
  ],
  [
    'the first event’s own sight outranks what is said of it',
    [...cutOff, emit(25, 'G', 12), resume(30, 'G', 10, { ...SOUND, '.first.event_id': 'G:12' })],
    ['fabricated lost: gap'],
  ],
  [
    'the cursor’s own sight outranks what is said of it',
    [
      open(0),
      attach(1, 'G'),
      emit(2, 'G', 9, { ...k1, '.event.id': 'x' }),
      detach(20, 'G'),
      resume(30, 'G', 10, { ...SOUND, '.resumption.last_event_id': 'x' }),
    ],
    ['fabricated lost: gap'],
  ],
  [
    'a server that denies having issued what was seen',
    [
      open(0),
      attach(1, 'G'),
      emit(2, 'G', 10, k1),
      detach(20, 'G'),
      resume(30, 'G', 10, { ...refused(400), '.cursor.state': 'unknown' }),
    ],
    ['misrefused unresolved: needless'],
  ],
  [
    'a replay that begins at the floor above a hole that evictions made',
    [
      ...cutOff,
      evict(29, 'G', 15),
      resume(30, 'G', 10, { ...replayed('G', 15, 6), '.stream.floor': undefined }),
    ],
    ['fabricated lost: clamped_to_floor gap'],
  ],
  [
    'two sequences that were seen and a number that names neither, in silence',
    [
      open(0),
      attach(1, 'P5', { '.stream.sequence': 'post' }),
      attach(1, 'G', { ...k2, '.stream.sequence': 'get' }),
      detach(5, 'G', k2),
      bare(30, {
        '.session.state': 'live',
        '.session.echo': 'same',
        '.resumption.last_event_id': '41',
        '.cursor.state': 'resolved',
        '.cursor.session': 'same',
        '.cursor.incarnation': 'inc-1',
        '.cursor.ordinal': 41,
        '.event.namespacing': 'none',
        '.predecessor.state': 'closed',
        ...replayed('G', 42, 3),
        '.stream.id': 'G',
        '.stream.high_water': 44,
        '.stream.floor': 1,
      }),
    ],
    ['fabricated unknown: ambiguous_sequence'],
  ],
  [
    'a fallback that only the client’s receptions tell',
    [
      open(0),
      attach(1, 'P5', { '.stream.sequence': 'post' }),
      attach(3, 'G', { ...k2, '.stream.sequence': 'get' }),
      receive(4, 'G', 41, { '.event.id': '41' }),
      detach(5, 'G', k2),
      bare(30, {
        '.session.state': 'live',
        '.session.echo': 'same',
        '.resumption.last_event_id': '41',
        '.event.namespacing': 'none',
        '.predecessor.state': 'closed',
        ...replayed('P5', 42, 3, { '.first.event_id': '42' }),
        '.stream.id': 'P5',
        '.stream.origin': 'post',
        '.stream.high_water': 44,
        '.stream.floor': 1,
      }),
    ],
    ['fabricated misrouted: foreign_stream namespace_mismatch regressed'],
  ],
  [
    'a cursor whose id is kept back is judged by what it resolved to',
    [...cutOff, resume(30, 'G', 10, { ...replayed('G', 12, 9), '.resumption.last_event_id': undefined })],
    ['fabricated lost: gap'],
  ],
  [
    'more replayed than was seen issued is no fault where the server attests no high water',
    [...cutOff, emit(19, 'G', 15, k1), resume(30, 'G', 10, { ...SOUND, '.stream.high_water': undefined })],
    ['continuous clean:'],
  ],
  [
    'a high water that an earlier attempt attested is out of date',
    [
      ...cutOff,
      resume(25, 'G', 10, { ...refused(429), '.stream.high_water': 12 }),
      resume(30, 'G', 10, { ...SOUND, '.stream.high_water': undefined }),
    ],
    ['refused unresolved: try_later', 'continuous clean:'],
  ],
  [
    'the cursor’s own event again, on a stream that nobody names',
    [...cutOff, resume(30, 'G', 10, { ...replayed('G', 10, 11), '.cursor.stream_id': undefined })],
    ['indeterminate redelivered: redelivery'],
  ],
  [
    'a number that comes again may be that of another stream',
    [
      ...cutOff,
      resume(30, 'G', 10, {
        ...replayed('G', 10, 11),
        '.cursor.stream_id': undefined,
        '.resumption.last_event_id': '10',
        '.first.event_id': '10',
      }),
    ],
    ['fabricated unknown: regressed'],
  ],
  [
    'no status and nothing served, where the session is gone',
    [...cutOff, resume(30, 'G', 10, { '.session.state': 'missing' })],
    ['indeterminate unknown: session_gone'],
  ],
])('%s', (_title, items, expected) => {
  expect(attemptLines(items)).toEqual(expected);
});
