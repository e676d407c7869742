import { describe, expect, test } from 'vitest';
import { BROKEN_GET, lastAttempt } from '#test/support/judge-story.ts';

/** `verdict: reasons; notes` of the last attempt of a story. */
function told(line: string): string {
  const { verdict, reasons, notes } = lastAttempt(BROKEN_GET + line);
  return `${verdict}: ${reasons.join(' ')}${notes.length > 0 ? `; ${notes.join(' ')}` : ''}`;
}

const SOUND = 'resume with G1:10 sound window 1..20';

describe('a claim', () => {
  test.each([
    ['is continuous when every condition is proven', '-> 200 replayed first G1:11 count 10', 'continuous: '],
    ['is continuous when nothing was left to replay', 'window 1..10 -> 200 replayed count 0', 'continuous: '],
    [
      'stays continuous when only the cursor itself comes again',
      '-> 200 replayed first G1:10 count 11',
      'continuous: redelivery',
    ],
    [
      'stays continuous when more than owed is replayed',
      '-> 200 replayed first G1:11 count 11',
      'continuous: redelivery',
    ],
    [
      'is fabricated when a redelivery hides a hole',
      '-> 200 replayed first G1:10 count 10',
      'fabricated: redelivery gap',
    ],
    ['is fabricated when the first event jumps', '-> 200 replayed first G1:12 count 9', 'fabricated: gap'],
    [
      'is fabricated when events are held and none come',
      '-> 200 replayed count 0',
      'fabricated: nothing_delivered gap',
    ],
    [
      'is fabricated when the session is gone',
      'session missing -> 200 replayed first G1:11 count 10',
      'fabricated: session_gone',
    ],
    [
      'is fabricated when another session id comes back',
      'echo different -> 200 replayed first G1:11 count 10',
      'fabricated: session_reassigned',
    ],
    [
      'is judged though the session id is not echoed',
      'echo absent -> 200 replayed first G1:11 count 10',
      'continuous: ',
    ],
    [
      'is not completed yet while the replay still runs',
      '-> 200 replayed running first G1:11 count 3',
      'continuous: ',
    ],
    [
      'is not blamed for a replay that the client cut off',
      '-> 200 replayed aborted first G1:11 count 3',
      'continuous: ',
    ],
    ['cannot be told without the first event', '-> 200 replayed', 'indeterminate: '],
    [
      'knows from its detach that the old connection ended',
      'predecessor unknown -> 200 replayed first G1:11 count 10',
      'continuous: ',
    ],
    [
      'treats a marker "resumed" as no proof',
      '-> 200 marked resumed first G1:12 count 9 replayed',
      'fabricated: gap',
    ],
  ])('%s', (_title, rest, expected) => {
    expect(told(`${SOUND} ${rest}`)).toBe(expected);
  });
});

describe('a refusal', () => {
  test.each([
    [
      'of a session that is gone is right with 404',
      'session expired -> 404 refused',
      'refused: session_gone',
    ],
    [
      'of a session that is gone is right with a code',
      'session expired -> 400 refused code session_expired',
      'refused: session_gone',
    ],
    [
      'of a session that is gone is wrong with a plain 400',
      'session expired -> 400 refused',
      'misrefused: wrong_status session_gone',
    ],
    [
      'of a session that is gone is wrong with 503',
      'session expired -> 503 refused retry 2s',
      'misrefused: wrong_status session_gone',
    ],
    ['of a dead life is right with 410', 'cursor @inc-0 -> 410 refused', 'refused: dead_incarnation'],
    [
      'of a dead life is wrong with 400 and no code',
      'cursor @inc-0 -> 400 refused',
      'misrefused: wrong_status dead_incarnation',
    ],
    ['of a gap is right with 400', 'window 15..20 -> 400 refused', 'refused: gap'],
    [
      'of a gap with 404 tells the client that its session died',
      'window 15..20 -> 404 refused',
      'misrefused: wrong_status gap',
    ],
    ['though everything held is needless', '-> 400 refused', 'misrefused: needless'],
    [
      'though everything held, with 410, is doubly wrong',
      '-> 410 refused',
      'misrefused: wrong_status needless',
    ],
    ['with 429 asks to try later', '-> 429 refused', 'refused: try_later'],
    ['with 503 and Retry-After asks to try later', '-> 503 refused retry 1s', 'refused: try_later'],
    ['with 503 alone is wrong', '-> 503 refused', 'misrefused: wrong_status needless'],
    ['with 500 is wrong anywhere', 'session unknown as none -> 500 refused', 'misrefused: wrong_status'],
    ['with 401 is honest', '-> 401 refused', 'refused: unauthorised'],
    ['with 405 is honest', '-> 405 refused', 'refused: unsupported'],
    [
      'with 409 for a connection that was seen to end is needless',
      'predecessor live -> 409 refused',
      'misrefused: needless',
    ],
    ['with 409 and nobody there is needless', '-> 409 refused', 'misrefused: needless'],
    ['by an answer without a stream counts as one', '-> 200 json', 'misrefused: wrong_status needless'],
    [
      'of an unparseable cursor is right with 400',
      'cursor unparseable -> 400 refused',
      'refused: unparseable_cursor',
    ],
  ])('%s', (_title, rest, expected) => {
    expect(told(`${SOUND} ${rest}`)).toBe(expected);
  });

  test('with 409 for a predecessor that is still attached is honest', () => {
    const attempt = lastAttempt(`
      10:00:00 node-1 opens S as inc-1
      +1s      attach G1 get k1
      +60s     resume with G1:10 sound window 1..20 predecessor live -> 409 refused`);
    expect(attempt).toMatchObject({ verdict: 'refused', reasons: ['predecessor_live'] });
  });

  test('by a replica that honestly knows less is refused, and said to be stale', () => {
    const attempt = lastAttempt(`
      10:00:00 node-1 opens S as inc-1
      +1s      attach G1 get k1
      +1s      emit G1 #47 notification on k1
      +1s      emit G1 #48 notification on k1
      +1s      detach G1 k1 network
      +1s      node-2 resume with G1:47 sound as inc-1 window 1..40 -> 409 refused code cursor_ahead`);
    expect(attempt.verdict).toBe('refused');
    expect(attempt.reasons).toEqual(['ahead_of_high_water']);
    expect(attempt.notes).toContain('stale_replica');
  });
});
