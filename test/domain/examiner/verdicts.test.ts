import { describe, expect, test } from 'vitest';
import {
  attach,
  bare,
  close,
  cutOff,
  detach,
  emit,
  fence,
  open,
  refused,
  replayed,
  resume,
} from './facts-of.ts';
import { type Attrs, attemptLines, examine, type Item, lineOf, S, span } from './otlp-case.ts';

const on = (attrs: Attrs, cursor = 10): readonly Item[] => [...cutOff, resume(30, 'G', cursor, attrs)];
const SOUND = replayed('G', 11, 10);
const gone = { '.session.state': 'missing' };
const dead = { '.cursor.incarnation': 'inc-0' };

describe('a refusal is right by its status', () => {
  test.each<[string, Attrs, string]>([
    ['410 of a gone session', { ...gone, ...refused(410) }, 'refused unresolved: session_gone'],
    [
      '400 with the code of a gone session',
      { ...gone, ...refused(400, { '.error.code': 'session_terminated' }) },
      'refused unresolved: session_gone',
    ],
    [
      '400 with the code of JSON-RPC, sent as a number',
      { ...gone, ...refused(400, { 'rpc.jsonrpc.error_code': -32001 }) },
      'refused unresolved: session_gone',
    ],
    [
      '400 without a code on a gone session',
      { ...gone, ...refused(400) },
      'misrefused unresolved: wrong_status session_gone',
    ],
    [
      '401 on a gone session',
      { ...gone, ...refused(401) },
      'misrefused unresolved: wrong_status session_gone',
    ],
    [
      'an uninitialised session answered 404',
      { '.session.state': 'uninitialized', ...refused(404) },
      'refused unresolved: session_gone',
    ],
    [
      '409 without a code on a dead life',
      { ...dead, ...refused(409) },
      'misrefused unresolved: wrong_status dead_incarnation',
    ],
    ['410 on a dead life', { ...dead, ...refused(410) }, 'refused unresolved: dead_incarnation'],
    ['410 on a live session', refused(410), 'misrefused unresolved: wrong_status needless'],
    ['429 on a live session', refused(429), 'refused unresolved: try_later'],
    [
      '429 on a gone session',
      { ...gone, ...refused(429) },
      'misrefused unresolved: wrong_status session_gone',
    ],
    [
      '503 with a time to retry',
      refused(503, { '.response.retry_after': '5' }),
      'refused unresolved: try_later',
    ],
    ['503 without one', refused(503), 'misrefused unresolved: wrong_status needless'],
    [
      '503 with a time to retry on a gone session',
      { ...gone, ...refused(503, { '.response.retry_after': 5 }) },
      'misrefused unresolved: wrong_status session_gone',
    ],
    [
      '502 where the session is not known',
      { '.session.state': undefined, '.session.incarnation': undefined, ...refused(502) },
      'misrefused unresolved: wrong_status',
    ],
    ['401 on a live session', refused(401), 'refused unresolved: unauthorised'],
    [
      '403 on a live session with a dead cursor',
      { ...dead, ...refused(403) },
      'refused unresolved: dead_incarnation unauthorised',
    ],
    ['405 on a live session', refused(405), 'refused unresolved: unsupported'],
    [
      '409 by a live predecessor',
      { '.predecessor.state': undefined, ...refused(409, { '.error.code': 'predecessor_live' }) },
      'refused unresolved: predecessor_live',
    ],
    [
      '409 by a live rival',
      refused(409, { '.rival.stream_id': 'G2', '.rival.idle_ms': 100, '.grace_ms': 100 }),
      'refused unresolved: rival_live',
    ],
    ['400 for nothing', refused(400, { '.error.code': 'bad_request' }), 'misrefused unresolved: needless'],
    ['a cursor ahead', { '.cursor.ordinal': 25, ...refused(409) }, 'refused unknown: ahead_of_high_water'],
    [
      'an answer of JSON is a refusal too',
      { 'http.response.status_code': 200, '.response.kind': 'json' },
      'misrefused unresolved: wrong_status needless',
    ],
    [
      '202 and no stream',
      { 'http.response.status_code': 202, '.response.kind': 'empty' },
      'misrefused unresolved: wrong_status needless',
    ],
    [
      'an unknown sequence',
      {
        '.cursor.state': 'unknown',
        '.cursor.sequence': 'sse',
        '.cursor.stream_id': undefined,
        '.cursor.ordinal': undefined,
        ...refused(400),
      },
      'refused unknown: unknown_sequence',
    ],
    [
      'an id never issued',
      {
        '.cursor.state': 'unknown',
        '.cursor.stream_id': undefined,
        '.cursor.ordinal': undefined,
        '.cursor.incarnation': undefined,
        ...refused(404),
      },
      'misrefused unknown: wrong_status unknown_cursor',
    ],
  ])('%s', (_title, attrs, expected) => {
    expect(
      attemptLines([
        open(0),
        attach(1, 'G'),
        ...(attrs['.predecessor.state'] === undefined && '.predecessor.state' in attrs
          ? []
          : [detach(20, 'G')]),
        resume(30, 'G', 10, attrs),
      ]),
    ).toEqual([expected]);
  });

  test('of a life whose state is not known a status of the fours is neither right nor wrong', () => {
    const [attempt] = examine([bare(5, { '.resumption.last_event_id': 'x', ...refused(404) })]).of(
      S,
    ).attempts;
    expect(attempt && lineOf(attempt)).toBe('refused unknown:');
    expect(attempt?.session).toBe('unknown');
  });
});

