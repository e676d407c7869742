import { expect, test } from 'vitest';
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
  resume,
} from './facts-of.ts';
import { attemptLines, examine, type Item, lineOf, OTHER, S, span } from './otlp-case.ts';

/** A server that says nothing of the cursor or the stream; what was seen must tell. */
const silent = (at: number, cursor: string, attrs = {}): Item =>
  bare(at, {
    '.session.state': 'live',
    '.session.echo': 'same',
    '.resumption.last_event_id': cursor,
    ...attrs,
  });
const answer = (first: string | undefined, count: number, attrs = {}) => ({
  'http.response.status_code': 200,
  '.resumption.outcome': 'replayed',
  '.resumption.marker': 'none',
  '.first.event_id': first,
  '.replayed.count': count,
  ...attrs,
});

/** Seen: G opened by the first life, events 1 to 4, the connection cut after 2. */
const seen: readonly Item[] = [
  open(0),
  attach(1, 'G'),
  emit(2, 'G', 1, { '.connection.id': 'k1' }),
  emit(3, 'G', 2, { '.connection.id': 'k1' }),
  detach(4, 'G'),
  emit(5, 'G', 3),
  emit(6, 'G', 4),
];
/** And then another node takes over in another life. */
const secondLife: readonly Item[] = [
  ...seen,
  close(7, { '.session.close_reason': 'shutdown' }),
  open(8, { '.session.origin': 'restored', '.session.incarnation': 'inc-2' }, { instance: 'node-2' }),
];
const inc2 = { '.session.incarnation': 'inc-2' };

test.each<[string, readonly Item[], string]>([
  [
    'a cursor seen emitted resolves without the server, and so do high water and the end of the old connection',
    [...seen, silent(10, 'G:2', answer('G:3', 2))],
    'continuous clean:',
  ],
  [
    'a replay that stops short of what was seen issued is a gap though the server attests nothing',
    [...seen, silent(10, 'G:2', answer('G:3', 1))],
    'fabricated lost: gap',
  ],
  [
    'nothing replayed while a later event was seen issued',
    [...seen, silent(10, 'G:2', answer(undefined, 0))],
    'fabricated lost: nothing_delivered gap',
  ],
  [
    'nothing replayed at the high water that was seen',
    [...seen, silent(10, 'G:4', answer(undefined, 0, { '.stream.id': 'G' }))],
    'continuous clean:',
  ],
  [
    'a dead life replayed is told by the emissions alone',
    [...secondLife, silent(10, 'G:2', { ...inc2, ...answer('G:3', 2) })],
    'fabricated misrouted: dead_incarnation',
  ],
  [
    'a dead life refused by 404 is told by the emissions alone',
    [...secondLife, silent(10, 'G:2', { ...inc2, ...refused(404) })],
    'refused unresolved: dead_incarnation',
  ],
  [
    'the same incarnation attested again after a failover is the same life',
    [
      ...seen,
      close(7, { '.session.close_reason': 'shutdown' }),
      open(8, { '.session.origin': 'adopted' }, { instance: 'node-2' }),
      silent(10, 'G:2', answer('G:3', 2)),
    ],
    'continuous clean:',
  ],
  [
    'a clamp is told by evictions alone',
    [...seen, evict(7, 'G', 4), silent(10, 'G:2', answer('G:4', 1))],
    'fabricated lost: clamped_to_floor gap',
  ],
  [
    'one below a floor that an eviction set is retained',
    [...seen, evict(7, 'G', '3'), silent(10, 'G:2', answer('G:3', 2))],
    'continuous clean:',
  ],
  [
    'with everything evicted the floor lies one above the high water',
    [...seen, evict(7, 'G', 5), silent(10, 'G:4', answer(undefined, 0, { '.stream.id': 'G' }))],
    'continuous clean:',
  ],
  [
    'an eviction that came after the attempt counts for nothing',
    [...seen, silent(10, 'G:2', answer('G:3', 2)), evict(11, 'G', 5)],
    'continuous clean:',
  ],
  [
    'an eviction and a fence inside the span are part of the decision',
    [...seen, evict(10.01, 'G', 5), silent(10, 'G:2', answer(undefined, 0))],
    'fabricated lost: gap nothing_delivered',
  ],
  [
    'a stream fenced as a whole inside the span is a fenced stream',
    [...seen, fence(10.01, 'G'), silent(10, 'G:2', answer('G:3', 2))],
    'fabricated unknown: fenced_stream',
  ],
  [
    'an old connection fenced inside the span is how a resume is done',
    [
      ...seen.filter(({ name }) => name !== 'seamark.stream.detach'),
      fence(10.01, 'G', { '.connection.id': 'k1' }),
      silent(10, 'G:2', answer('G:3', 2)),
    ],
    'continuous clean:',
  ],
  [
    'a word of an old connection after the decision refutes that it was closed',
    [
      open(0),
      attach(1, 'G'),
      emit(2, 'G', 10, { '.connection.id': 'k1' }),
      resume(30, 'G', 10, replayed('G', 11, 10)),
      emit(31, 'G', 21, { '.connection.id': 'k1' }),
    ],
    'fabricated unknown: forked',
  ],
  [
    'priming and keep-alive events at the head of a replay do not count',
    [
      ...seen.slice(0, 5),
      emit(5, 'G', 3),
      silent(10, 'G:2', answer('G:3', 1)),
      emit(10.01, 'G', 4, { '.event.kind': 'priming', '.connection.id': 'k2' }),
    ],
    'continuous clean:',
  ],
  [
    'an id received on one stream is of that stream though two emitted it',
    [
      open(0),
      attach(1, 'G'),
      attach(1, 'P5', { '.connection.id': 'k2', '.stream.request_id': '5' }),
      emit(2, 'G', 1, { '.event.id': '41', '.connection.id': 'k1' }),
      emit(3, 'P5', 1, { '.event.id': '41', '.connection.id': 'k2' }),
      receive(3, 'G', 1, { '.event.id': '41' }),
      emit(4, 'G', 2, { '.event.id': '42' }),
      detach(5, 'G'),
      detach(5, 'P5', { '.connection.id': 'k2' }),
      silent(10, '41', {
        '.stream.id': 'G',
        '.stream.origin': 'get',
        ...answer('42', 1, { '.first.stream_id': 'G', '.first.ordinal': 2 }),
      }),
    ],
    'continuous clean:',
  ],
  [
    'an id emitted on two streams and received on none is ambiguous where nobody resolves it',
    [
      open(0),
      attach(1, 'G'),
      attach(1, 'P5', { '.connection.id': 'k2' }),
      emit(2, 'G', 1, { '.event.id': '41', '.connection.id': 'k1' }),
      emit(3, 'P5', 1, { '.event.id': '41', '.connection.id': 'k2' }),
      detach(5, 'G'),
      silent(10, '41', answer('42', 1)),
    ],
    'fabricated unknown: ambiguous_sequence',
  ],
])('%s', (_title, items, expected) => {
  expect(attemptLines(items)).toEqual([expected]);
});

