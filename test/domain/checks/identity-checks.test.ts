import { describe, expect, test } from 'vitest';
import { type EventId, eventId, factId, sessionKey, unixNanos } from '#domain/brand.ts';
import { EMPTY_CONTEXT } from '#domain/context.ts';
import type { CheckId } from '#domain/words.ts';
import { BROKEN_GET, lastAttempt, resultOf, type StoryOptions } from '#test/support/judge-story.ts';

const SOUND = 'resume with G1:10 sound window 1..20';
const REPLAYED = '-> 200 replayed first G1:11 count 10';

function result(check: CheckId, text: string, options?: StoryOptions): string {
  const attempt = lastAttempt(text, options);
  const outcome = attempt.checks.find((one) => one.check === check);
  return `${outcome?.result}${outcome && outcome.reasons.length > 0 ? ` ${outcome.reasons.join(' ')}` : ''}`;
}

describe('session_live', () => {
  test('an end that was seen outranks the word "live", and is tagged as a conflict', () => {
    const attempt = lastAttempt(`${BROKEN_GET}close expired\n+1s ${SOUND} ${REPLAYED}`);
    expect(resultOf(attempt, 'session_live')).toBe('fails');
    expect(attempt).toMatchObject({ verdict: 'fabricated', session: 'gone', tags: ['evidence_conflict'] });
  });

  test('an end of another life than the live one does not', () => {
    expect(result('session_live', `${BROKEN_GET}close expired\n+1s ${SOUND} as inc-2 ${REPLAYED}`)).toBe(
      'holds',
    );
  });

  test('is reopened by a later open', () => {
    expect(
      result(
        'session_live',
        `${BROKEN_GET}close shutdown\n+1s opens S as inc-2 adopted\n+1s ${SOUND} ${REPLAYED}`,
      ),
    ).toBe('holds');
  });

  test('is unknown when only an open was seen: not having seen the end proves nothing', () => {
    const attempt = lastAttempt(`${BROKEN_GET}resume with G1:10 as none -> 404 refused`);
    expect(resultOf(attempt, 'session_live')).toBe('unknown');
    expect(attempt.session).toBe('unknown');
  });

  test('a close at the very end of the attempt comes after it', () => {
    const together = `${BROKEN_GET}${SOUND} ${REPLAYED}\n close deleted`;
    expect(lastAttempt(together).session).toBe('live');
  });
});

describe('same_session', () => {
  const elsewhere = (id: EventId, ...sessions: readonly string[]): StoryOptions => ({
    context: {
      ...EMPTY_CONTEXT,
      foreignEmissions: sessions.map((session) => ({
        eventId: id,
        session: sessionKey(session),
        fact: factId(`f-${session}`),
        at: unixNanos(0n),
      })),
    },
  });
  const named = `${BROKEN_GET}resume with abc-9 sound cursor G1#10@inc-1 on G1 window 1..20 -> 200 replayed first G1:11 count 10`;

  test('an id seen emitted in exactly one other session belongs there, whatever the server says', () => {
    const attempt = lastAttempt(named, elsewhere(eventId('abc-9'), 'T'));
    expect(attempt.reasons[0]).toBe('foreign_session');
    expect(attempt.delivery).toBe('misrouted');
    expect(attempt.tags).toContain('evidence_conflict');
    const outcome = attempt.checks.find((one) => one.check === 'same_session');
    expect(outcome?.facts[0]).toMatchObject({ value: 'other', source: 'observed', session: 'T' });
  });

  test('an id seen in two other sessions proves neither', () => {
    expect(result('same_session', named, elsewhere(eventId('abc-9'), 'T', 'U'))).toBe('holds');
  });

  test('an id that names another session is looked for there, as that session writes it', () => {
    const foreign = named.replace('with abc-9', 'with {session:tttttttt}-9');
    const there = elsewhere(eventId('{session}-9'), 'ttttttttttt');
    expect(result('same_session', foreign, there)).toBe('fails foreign_session');
    expect(result('same_session', foreign, elsewhere(eventId('{session}-9'), 'uuuuuuuuuuu'))).toBe('holds');
    expect(result('same_session', named.replace('with abc-9', 'with {session}-9'), there)).toBe('holds');
  });

  test('a bare number seen elsewhere proves nothing', () => {
    const bare = `${BROKEN_GET}resume with 9 sound cursor G1#10@inc-1 on G1 window 1..20 ${REPLAYED}`;
    expect(result('same_session', bare, elsewhere(eventId('9'), 'T'))).toBe('holds');
  });

  test('a first event of another session is one, even when the cursor was right', () => {
    expect(result('same_session', `${BROKEN_GET}${SOUND} ${REPLAYED} foreign`)).toBe('fails foreign_session');
  });
});