describe('the table of section 5', () => {
  test.each<[string, readonly Item[], string]>([
    [
      'a resync of what was never evicted is needless',
      on({
        ...SOUND,
        '.resumption.marker': 'resync',
        '.resumption.outcome': 'resynced',
        '.resync.earliest': 11,
        '.resync.unrecoverable': 'true',
      }),
      'resynced unknown:',
    ],
    [
      'a resync for a gone session',
      on({ ...gone, ...SOUND, '.resumption.marker': 'resync', '.resync.earliest': 11 }),
      'fabricated unknown: session_gone',
    ],
    [
      'a resync for a dead life',
      on({ ...dead, ...replayed('G', 1, 20), '.resumption.marker': 'resync', '.resync.earliest': 1 }),
      'fabricated misrouted: dead_incarnation',
    ],
    [
      'a resync under another session id',
      on({ ...SOUND, '.session.echo': 'different', '.resumption.marker': 'resync', '.resync.earliest': 11 }),
      'fabricated unknown: session_reassigned',
    ],
    [
      'a resync on another stream',
      on({
        ...replayed('G2', 1, 5),
        '.stream.id': 'G2',
        '.resumption.marker': 'resync',
        '.resync.earliest': 1,
      }),
      'fabricated misrouted: foreign_stream regressed',
    ],
    [
      'a resync of a cursor never issued',
      on({
        '.cursor.state': 'unknown',
        '.cursor.stream_id': undefined,
        '.cursor.ordinal': undefined,
        ...replayed('G', 5, 16),
        '.resumption.marker': 'resync',
        '.resync.earliest': 5,
        '.resync.unrecoverable': true,
      }),
      'resynced unknown: unknown_cursor',
    ],
    [
      'a marked new stream of a gone session',
      on({ ...gone, ...replayed('G2', 1, 0), '.stream.id': 'G2', '.resumption.marker': 'new_stream' }),
      'fabricated unknown: session_gone',
    ],
    [
      'a marked new stream where all held',
      on({
        '.stream.id': 'G2',
        'http.response.status_code': 200,
        '.resumption.marker': 'new_stream',
        '.rival.stream_id': undefined,
      }),
      'new_stream unknown:',
    ],
    [
      'a marked new stream because of an evicted cursor',
      on({
        '.cursor.state': 'evicted',
        '.stream.floor': 15,
        'http.response.status_code': 200,
        '.resumption.marker': 'new_stream',
      }),
      'new_stream lost: gap',
    ],
    [
      'a server that calls it new and does not report the marker',
      on({ '.stream.id': 'G2', 'http.response.status_code': 200, '.resumption.outcome': 'new_stream' }),
      'indeterminate unknown: foreign_stream',
    ],
    [
      'the same where the session is gone is fabricated both ways',
      on({ ...gone, 'http.response.status_code': 200, '.resumption.outcome': 'new_stream' }),
      'fabricated unknown: session_gone',
    ],
    ['no status', on({ ...SOUND, 'http.response.status_code': undefined }), 'indeterminate unknown:'],
    [
      'no status, but a stream that is fabricated however it was marked',
      on({ ...gone, ...SOUND, 'http.response.status_code': undefined }),
      'fabricated unknown: session_gone',
    ],
    [
      'the word resumed proves nothing',
      on({
        'http.response.status_code': 200,
        '.resumption.marker': 'resumed',
        '.resumption.outcome': 'replayed',
      }),
      'indeterminate unknown:',
    ],
    [
      'unknowns and another session id in the answer',
      on({ '.predecessor.state': 'unknown', ...SOUND, '.session.echo': 'different' }).filter(
        ({ name }) => !name.endsWith('detach'),
      ),
      'fabricated unknown: session_reassigned',
    ],
    [
      'a token and no cursor on a 2xx',
      [
        ...cutOff,
        bare(30, {
          '.session.state': 'live',
          '.cursor.state': 'absent',
          '.resumption.token': 'present',
          '.resumption.token_stream_id': 'G',
          '.stream.id': 'G',
          '.stream.origin': 'get',
          'http.response.status_code': 200,
          '.resumption.marker': 'none',
        }),
      ],
      'fabricated unknown: missing_cursor',
    ],
    [
      'a token that names no stream',
      on({ ...SOUND, '.resumption.token': 'unknown' }),
      'fabricated unknown: unknown_token',
    ],
    [
      'a token of another stream',
      on({ ...SOUND, '.resumption.token': 'present', '.resumption.token_stream_id': 'G7' }),
      'fabricated unknown: foreign_stream',
    ],
    [
      'a token of another stream, refused',
      on({ ...refused(400), '.resumption.token': 'present', '.resumption.token_stream_id': 'G7' }),
      'refused unresolved: foreign_stream',
    ],
    [
      'an echo of another stream',
      on({ ...SOUND, '.stream.echo': 'different' }),
      'fabricated unknown: foreign_stream',
    ],
    [
      'the cursor of another sequence',
      on({ ...SOUND, '.cursor.sequence': 'post', '.stream.sequence': 'get' }),
      'fabricated unknown: namespace_mismatch',
    ],
    [
      'an aborted replay is owed nothing more',
      on({ ...replayed('G', 11, 3), '.replay.state': 'aborted' }),
      'continuous clean:',
    ],
    [
      'a running replay that has not begun',
      on({
        'http.response.status_code': 200,
        '.resumption.marker': 'none',
        '.resumption.outcome': 'replayed',
        '.replayed.count': 0,
        '.replay.state': 'running',
      }),
      'indeterminate unknown:',
    ],
    [
      'a rival idle for exactly the grace',
      on({ ...SOUND, '.rival.stream_id': 'G2', '.rival.idle_ms': 30000, '.grace_ms': 30000 }),
      'fabricated unknown: forked',
    ],
    [
      'a rival idle for longer',
      on({ ...SOUND, '.rival.stream_id': 'G2', '.rival.idle_ms': 30001, '.grace_ms': 30000 }),
      'continuous clean:',
    ],
    [
      'a rival without a known grace',
      on({ ...SOUND, '.rival.stream_id': 'G2', '.rival.idle_ms': 1 }),
      'indeterminate unknown:',
    ],
    [
      'a rival that is fenced',
      [
        ...on({ ...SOUND, '.rival.stream_id': 'G2', '.rival.idle_ms': 1, '.grace_ms': 30000 }),
        fence(29, 'G2'),
      ],
      'continuous clean:',
    ],
    [
      'a rival that emits after the decision',
      [
        ...on({ ...SOUND, '.rival.stream_id': 'G2', '.rival.idle_ms': 90000, '.grace_ms': 30000 }),
        emit(40, 'G2', 5),
      ],
      'fabricated unknown: forked',
    ],
    [
      'two standalone streams opened on purpose are no rivals',
      [
        ...cutOff,
        attach(2, 'G2', { '.connection.id': 'k2' }),
        emit(29, 'G2', 1, { '.connection.id': 'k2' }),
        resume(30, 'G', 10, { ...SOUND, '.grace_ms': 30000 }),
        emit(31, 'G2', 2, { '.connection.id': 'k2' }),
      ],
      'continuous clean:',
    ],
    [
      'a replay from another life of the session',
      on({ ...replayed('G', 11, 10), '.first.incarnation': 'inc-0' }),
      'fabricated misrouted: regressed',
    ],
    [
      'a first event below the cursor on a stream that is not told',
      on({ ...replayed('G', 1, 20), '.first.stream_id': undefined, '.stream.id': undefined }),
      'fabricated unknown: regressed',
    ],
    [
      'a first event of another session',
      on({ ...SOUND, '.first.session': 'other' }),
      'fabricated misrouted: foreign_session regressed',
    ],
    ['too many and nothing else', on(replayed('G', 11, 12)), 'continuous redelivered: redelivery'],
    [
      'two below the floor with the right number',
      on({ ...replayed('G', 15, 6), '.stream.floor': 12 }),
      'fabricated lost: gap',
    ],
    [
      'an empty stream has its high water below its first',
      [
        open(0),
        attach(1, 'G'),
        detach(20, 'G'),
        resume(30, 'G', 0, {
          '.stream.floor': 1,
          '.stream.high_water': 0,
          'http.response.status_code': 200,
          '.resumption.outcome': 'replayed',
          '.resumption.marker': 'none',
          '.replayed.count': 0,
        }),
      ],
      'continuous clean:',
    ],
  ])('%s', (_title, items, expected) => {
    expect(attemptLines(items)).toEqual([expected]);
  });
});

