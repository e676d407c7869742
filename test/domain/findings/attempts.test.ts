import { describe, expect, it } from 'vitest';
import { find } from '#test/support/find-in-story.ts';
import { BROKEN_GET } from '#test/support/judge-story.ts';

const broken = (line: string): string => BROKEN_GET + line;

describe('fabricated_continuity', () => {
  it('is each fabricated attempt, critical, with what refutes it', () => {
    const found =
      find(`${broken('resume with G1:4 sound window 9..12 -> 200 replayed first G1:9 count 4 [a]')}
      +1s resume with G1:4 sound window 9..12 -> 200 replayed first G1:9 count 4 [b]`);
    const both = found.of('fabricated_continuity');
    expect(both).toMatchObject([
      { severity: 'critical', count: 1, streamId: 'G1' },
      { severity: 'critical', count: 1 },
    ]);
    expect(both[0]?.evidence[0]).toMatchObject({ fact: 'a', name: 'last_event_id', value: 'G1:4' });
    expect(both[0]?.evidence.map(({ name }) => name).length).toBeGreaterThan(1);
    expect(both[0]?.sentence).toMatch(/\.$/);
    expect(both[0]?.id).not.toBe(both[1]?.id);
  });

  it('is no sound, declared or undecidable attempt', () => {
    for (const line of [
      'resume with G1:8 sound window 9..12 -> 200 replayed first G1:9 count 4',
      'resume with G1:4 sound window 9..12 -> 200 resynced marked resync earliest 9 first G1:9 count 4',
      'resume with x9 -> 200',
    ]) {
      expect(find(broken(line)).kinds).not.toContain('fabricated_continuity');
    }
  });
});

describe('unstable_replay', () => {
  const twice = (first: string, second: string) =>
    find(`${broken(`resume with G1:4 sound ${first}`)}
    +1m resume with G1:4 sound ${second}`);

  it('is two replays from one cursor that differ where both could serve', () => {
    const found = twice(
      'window 1..8 -> 200 replayed first G1:5 count 4',
      'window 1..8 -> 200 replayed first G1:5 count 3',
    );
    expect(found.of('unstable_replay')).toMatchObject([{ severity: 'high', count: 1 }]);
    expect(found.of('unstable_replay')[0]?.attempts).toHaveLength(2);
    expect(
      twice(
        'window 1..8 -> 200 replayed first G1:5 count 4',
        'window 1..9 -> 200 replayed first G1:6 count 4',
      ).kinds,
    ).toContain('unstable_replay');
  });

  it('is no longer replay of a log that has grown', () => {
    const found = twice(
      'window 1..8 -> 200 replayed first G1:5 count 4',
      'window 1..9 -> 200 replayed first G1:5 count 5',
    );
    expect(found.kinds).not.toContain('unstable_replay');
  });

  it('is no replay from below the floor, of another incarnation, or that was cut off', () => {
    const before = 'window 1..8 -> 200 replayed first G1:5 count 4';
    expect(twice(before, 'window 6..8 -> 200 replayed first G1:6 count 3').kinds).not.toContain(
      'unstable_replay',
    );
    expect(twice(before, 'cursor @inc-0 window 1..8 -> 200 replayed first G1:6 count 3').kinds).not.toContain(
      'unstable_replay',
    );
    expect(twice(before, 'window 1..8 -> 200 replayed first G1:5 count 2 aborted').kinds).not.toContain(
      'unstable_replay',
    );
  });
});

describe('marker_ignored', () => {
  const resynced =
    'resume with G1:4 sound window 9..12 -> 200 resynced marked resync earliest 9 first G1:9 count 4';

  it('is a cursor from before a resync', () => {
    const found = find(`${broken(resynced)}
      +1m resume with G1:4 sound window 9..12 -> 200 resynced marked resync earliest 9 first G1:9 count 4`);
    expect(found.of('marker_ignored')).toMatchObject([{ severity: 'medium', count: 1 }]);
    expect(found.of('marker_ignored')[0]?.attempts).toHaveLength(2);
    expect(
      find(`${broken(resynced)}\n+1m resume with G1:8 sound window 9..12 -> 400 refused`).kinds,
    ).toContain('marker_ignored');
  });

  it('is no cursor from after it, nor the only one that a client has that got nothing since', () => {
    expect(
      find(`${broken(resynced)}\n+1m resume with G1:9 sound window 9..12 -> 200 replayed first G1:10 count 3`)
        .kinds,
    ).not.toContain('marker_ignored');
    const nothing = 'resume with G1:4 sound window 13..12 -> 200 resynced marked resync earliest 13 count 0';
    expect(find(`${broken(nothing)}\n+1m ${nothing}`).kinds).not.toContain('marker_ignored');
  });

  it('is a cursor of the stream that a marked new stream replaced', () => {
    const found =
      find(`${broken('resume with G1:4 sound window 9..12 on G2 -> 200 new_stream marked new_stream')}
      attach G2 get k2
      +1m resume with G1:4 sound window 9..12 -> 400 refused`);
    expect(found.kinds).toContain('marker_ignored');
  });

  it('is no cursor of another stream', () => {
    expect(
      find(
        `${broken(resynced)}\n+1m resume with P7:1 sound origin post window 1..2 -> 200 replayed first P7:2 count 1`,
      ).kinds,
    ).not.toContain('marker_ignored');
  });
});

