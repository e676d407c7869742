import { describe, expect, test } from 'vitest';
import { attach, bare, detach, open, refused, resume } from './facts-of.ts';
import { type Attrs, attemptLines, examine, lineOf, S } from './otlp-case.ts';

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