describe('without a cursor', () => {
  const none = (attrs: Attrs): Item =>
    bare(30, {
      '.session.state': 'live',
      '.session.echo': 'same',
      '.cursor.state': 'absent',
      '.stream.id': 'G2',
      '.stream.origin': 'get',
      ...attrs,
    });
  const owed = [
    open(0),
    attach(1, 'G'),
    emit(2, 'G', 1, { '.connection.id': 'k1' }),
    detach(3, 'G'),
    emit(4, 'G', 2),
  ];
  const ok = { 'http.response.status_code': 200 };
  test.each<[string, readonly Item[], string]>([
    [
      'and marked new though events were owed',
      [...owed, none({ ...ok, '.resumption.marker': 'new_stream' })],
      'new_stream unresolved:',
    ],
    [
      'and not marked though events were owed',
      [...owed, none({ ...ok, '.resumption.marker': 'none' })],
      'fabricated unresolved: unmarked_new_stream',
    ],
    [
      'and nobody tells whether it was marked',
      [...owed, none({ ...ok, '.resumption.outcome': 'new_stream' })],
      'indeterminate unknown:',
    ],
    [
      'and the session gone',
      [...owed, none({ ...ok, '.session.state': 'missing', '.resumption.marker': 'none' })],
      'fabricated unresolved: session_gone unmarked_new_stream',
    ],
    [
      'and the session gone, the marker not reported',
      [open(0), none({ ...ok, '.session.state': 'missing', '.resumption.outcome': 'new_stream' })],
      'fabricated unknown: session_gone',
    ],
    ['and refused', [...owed, none(refused(400))], 'refused unresolved: no_cursor'],
    [
      'and refused by its own orphan',
      [...owed.slice(0, 3), none({ ...refused(409), '.predecessor.state': 'live' })],
      'refused unknown: predecessor_live',
    ],
    [
      'on a post request that opens another stream',
      [...owed, none({ ...ok, '.stream.id': 'P9', '.stream.origin': 'post', '.resumption.marker': 'none' })],
      'not_applicable unknown:',
    ],
    [
      'when only priming was left',
      [
        ...owed.slice(0, 4),
        emit(4, 'G', 2, { '.event.kind': 'priming' }),
        none({ ...ok, '.resumption.marker': 'none' }),
      ],
      'not_applicable unknown:',
    ],
  ])('%s', (_title, items, expected) => {
    expect(attemptLines(items)).toEqual([expected]);
  });

  test('a lost cursor is told of as the client’s loss', () => {
    const [attempt] = examine([...owed, none({ ...ok, '.resumption.marker': 'none' })]).of(S).attempts;
    expect(attempt?.notes).toContain('cursor_lost_by_client');
  });
});

