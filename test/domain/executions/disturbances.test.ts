import { describe, expect, it } from 'vitest';
import { disturbancesOf } from '#domain/executions/disturbances.ts';
import { attemptsOf } from '#test/support/judge-story.ts';
import { story } from '#test/support/story.ts';

function disturbances(text: string) {
  const facts = story(text);
  return disturbancesOf(facts, attemptsOf(facts));
}
const kinds = (text: string) => disturbances(text).map(({ kind }) => kind);

describe('disturbances', () => {
  it('are what the client says of its requests', () => {
    expect(
      kinds(`
      10:00:00 client requests 1 lost
      +1s client requests 2 timeout
      +1s client requests 3 cancelled
      +1s client requests 4 status 404
      +1s client requests 5 error status 503
      +1s client requests 6 result status 200`),
    ).toEqual(['lost', 'timeout', 'cancel', 'not_found', 'refusal']);
  });

  it('are refused and fabricated attempts, not sound ones', () => {
    const life = '10:00:00 opens S as inc-1\n+1s attach G1 get k1\n+1s detach G1 k1 completed\n+1s ';
    expect(kinds(`${life}resume with G1:1 sound session expired -> 404 refused`)).toEqual(['not_found']);
    expect(kinds(`${life}resume with G1:1 sound window 1..9 -> 503 retry 5s`)).toEqual(['refusal']);
    expect(kinds(`${life}resume with G1:1 sound window 4..9 -> 200 replayed first G1:4 count 6`)).toEqual([
      'fabricated',
    ]);
    expect(kinds(`${life}resume with G1:1 sound window 1..2 -> 200 replayed first G1:2 count 1`)).toEqual([]);
  });

  it('are connections that were cut, and those closed under a request before its result', () => {
    const post = '10:00:00 attach P7 post k1 for 7\n';
    expect(disturbances(`${post}+1s detach P7 k1 network`)).toMatchObject([
      { kind: 'connection_lost', requestId: '7' },
    ]);
    expect(kinds(`${post}+1s detach P7 k1 timeout`)).toEqual(['connection_lost']);
    expect(kinds(`${post}+1s detach P7 k1 client_closed`)).toEqual(['connection_lost']);
    expect(kinds(`${post}+1s emit P7 #1 result of 7 on k1\n+1s detach P7 k1 client_closed`)).toEqual([]);
    expect(kinds(`${post}+1s detach P7 k1 completed`)).toEqual([]);
    expect(kinds('10:00:00 attach G1 get k1\n+1s detach G1 k1 client_closed')).toEqual([]);
  });
});
