import { describe, expect, test } from 'vitest';
import type { CheckId } from '#domain/words.ts';
import { BROKEN_GET, lastAttempt, resultOf, type StoryOptions } from '#test/support/judge-story.ts';
import { story } from '#test/support/story.ts';

const SOUND = 'resume with G1:10 sound window 1..20';
const REPLAYED = '-> 200 replayed first G1:11 count 10';

function result(check: CheckId, text: string, options?: StoryOptions): string {
  const attempt = lastAttempt(text, options);
  const outcome = attempt.checks.find((one) => one.check === check);
  return `${outcome?.result}${outcome && outcome.reasons.length > 0 ? ` ${outcome.reasons.join(' ')}` : ''}`;
}

describe('within_high_water and retained', () => {
  test.each([
    ['the high water itself is within', 'within_high_water', 'window 1..10', 'holds'],
    ['one more is ahead', 'within_high_water', 'window 1..9', 'fails ahead_of_high_water'],
    ['one below the floor is retained', 'retained', 'window 11..20', 'holds'],
    ['two below the floor is not', 'retained', 'window 12..20', 'fails gap'],
    [
      'an evicted cursor without ordinals is not',
      'retained',
      'cursor evicted cursorOrdinal= highWater=20',
      'fails gap',
    ],
    ['an evicted cursor whose successor is held is', 'retained', 'cursor evicted window 11..20', 'holds'],
  ] as const)('%s', (_title, check, asked, expected) => {
    expect(result(check, `${BROKEN_GET}resume with G1:10 sound ${asked} -> 400 refused`)).toBe(expected);
  });

  test('a replay that begins at the floor was clamped to it', () => {
    const text = `${BROKEN_GET}resume with G1:3 sound window 11..20 -> 200 replayed first G1:11 count 10`;
    expect(lastAttempt(text).reasons).toEqual(['clamped_to_floor', 'gap']);
    expect(lastAttempt(text).delivery).toBe('lost');
  });

  test('an eviction that was seen raises the floor above the attested one', () => {
    const text = `${BROKEN_GET}evict G1 floor 15\n+1s ${SOUND} -> 400 refused`;
    expect(result('retained', text)).toBe('fails gap');
  });

  test('events not yet seen never make a cursor ahead', () => {
    const text = `10:00:00 node-1 opens S as inc-1\n+1s emit G1 #4 notification on k1\n+1s resume with G1:10 session live cursor G1#10@inc-1 on G1 -> 200 replayed`;
    expect(result('within_high_water', text)).toBe('unknown');
  });

  test('a proven successor lifts what is not known of high water and floor', () => {
    const attempt = lastAttempt(`${BROKEN_GET}resume with G1:10 sound ${REPLAYED}`);
    expect(resultOf(attempt, 'within_high_water')).toBe('holds');
    expect(resultOf(attempt, 'retained')).toBe('holds');
    expect(attempt.verdict).toBe('continuous');
  });

  test('the strict floor policy says so and changes no verdict', () => {
    const text = `${BROKEN_GET}resume with G1:10 sound window 11..20 ${REPLAYED}`;
    expect(lastAttempt(text, { settings: { strictFloor: true } })).toMatchObject({
      verdict: 'continuous',
      notes: ['strict_floor'],
    });
  });
});

describe('sole_stream', () => {
  const attached =
    '10:00:00 node-1 opens S as inc-1\n+1s attach G1 get k1\n+60s resume with G1:10 sound window 1..20 ';
  test.each([
    ['an attested live predecessor', `${attached}predecessor live ${REPLAYED}`, 'fails forked'],
    ['an attach without a detach', `${attached}predecessor unknown ${REPLAYED}`, 'unknown'],
    [
      'an old connection that still gets events afterwards',
      `${attached}${REPLAYED}\n+1s emit G1 #21 notification on k1`,
      'fails forked',
    ],
    ['its own new connection', `${BROKEN_GET}${SOUND} ${REPLAYED}\nattach G1 get k2`, 'holds'],
    [
      'a rival idle as long as the grace',
      `${BROKEN_GET}${SOUND} rival G0 30s grace 30s ${REPLAYED}`,
      'fails forked',
    ],
    ['a rival idle for longer', `${BROKEN_GET}${SOUND} rival G0 31s grace 30s ${REPLAYED}`, 'holds'],
    ['a rival and a grace that nobody attests', `${BROKEN_GET}${SOUND} rival G0 1s ${REPLAYED}`, 'unknown'],
    [
      'a rival that was fenced',
      `${BROKEN_GET}fence G0\n+1s ${SOUND} rival G0 1s grace 30s ${REPLAYED}`,
      'holds',
    ],
    [
      'a rival that emits after the decision',
      `${BROKEN_GET}${SOUND} rival G0 31s grace 30s ${REPLAYED}\n+1s emit G0 #1 notification`,
      'fails forked',
    ],
  ])('%s', (_title, text, expected) => {
    expect(result('sole_stream', text)).toBe(expected);
  });

  test('two standalone streams opened on purpose are no rivals', () => {
    const text = `${BROKEN_GET}attach G2 get k2\n+1s emit G2 #1 notification on k2\n+1s ${SOUND} ${REPLAYED}\n+1s emit G2 #2 notification on k2`;
    expect(result('sole_stream', text)).toBe('holds');
  });

  test('a stream opened by a reconnect for another shares its slot from then on', () => {
    const text = `${BROKEN_GET}resume without cursor session live on G2 origin get -> 200 marked none
      +10s  attach G2 get k2
      +1s   emit G2 #1 notification on k2
      +1s   emit G2 #2 notification
      +1s   detach G2 k2 network
      +1s   resume with G2:1 sound window 1..2 -> 200 replayed first G2:2 count 1
      +1s   emit G1 #1 notification`;
    expect(result('sole_stream', text)).toBe('fails forked');
  });
});