describe('out of scope', () => {
  const era = (version: string, attrs: Attrs = {}): readonly Item[] => [
    resume(30, 'G', 10, { ...SOUND, 'mcp.protocol.version': version, ...attrs }),
  ];
  test.each<[string, readonly Item[], string, string]>([
    ['the sessionless era', era('2026-07-28'), 'not_applicable', 'not_applicable'],
    ['the last sessionful version', era('2025-11-25'), 'continuous', 'live'],
    ['a version that is no date', era('DRAFT-2026-v1'), 'continuous', 'live'],
    ['the legacy transport', era('2024-11-05', { '.stream.origin': 'legacy_sse' }), 'continuous', 'live'],
    ['stdio', era('2025-11-25', { 'network.transport': 'pipe' }), 'not_applicable', 'not_applicable'],
    [
      'WebSocket',
      era('2025-11-25', { 'network.transport': 'websocket' }),
      'not_applicable',
      'not_applicable',
    ],
    [
      'neither session nor event ids',
      [bare(1, { '.session.state': 'none', '.cursor.state': 'absent', 'http.response.status_code': 200 })],
      'not_applicable',
      'not_applicable',
    ],
    [
      'event ids without sessions',
      era('2025-11-25', {
        '.session.state': 'none',
        '.session.echo': undefined,
        '.session.incarnation': undefined,
        '.cursor.incarnation': undefined,
        '.first.incarnation': undefined,
      }),
      'continuous',
      'not_applicable',
    ],
  ])('%s', (_title, items, verdict, session) => {
    const [attempt] = examine(items).of(S).attempts;
    expect([attempt?.verdict, attempt?.session]).toEqual([verdict, session]);
  });
});