describe('client_not_recovering', () => {
  const gone = 'resume with G1:4 sound session expired -> 404 refused';

  it('is a dead session presented again more than 60 s after its first refusal', () => {
    const again = (pause: string) => find(`${broken(gone)}\n${pause} ${gone}`).of('client_not_recovering');
    expect(again('+60s')).toEqual([]);
    expect(again('+60001ms')).toMatchObject([{ severity: 'high', count: 1 }]);
  });

  it('counts plain requests that are answered 404 too', () => {
    const found = find(
      `${broken(gone)}\n+30s client requests 8 status 404\n+1m client requests 9 status 404`,
    );
    expect(found.of('client_not_recovering')).toMatchObject([{ count: 1 }]);
  });

  it('does not take a second dead life for the first', () => {
    const text = (
      second: string,
    ) => `${broken('resume with G1:4 sound cursor @inc-0 window 1..9 -> 404 refused')}
      +2m resume with G1:4 sound cursor @${second} window 1..9 -> 404 refused`;
    expect(find(text('inc-00')).kinds).not.toContain('client_not_recovering');
    expect(find(text('inc-0')).kinds).toContain('client_not_recovering');
  });

  describe('with a client of known identity', () => {
    const known = `given clientId=cid-1\n${broken(`${gone} [refused]`)}`;
    const at = (ms: bigint) => {
      const options = { horizon: (1_793_613_660_000_000_000n + ms * 1_000_000n) as never };
      return find(known, options);
    };

    it('is no new session within five minutes, found once they are past', () => {
      expect(at(300_000n).kinds).not.toContain('client_not_recovering');
      expect(at(300_000n).judgeAgainAt).toBe(1_793_613_660_000_000_000n + 300_000_000_000n + 1n);
      expect(at(300_001n).of('client_not_recovering')).toMatchObject([{ count: 1 }]);
      expect(at(300_001n).judgeAgainAt).toBeUndefined();
    });

    it('is none when the client opened a session, here or elsewhere, in time', () => {
      const opened = (ms: bigint) =>
        find(known, {
          context: {
            clientOpens: [
              {
                clientId: 'cid-1',
                session: 'T' as never,
                at: (1_793_613_660_000_000_000n + ms * 1_000_000n) as never,
              },
            ],
          },
        }).kinds;
      expect(opened(300_000n)).not.toContain('client_not_recovering');
      expect(opened(300_001n)).toContain('client_not_recovering');
      expect(opened(-1n)).toContain('client_not_recovering');
      expect(find(`${known}\n+1m opens S as inc-2`).kinds).not.toContain('client_not_recovering');
    });

    it('asks for an identity: a name is none', () => {
      expect(find(`given clientName=desk\n${broken(gone)}`).kinds).not.toContain('client_not_recovering');
    });
  });
});

describe('era_violation', () => {
  it('is a session id or an honoured cursor under a sessionless protocol', () => {
    const minted = find('given protocol=2026-07-28\n10:00:00 opens S as inc-1');
    expect(minted.of('era_violation')).toMatchObject([{ severity: 'low' }]);
    const honoured = find(
      'given protocol=2026-07-28\n10:00:00 resume with G1:4 on G1 sessionless -> 200 replayed first G1:5 count 1',
    );
    expect(honoured.kinds).toContain('era_violation');
  });

  it('is none under an older protocol, nor where the cursor is passed over or refused', () => {
    expect(find('given protocol=2025-11-25\n10:00:00 opens S as inc-1').kinds).not.toContain('era_violation');
    for (const answer of ['-> 200 new_stream count 0', '-> 405 refused', '-> 200']) {
      expect(
        find(`given protocol=2026-07-28\n10:00:00 resume with G1:4 sessionless ${answer}`).kinds,
      ).not.toContain('era_violation');
    }
  });
});