describe('same_incarnation', () => {
  test('without attestation the same instance with no open or close in between is the same life', () => {
    const text = `
      10:00:00 node-1 opens S as none
      +1s      attach G1 get k1 as none
      +1s      emit G1 #1 notification on k1 as none
      +1s      emit G1 #2 notification as none
      +1s      detach G1 k1 network as none
      +1s      resume with G1:1 as none session live predecessor closed -> 200 first G1:2 count 1`;
    expect(result('same_incarnation', text)).toBe('holds');
    expect(result('same_incarnation', text.replace('resume with', 'node-2 resume with'))).toBe('unknown');
    const reopened = text.replace('+1s      resume', '+1s opens S as none restored\n +1s resume');
    expect(result('same_incarnation', reopened)).toBe('fails dead_incarnation');
  });

  test('the newest open outranks the incarnation that the server attests', () => {
    const attempt = lastAttempt(
      `${BROKEN_GET}node-2 opens S as inc-2 adopted\n+1s node-1 ${SOUND} as inc-1 ${REPLAYED}`,
    );
    expect(attempt.reasons).toContain('dead_incarnation');
    expect(attempt).toMatchObject({ session: 'other_incarnation', tags: ['evidence_conflict'] });
  });

  test('a cluster that attests one incarnation on every node keeps it', () => {
    const text = `${BROKEN_GET}node-2 opens S as inc-1 restored\n+1s ${SOUND} ${REPLAYED}`;
    expect(lastAttempt(text).verdict).toBe('continuous');
  });
});

describe('cursor_resolved', () => {
  test('an id that was never issued', () => {
    expect(result('cursor_resolved', `${BROKEN_GET}${SOUND} cursor unknown -> 400 refused`)).toBe(
      'fails unknown_cursor',
    );
  });

  test('an id of a sequence that the session lacks', () => {
    const text = `${BROKEN_GET}resume with x:1 session live cursor unknown cursorSequence=x -> 400 refused`;
    expect(result('cursor_resolved', text)).toBe('fails unknown_sequence');
  });

  test('having been seen here outranks "never issued"', () => {
    const text = `10:00:00 node-1 opens S as inc-1\n+1s emit G1 #10 notification on k1\n+1s ${SOUND} cursor unknown ${REPLAYED}`;
    expect(result('cursor_resolved', text)).toBe('holds');
    expect(lastAttempt(text).tags).toEqual(['evidence_conflict']);
  });
});

describe('stream_identity', () => {
  test.each([
    ['a token that is in use and missing', 'token absent', REPLAYED, 'fails missing_token'],
    ['a token that names no stream', 'token unknown', REPLAYED, 'fails unknown_token'],
    ['a token of another stream', 'token present G7', REPLAYED, 'fails foreign_stream'],
    ['a token that agrees', 'token present G1', REPLAYED, 'holds'],
    ['another stream served', 'on G7', '-> 200 replayed', 'fails foreign_stream'],
    ['another stream echoed', 'streamEcho=different', REPLAYED, 'fails foreign_stream'],
    ['a refusal, in which nothing was served', 'on G7', '-> 400 refused', 'holds'],
  ])('%s', (_title, asked, answered, expected) => {
    expect(result('stream_identity', `${BROKEN_GET}${SOUND} ${asked} ${answered}`)).toBe(expected);
  });
});