test('an end that was seen outranks the word live, unless that word is of another life', () => {
  const ended = [open(0), attach(1, 'G'), detach(3, 'G'), close(5)];
  const [attempt] = examine([...ended, resume(30, 'G', 10, SOUND)]).of(S).attempts;
  expect(attempt && lineOf(attempt)).toBe('fabricated unknown: session_gone');
  expect(attempt?.tags).toContain('evidence_conflict');
  const other = resume(30, 'G', 10, {
    ...SOUND,
    '.session.incarnation': 'inc-2',
    '.cursor.incarnation': 'inc-2',
    '.first.incarnation': 'inc-2',
  });
  expect(attemptLines([...ended, other])).toEqual(['continuous clean:']);
});

test('a session that ends at the very moment of the decision was alive in it', () => {
  const at = 30.02;
  expect(attemptLines([...cutOff, resume(30, 'G', 10, SOUND), close(at)])).toEqual(['continuous clean:']);
});

test('a stale replica refuses honestly though more was seen; served, what was seen holds', () => {
  const events = [...cutOff, emit(10, 'G', 47, { '.connection.id': 'k1' })];
  const stale = { '.stream.high_water': 40, '.cursor.ordinal': 47, '.resumption.last_event_id': 'G:47' };
  const [refusal] = examine([
    ...events,
    resume(30, 'G', 47, { ...stale, ...refused(409, { '.error.code': 'cursor_ahead' }) }),
  ]).of(S).attempts;
  expect(refusal && lineOf(refusal)).toBe('refused unknown: ahead_of_high_water');
  expect(refusal?.notes).toContain('stale_replica');
  const [claim] = examine([
    ...events,
    resume(30, 'G', 47, {
      ...stale,
      'http.response.status_code': 200,
      '.resumption.marker': 'none',
      '.resumption.outcome': 'replayed',
      '.replayed.count': 0,
    }),
  ]).of(S).attempts;
  expect(claim?.verdict).toBe('continuous');
  expect(claim?.tags).toContain('evidence_conflict');
});

test('an alias explains another id in the answer only where its life is the same one', () => {
  const alias = (incarnation: string): Item =>
    span(40, '.session.alias', {
      'mcp.session.id': S,
      '.session.alias_of': 'front-0000-4000-8000-77aa',
      '.observer': 'proxy',
      '.session.incarnation': incarnation,
    });
  const facts = [...cutOff, resume(30, 'G', 10, { ...SOUND, '.session.echo': 'different' })];
  expect(attemptLines([...facts, alias('inc-1')])).toEqual(['continuous clean:']);
  expect(attemptLines([...facts, alias('inc-2')])).toEqual(['fabricated unknown: session_reassigned']);
});