describe('session_reaffirmed', () => {
  test('an alias with the same incarnation explains another id', () => {
    const changed = `${SOUND} echo different ${REPLAYED}`;
    expect(result('session_reaffirmed', BROKEN_GET + changed)).toBe('fails session_reassigned');
    expect(result('session_reaffirmed', `${BROKEN_GET}proxy alias T\n+1s node-1 ${changed}`)).toBe('holds');
  });
});

describe('first_is_successor', () => {
  test.each([
    ['another stream regressed', '-> 200 replayed at G7#11@inc-1', 'fails regressed'],
    ['another life regressed', '-> 200 replayed at G1#11@inc-0', 'fails regressed'],
    [
      'a lower ordinal of nobody knows which stream regressed',
      'streamId= -> 200 replayed at #1',
      'fails regressed',
    ],
    ['a higher one of nobody knows which stream is a gap', 'streamId= -> 200 replayed at #14', 'fails gap'],
    [
      'the right number on nobody knows which stream proves nothing',
      'streamId= -> 200 replayed at #11',
      'unknown',
    ],
    [
      "the cursor's own id again is a redelivery, without any ordinal",
      'cursorOrdinal= namespacing=none -> 200 replayed first G1:10',
      'fails redelivery',
    ],
    ['200 and empty without figures cannot be told', 'highWater= -> 200 replayed count 0', 'unknown'],
  ])('%s', (_title, rest, expected) => {
    expect(result('first_is_successor', `${BROKEN_GET}${SOUND} ${rest}`)).toBe(expected);
  });

  test('raw ids refute when a known event lies between, and never prove', () => {
    const text = (first: string): string => `
      10:00:00 node-1 opens S as inc-1
      +1s  emit G1 notification id a on k1
      +1s  emit G1 notification id b
      +1s  emit G1 notification id c
      +1s  resume with a sound cursor G1@inc-1 on G1 -> 200 replayed first ${first} count 1`;
    expect(result('first_is_successor', text('c'))).toBe('fails gap');
    expect(result('first_is_successor', text('b'))).toBe('unknown');
  });

  test('a priming event is no replayed event', () => {
    const text = `
      10:00:00 node-1 opens S as inc-1
      +1s  emit G1 #10 notification on k1
      +1s  resume with G1:10 sound window 1..10 -> 200 replayed first p0 count 0
       emit G1 priming id p0 on k2`;
    expect(result('first_is_successor', text)).toBe('holds');
  });
});

describe('replay_complete', () => {
  test('does not count what reached the new connection live while the replay ran', () => {
    const text = `
      10:00:00 node-1 opens S as inc-1
      +1s   attach G1 get k1
      +1s   emit G1 #1 notification on k1
      +1s   detach G1 k1 network
      +1s   emit G1 #2 notification
      +1s   resume with G1:1 sound lasting 5s connectionId=k2 -> 200 replayed first G1:2 count 1
      +1s   attach G1 get k2
      +1s   emit G1 #3 notification on k2`;
    expect(lastAttempt(text).verdict).toBe('continuous');
    expect(result('replay_complete', text)).toBe('holds');
  });
});

describe('marked_when_new', () => {
  const back = `
      10:00:00 node-1 opens S as inc-1
      +1s   attach G1 get k1
      +1s   detach G1 k1 network
      +1s   emit G1 #1 notification
      +1s   resume without cursor session live on G1 origin get connectionId=k2 -> 200 marked none
      attach G1 get k2`;

  test('a client put back on the stream that broke is passed over by what waited there', () => {
    expect(lastAttempt(back)).toMatchObject({ verdict: 'fabricated', reasons: ['unmarked_new_stream'] });
  });

  test('unless it is written to the new connection after all', () => {
    const flushed = `${back}\n +0.1s emit G1 #1 notification on k2`;
    expect(lastAttempt(flushed).verdict).toBe('not_applicable');
  });
});

describe('views', () => {
  test('two observers of one attempt are one attempt; the client governs what was given', () => {
    const text = `${BROKEN_GET}${SOUND} ${REPLAYED}\n+2s client resume with G1:10 -> 502 empty`;
    const attempt = lastAttempt(text);
    expect(attempt.observers).toEqual(['client', 'server']);
    expect(attempt).toMatchObject({ given: 'refusal', status: 502, tags: ['evidence_conflict'] });
  });

  test('a cursor that the client sent and the server did not get is a conflict', () => {
    const text = `${BROKEN_GET}resume without cursor session live traceId=t-1 on G2 origin get -> 200 marked none
      +0.1s client resume with G1:10 traceId=t-1 -> 200`;
    const attempt = lastAttempt(text);
    expect(attempt.lastEventId).toBe('G1:10');
    expect(attempt.tags).toEqual(['evidence_conflict']);
  });

  test('views more than five seconds apart are two attempts', () => {
    const at = (seconds: number) =>
      story(`${BROKEN_GET}${SOUND} ${REPLAYED}\n+${seconds}s client resume with G1:10 -> 200`);
    expect(at(5)).toHaveLength(5);
    expect(
      lastAttempt(`${BROKEN_GET}${SOUND} ${REPLAYED}\n+5s client resume with G1:10 -> 200`).observers,
    ).toHaveLength(2);
    expect(
      lastAttempt(`${BROKEN_GET}${SOUND} ${REPLAYED}\n+5001ms client resume with G1:10 -> 200`).observers,
    ).toEqual(['client']);
  });
});