describe('attributable', () => {
  const two = (rest: string): string =>
    `${BROKEN_GET}resume with 41 session live activeSequences=2 namespacing=none ${rest}`;
  test.each([
    ['a bare number of one of two sequences', two('-> 200'), 'fails ambiguous_sequence'],
    ["the server's own resolution of it is what has to be proven", two('cursor G1#41 -> 200'), 'unknown'],
    ['a token attributes it', two('token present G1 -> 200'), 'holds'],
    [
      'an emission on exactly one stream attributes it',
      two('-> 200').replace('+10s', '+1s emit G1 #41 notification id 41\n +9s'),
      'holds',
    ],
    ['an id that names its stream', two('-> 200').replace('namespacing=none', 'namespacing=stream'), 'holds'],
  ])('%s', (_title, text, expected) => {
    expect(result('attributable', text)).toBe(expected);
  });

  test('an id issued on two streams and received on one is of that one', () => {
    const text = `
      10:00:00 node-1 opens S as inc-1
      +1s      emit P5 #41 notification id 41 on k2
      +1s      emit G1 #41 notification id 41 on k1
      +1s      `;
    expect(result('attributable', `${text}resume with 41 session live -> 200`)).toBe(
      'fails ambiguous_sequence',
    );
    const read = lastAttempt(
      `${text}client receives G1 #41 notification id 41\n+1s node-1 resume with 41 session live -> 200`,
    );
    expect(resultOf(read, 'attributable')).toBe('holds');
    expect(read.cursor.streamId).toBe('G1');
  });
});

describe('same_namespace', () => {
  test('compares the origin of the stream, never the HTTP verb', () => {
    const post = `10:00:00 node-1 opens S as inc-1\n+1s attach P7 post k1 for 7\n+1s detach P7 k1 network\n+1s `;
    const resumed = 'resume with P7:2 sound origin post window 0..3 -> 200 replayed first P7:3 count 1';
    expect(result('same_namespace', post + resumed)).toBe('holds');
    const mixed = 'resume with 2 session live cursorOrigin=get on P7 origin post -> 200';
    expect(result('same_namespace', post + mixed)).toBe('fails namespace_mismatch');
  });
});

describe('not_fenced', () => {
  test('a fence of an old connection is no fence of the stream', () => {
    expect(result('not_fenced', `${BROKEN_GET}fence G1 k1\n+1s ${SOUND} ${REPLAYED}`)).toBe('holds');
    expect(result('not_fenced', `${BROKEN_GET}fence G1\n+1s ${SOUND} ${REPLAYED}`)).toBe(
      'fails fenced_stream',
    );
  });

  test('a fence inside the attempt is part of the decision', () => {
    const text = `${BROKEN_GET}${SOUND} lasting 2s ${REPLAYED}\n+1s fence G1`;
    expect(result('not_fenced', text)).toBe('fails fenced_stream');
  });
});

describe('what is flagged beside a verdict', () => {
  test('a cursor that was seen being issued only after it came back: clocks disagree', () => {
    const text = `${BROKEN_GET}${SOUND} ${REPLAYED}`;
    expect(lastAttempt(`${text}\n+1s emit G1 #10 notification on k2`).tags).toEqual(['clock_conflict']);
    expect(lastAttempt(`${text}\n+1s emit G1 #21 notification on k2`).tags).toEqual([]);
  });

  test('one id opened by two services, unless an alias joins them', () => {
    const text = `${BROKEN_GET}opens S as inc-1 restored service=mail-mcp\n+1s ${SOUND} ${REPLAYED}`;
    expect(lastAttempt(text).notes).toContain('overlapping_services');
    expect(lastAttempt(text.replace('+1s resume', '+1s proxy alias T\n node-1 resume')).notes).not.toContain(
      'overlapping_services',
    );
  });
});
