import { describe, expect, test } from 'vitest';
import { attach, bare, cutOff, detach, emit, fence, open, refused, replayed, resume } from './facts-of.ts';
import { type Attrs, attemptLines, type Item } from './otlp-case.ts';

const on = (attrs: Attrs, cursor = 10): readonly Item[] => [...cutOff, resume(30, 'G', cursor, attrs)];
const SOUND = replayed('G', 11, 10);
const gone = { '.session.state': 'missing' };
const dead = { '.cursor.incarnation': 'inc-0' };

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
