import { expect, test } from 'vitest';
import { attach, bare, cutOff, detach, emit, open, replayed, resume } from './facts-of.ts';
import { attemptLines, examine, type Item, kindsIn, lineOf, S } from './otlp-case.ts';

const k1 = { '.connection.id': 'k1' };
const k2 = { '.connection.id': 'k2' };
const SOUND = replayed('G', 11, 10);
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

test('what two observers say of the answer: the client governs, and a difference is tagged', () => {
  const client = bare(30.1, {
    '.observer': 'client',
    '.resumption.last_event_id': 'G:10',
    'http.response.status_code': 200,
    '.first.event_id': 'G:13',
    '.first.ordinal': 13,
    '.first.stream_id': 'G',
    '.replayed.count': 8,
  });
  const [attempt, ...more] = examine([...cutOff, resume(30, 'G', 10, replayed('G', 11, 10)), client]).of(
    S,
  ).attempts;
  expect(more).toEqual([]);
  expect(attempt && lineOf(attempt)).toBe('fabricated lost: gap');
  expect(attempt?.tags).toContain('evidence_conflict');
  expect(attempt?.observers).toEqual(['client', 'server']);
});

test('views are joined up to five seconds apart without a trace, and any time within one', () => {
  const client = (at: number, trace?: string): Item =>
    bare(
      at,
      { '.observer': 'client', '.resumption.last_event_id': 'G:10', 'http.response.status_code': 200 },
      trace === undefined ? {} : { trace },
    );
  const server = resume(30, 'G', 10, replayed('G', 11, 10), { trace: 'abc' });
  expect(attemptLines([...cutOff, server, client(25)])).toHaveLength(1);
  expect(attemptLines([...cutOff, server, client(24.9)])).toHaveLength(2);
  expect(attemptLines([...cutOff, server, client(21, 'abc')])).toHaveLength(1);
});

test('two tries with one cursor, each seen by client and server, are two attempts with two views', () => {
  const view = (at: number): Item =>
    bare(at, {
      '.observer': 'client',
      '.resumption.last_event_id': 'G:10',
      'http.response.status_code': 200,
    });
  const { attempts } = examine([
    ...cutOff,
    resume(30, 'G', 10, SOUND),
    resume(31, 'G', 10, SOUND),
    view(30.05),
    view(31.05),
  ]).of(S);
  expect(attempts.map(({ observers }) => observers.join())).toEqual(['client,server', 'client,server']);
});

test.each<[string, readonly Item[]]>([
  [
    'an ordinal other than was seen',
    [
      open(0),
      attach(1, 'G'),
      emit(2, 'G', 9, { ...k1, '.event.id': 'x' }),
      detach(20, 'G'),
      resume(30, 'G', 10, { ...SOUND, '.resumption.last_event_id': 'x' }),
    ],
  ],
  [
    'an end of the old connection that was seen',
    [...cutOff, resume(30, 'G', 10, { ...SOUND, '.predecessor.state': 'live' })],
  ],
  [
    'an older life attested as the live one',
    [...cutOff, open(21, { '.session.incarnation': 'inc-2' }), resume(30, 'G', 10, SOUND)],
  ],
  ['more issued than the server attests', [...cutOff, emit(10, 'G', 25), resume(30, 'G', 10, SOUND)]],
])('where %s the attempt is tagged', (_title, items) => {
  expect(examine(items).of(S).attempts[0]?.tags).toEqual(['evidence_conflict']);
});

test('an event on a stream whose slot was taken over is an orphan, what came before is not', () => {
  expect(kindsIn([...takenOver, emit(7, 'G', 2)])).toContain('orphan_emission');
  expect(kindsIn([...takenOver.slice(0, 4), emit(4, 'G', 2), ...takenOver.slice(4)])).not.toContain(
    'orphan_emission',
  );
});

test('a number that two lives issued is of neither for sure, unless the server says of which', () => {
  const inc2 = { '.session.incarnation': 'inc-2' };
  const lives: readonly Item[] = [
    open(0),
    attach(1, 'G'),
    emit(3, 'G', 2, { ...k1, '.event.id': '2' }),
    detach(4, 'G'),
    open(5, inc2),
    attach(6, 'G', { ...inc2, '.connection.id': 'k2' }),
    emit(8, 'G', 2, { ...inc2, '.connection.id': 'k2', '.event.id': '2' }),
    emit(8.5, 'G', 3, { ...inc2, '.connection.id': 'k2', '.event.id': '3' }),
    detach(9, 'G', { ...inc2, '.connection.id': 'k2' }),
  ];
  const sound = replayed('G', 3, 1, { '.first.event_id': '3', '.first.incarnation': 'inc-2' });
  const attempt = (of?: string): Item =>
    bare(10, {
      ...inc2,
      '.session.state': 'live',
      '.session.echo': 'same',
      '.resumption.last_event_id': '2',
      '.cursor.incarnation': of,
      ...sound,
    });
  expect(attemptLines([...lives, attempt()])).toEqual(['indeterminate unknown:']);
  expect(attemptLines([...lives, attempt('inc-2')])).toEqual(['continuous clean:']);
  expect(attemptLines([...lives, attempt('inc-1')])[0]).toMatch(/^fabricated misrouted: dead_incarnation/);
});
