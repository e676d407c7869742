import { describe, expect, it } from 'vitest';
import { episodesOf } from '#domain/episodes.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { findIn } from '#test/support/find-in-story.ts';
import { attemptsOf, BROKEN_GET } from '#test/support/judge-story.ts';
import { hourAfter, moment, story } from '#test/support/story.ts';

function told(text: string, horizon?: string) {
  const facts = story(text);
  const at = horizon === undefined ? hourAfter(facts) : moment(horizon);
  const { findings } = findIn(facts, { horizon: at });
  return episodesOf({ attempts: attemptsOf(facts), findings, horizon: at, settings: DEFAULT_SETTINGS });
}

const refused = 'resume with G1:4 sound window 1..9 -> 503 refused retry 5s';
const served = 'resume with G1:4 sound window 1..9 -> 200 replayed first G1:5 count 5';

describe('an episode', () => {
  it('goes from the first attempt until the client is served again', () => {
    const { episodes, attempts } = told(`${BROKEN_GET}${refused}\n+5s ${refused}\n+5s ${served}`);
    expect(episodes).toMatchObject([{ ended: 'served', at: moment('10:01:00'), until: moment('10:01:10') }]);
    expect(episodes[0]?.attempts).toEqual(attempts.map(({ id }) => id));
    expect(attempts.every(({ episode }) => episode === episodes[0]?.id)).toBe(true);
    expect(episodes[0]?.sentence).toBe(
      '3 attempts to resume from 10:01 UTC on over 10 s, 2 refused; then the client was served again.',
    );
  });

  it('is another one after that', () => {
    expect(told(`${BROKEN_GET}${served}\n+1m ${served}`).episodes).toHaveLength(2);
  });

  it('ends half an hour after the last attempt, when the client gave up', () => {
    const text = `${BROKEN_GET}${refused}`;
    expect(told(text, '10:31:00')).toMatchObject({
      episodes: [{ ended: 'open' }],
      judgeAgainAt: moment('10:31:00') + 1n,
    });
    expect(told(text, '10:31:00.000000001')).toMatchObject({
      episodes: [{ ended: 'gave_up' }],
      judgeAgainAt: undefined,
    });
    expect(told(`${text}\n+30m ${refused}`).episodes).toHaveLength(1);
    expect(told(`${text}\n+1800001ms ${refused}`).episodes).toHaveLength(2);
  });

  it('keeps two streams apart, and takes a reconnect without a cursor with the newest loss', () => {
    const post = 'resume with P7:1 sound origin post window 1..2 -> 200 replayed first P7:2 count 1';
    expect(
      told(`${BROKEN_GET}${refused}\n+1s ${post}\n+1s ${refused}`).episodes.map(
        ({ attempts }) => attempts.length,
      ),
    ).toEqual([2, 1]);
    const lost = 'resume without cursor sound on G2 -> 200 new_stream marked new_stream';
    expect(told(`${BROKEN_GET}${refused}\n+1s ${lost}`).episodes).toMatchObject([{ ended: 'served' }]);
  });

  it('carries the findings that it cost, and says when what was served was fabricated', () => {
    const { episodes } = told(
      `${BROKEN_GET}resume with G1:4 sound window 6..9 -> 200 replayed first G1:6 count 4`,
    );
    expect(episodes).toMatchObject([{ ended: 'served', sentence: expect.stringContaining('facts refute') }]);
    expect(episodes[0]?.findings).toHaveLength(1);
  });
});
