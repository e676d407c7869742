import { describe, expect, test } from 'vitest';
import { BROKEN_GET, lastAttempt } from '#test/support/judge-story.ts';

/** `verdict: reasons; notes` of the last attempt of a story. */
function told(line: string): string {
  const { verdict, reasons, notes } = lastAttempt(BROKEN_GET + line);
  return `${verdict}: ${reasons.join(' ')}${notes.length > 0 ? `; ${notes.join(' ')}` : ''}`;
}

const SOUND = 'resume with G1:10 sound window 1..20';

describe('a resync', () => {
  test.each([
    [
      'that declares the real gap is honest',
      'window 15..20 -> 200 resynced marked resync earliest 15 first G1:15 count 6',
      'resynced: gap',
    ],
    [
      'where nothing was lost is needless',
      '-> 200 resynced marked resync earliest 11 first G1:11 count 10',
      'resynced: ; needless',
    ],
    [
      'that skips more than it says is fabricated',
      'window 15..20 -> 200 marked resync earliest 15 first G1:18 count 3',
      'fabricated: gap',
    ],
    [
      'on another stream is fabricated',
      'window 15..20 -> 200 marked resync earliest 15 at G7#15',
      'fabricated: gap regressed',
    ],
    [
      'in a session that is gone is fabricated',
      'session missing -> 200 marked resync earliest 15 first G1:15',
      'fabricated: session_gone',
    ],
    [
      'without saying from where is incomplete',
      'window 15..20 -> 200 resynced marked resync first G1:15 count 6',
      'resynced: gap; incomplete_resync',
    ],
    [
      'cannot be told when the session is not known',
      'session unknown as none -> 200 marked resync earliest 11 first G1:11',
      'indeterminate: ',
    ],
  ])('%s', (_title, rest, expected) => {
    expect(told(`${SOUND} ${rest}`)).toBe(expected);
  });
});

describe('a stream marked new', () => {
  test.each([
    [
      'is honest when the gap is real',
      'window 15..20 -> 200 new_stream marked new_stream first G2:1',
      'new_stream: gap',
    ],
    ['is needless when everything held', '-> 200 new_stream marked new_stream', 'new_stream: ; needless'],
    [
      'is fabricated when the session is gone',
      'session missing -> 200 new_stream marked new_stream',
      'fabricated: session_gone',
    ],
    [
      'is fabricated for a dead life',
      'cursor @inc-0 -> 200 new_stream marked new_stream',
      'fabricated: dead_incarnation',
    ],
  ])('%s', (_title, rest, expected) => {
    expect(told(`${SOUND} ${rest}`)).toBe(expected);
  });
});

describe('an answer of which too little is known', () => {
  test('without a status is indeterminate and asks for it', () => {
    const attempt = lastAttempt(
      `${BROKEN_GET}resume with G1:10 sound window 1..20 -> replayed first G1:12 count 9`,
    );
    expect(attempt.verdict).toBe('indeterminate');
    expect(attempt.missing).toContain('http.response.status_code');
  });

  test('whose marker was not reported is fabricated only when it is so both ways', () => {
    const unmarked = 'resume with G1:10 session missing on G2 -> 200 new_stream first G2:1';
    expect(lastAttempt(BROKEN_GET + unmarked)).toMatchObject({
      given: 'nothing_known',
      verdict: 'fabricated',
    });
    const either =
      'resume with G1:10 session live on G2 origin get predecessor closed -> 200 new_stream at G2#1';
    expect(lastAttempt(BROKEN_GET + either)).toMatchObject({
      given: 'nothing_known',
      verdict: 'indeterminate',
    });
  });
});

describe('a reconnect without a cursor', () => {
  const HELD = `
    10:00:00 node-1 opens S as inc-1
    +1s      attach G1 get k1
    +1s      detach G1 k1 network
    +1s      emit G1 #1 notification
    +1s      resume without cursor session live `;
  test.each([
    [
      'is fabricated when events wait and nothing says that the stream is new',
      'on G2 origin get -> 200 marked none',
      'fabricated',
      'unmarked_new_stream',
    ],
    ['is honest when it is marked', 'on G2 origin get -> 200 marked new_stream', 'new_stream', undefined],
    [
      'cannot be told when the marker was not reported',
      'on G2 origin get -> 200',
      'indeterminate',
      undefined,
    ],
    ['is refused with its reason', '-> 400 refused', 'refused', 'no_cursor'],
    [
      'is fabricated in a session that is gone',
      'session missing on G2 origin get -> 200 marked none',
      'fabricated',
      'session_gone',
    ],
    [
      'is fabricated with a token alone',
      'token present G1 on G1 origin get -> 200 marked none',
      'fabricated',
      'missing_cursor',
    ],
  ])('%s', (_title, rest, verdict, reason) => {
    const attempt = lastAttempt(HELD + rest);
    expect(attempt.verdict).toBe(verdict);
    expect(attempt.reasons[0]).toBe(reason);
  });

  test('is nothing to judge when nothing was owed', () => {
    const attempt = lastAttempt(
      `${BROKEN_GET}resume without cursor session live on G2 origin get -> 200 marked none count 0`,
    );
    expect(attempt.verdict).toBe('not_applicable');
    expect(attempt.session).toBe('live');
  });
});

describe('what is out of scope', () => {
  test.each([
    [
      'a sessionless protocol',
      'resume with G1:10 sound protocol=2026-07-28 -> 200',
      'not_applicable',
      'not_applicable',
    ],
    ['stdio', 'resume with G1:10 sound transport=pipe -> 200', 'not_applicable', 'not_applicable'],
    [
      'a server without sessions and event ids',
      'resume without cursor session none -> 200',
      'not_applicable',
      'not_applicable',
    ],
  ])('%s is not applicable', (_title, line, verdict, session) => {
    expect(lastAttempt(BROKEN_GET + line)).toMatchObject({ verdict, session, checks: [] });
  });

  test('a protocol version that is no date is judged', () => {
    const attempt = lastAttempt(
      `${BROKEN_GET}resume with G1:10 sound window 1..20 protocol=DRAFT-2027 -> 200 replayed first G1:11 count 10`,
    );
    expect(attempt.verdict).toBe('continuous');
  });

  test('a server with event ids but no sessions is judged on the rest', () => {
    const attempt = lastAttempt(`
      10:00:00 attach G1 get k1
      +1s      detach G1 k1 network
      +1s      resume with G1:10 sound session none window 1..20 -> 200 replayed first G1:11 count 10`);
    expect(attempt).toMatchObject({ verdict: 'continuous', session: 'not_applicable' });
  });
});