test('a token attributes a bare number where two sequences are active', () => {
  const bareNumber = {
    '.resumption.last_event_id': '41',
    '.event.namespacing': 'none',
    '.sequence.active_count': 2,
    '.cursor.ordinal': 10,
  };
  const token = { '.resumption.token': 'present', '.resumption.token_stream_id': 'G' };
  const sound = replayed('G', 11, 10, { '.first.event_id': '42' });
  expect(attemptLines([...cutOff, resume(30, 'G', 10, { ...bareNumber, ...sound })])).toEqual([
    'indeterminate unknown:',
  ]);
  expect(attemptLines([...cutOff, resume(30, 'G', 10, { ...bareNumber, ...token, ...sound })])).toEqual([
    'continuous clean:',
  ]);
});

test('an incarnation that nobody attests holds on the same instance and is unknown on another', () => {
  const none = { '.session.incarnation': undefined };
  const facts = (instance: string): readonly Item[] => [
    open(0, none),
    attach(1, 'G', none),
    emit(2, 'G', 1, { ...none, '.connection.id': 'k1' }),
    detach(3, 'G', none),
    emit(4, 'G', 2, none),
    bare(
      10,
      {
        ...none,
        '.session.state': 'live',
        '.session.echo': 'same',
        '.resumption.last_event_id': 'G:1',
        ...answer('G:2', 1),
      },
      { instance },
    ),
  ];
  expect(attemptLines(facts('node-1'))).toEqual(['continuous clean:']);
  const [attempt] = examine(facts('node-2')).of(S).attempts;
  expect(attempt && lineOf(attempt)).toBe('indeterminate unknown:');
  expect(attempt?.missing).toContain('seamark.cursor.incarnation');
});

test('a foreign session is told by another session of the service that emitted the id, and only by one', () => {
  const foreign = { 'mcp.session.id': OTHER, '.session.incarnation': 'inc-8' };
  const third = { 'mcp.session.id': 'ab5e0000-0000-4000-8000-00000000000c', '.session.incarnation': 'inc-9' };
  const events = (attrs = {}, sent = {}): readonly Item[] => [
    span(
      2,
      '.stream.emit',
      { '.stream.id': 'T', '.event.id': '7c1e-a', '.event.ordinal': 1, ...attrs },
      sent,
    ),
    span(
      3,
      '.stream.emit',
      { '.stream.id': 'T', '.event.id': '7c1f-a', '.event.ordinal': 2, ...attrs },
      sent,
    ),
  ];
  const attempt = silent(10, '7c1e-a', answer('7c1f-a', 1));
  const told = examine([open(0), ...events(foreign), attempt]).of(S);
  expect(told.attempts[0]?.reasons[0]).toBe('foreign_session');
  expect(told.attempts[0]?.delivery).toBe('misrouted');
  expect(told.findings.map(({ kind }) => kind)).toContain('foreign_delivery');
  for (const items of [
    [open(0), ...events(foreign), ...events(third), attempt],
    [open(0), ...events(foreign, { service: 'other-mcp' }), attempt],
    [
      open(0),
      ...events(foreign),
      emit(1, 'G', 0, { '.event.id': '7c1e-a' }),
      emit(1.5, 'G', 1, { '.event.id': '7c1f-a' }),
      attempt,
    ],
  ]) {
    const judged = examine(items).of(S);
    expect(judged.attempts[0]?.reasons).not.toContain('foreign_session');
    expect(judged.findings.map(({ kind }) => kind)).not.toContain('foreign_delivery');
  }
});
