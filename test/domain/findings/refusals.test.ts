import { describe, expect, it } from 'vitest';
import { find } from '#test/support/find-in-story.ts';
import { BROKEN_GET } from '#test/support/judge-story.ts';

const broken = (line: string): string => BROKEN_GET + line;

describe('rejected_incarnation', () => {
  it('is a refusal because the session is gone, of whatever class', () => {
    const right = find(broken('resume with G1:4 sound session expired -> 404 refused'));
    expect(right.of('rejected_incarnation')).toMatchObject([{ severity: 'info', count: 1 }]);
    const wrong = find(broken('resume with G1:4 sound session expired -> 500 refused'));
    expect(wrong.kinds).toContain('rejected_incarnation');
  });

  it('is a refusal because the incarnation is dead', () => {
    const found = find(
      broken('resume with G1:4 sound cursor @inc-0 window 1..9 -> 409 refused code incarnation_mismatch'),
    );
    expect(found.of('rejected_incarnation')).toMatchObject([{ count: 1 }]);
  });

  it('is no refusal for another reason, and no fabricated answer of a gone session', () => {
    expect(find(broken('resume with G1:4 sound window 9..12 -> 400 refused')).kinds).not.toContain(
      'rejected_incarnation',
    );
    expect(
      find(broken('resume with G1:4 sound session expired -> 200 replayed first G1:5 count 1')).kinds,
    ).not.toContain('rejected_incarnation');
  });

  it('is one finding for many, told with its beat', () => {
    const again = Array.from(
      { length: 111 },
      () => '+5m resume with G1:4 sound session expired -> 404 refused',
    ).join('\n');
    const found = find(`
      10:00:00 opens S as inc-1
      10:02:00 resume with G1:4 sound session expired -> 404 refused [first]
      ${again}`).of('rejected_incarnation');
    expect(found).toMatchObject([{ count: 112 }]);
    expect(found[0]?.sentence).toContain('112 times, every 300 s, since 10:02');
    expect(found[0]?.evidence.length).toBeLessThan(30);
    expect(found[0]?.attempts).toHaveLength(112);
  });

  it('is another finding after half an hour of quiet', () => {
    const twice = (pause: string) =>
      find(`${broken('resume with G1:4 sound session expired -> 404 refused')}
      ${pause} resume with G1:4 sound session expired -> 404 refused`).of('rejected_incarnation');
    expect(twice('+30m').map(({ count }) => count)).toEqual([2]);
    expect(twice('+1800001ms').map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe('resync', () => {
  it('tells how many events were given up', () => {
    const found = find(
      broken(
        'resume with G1:4 sound window 9..12 -> 200 resynced marked resync earliest 9 first G1:9 count 4',
      ),
    );
    expect(found.of('resync')).toMatchObject([
      { severity: 'info', count: 1, sentence: expect.stringContaining('4 events given up') },
    ]);
    expect(found.of('resync')[0]?.evidence).toContainEqual(
      expect.objectContaining({ name: 'events_given_up', value: '4' }),
    );
  });

  it('says so where the number is not known, and adds up where there are several', () => {
    const unknown = find(
      broken(
        'resume with x4 sound window 9..12 cursor evicted on G1 -> 200 resynced marked resync earliest 9',
      ),
    );
    expect(unknown.of('resync')[0]?.sentence).toContain('not known');
    const several =
      find(`${broken('resume with G1:4 sound window 9..12 -> 200 resynced marked resync earliest 9 first G1:9 count 4')}
      +1m resume with G1:12 sound window 14..20 -> 200 resynced marked resync earliest 14 first G1:14 count 7`);
    expect(several.of('resync')).toMatchObject([
      { count: 2, sentence: expect.stringContaining('5 events given up') },
    ]);
  });

  it('is no silent clamp', () => {
    expect(
      find(broken('resume with G1:4 sound window 9..12 -> 200 replayed first G1:9 count 4')).kinds,
    ).not.toContain('resync');
  });
});

describe('blocked_by_orphan', () => {
  const HELD = '10:00:00 opens S as inc-1\n+1s attach G1 get k1\n10:02:00 ';
  const blocked = 'resume with G1:4 sound window 1..9 predecessor live grace 300s';

  it('is a refusal by the own predecessor, with grace against the time that the client tried', () => {
    const again = `+5m ${blocked} -> 409 refused code predecessor_live`;
    const found = find(`${HELD}${blocked} -> 409 refused code predecessor_live\n${again}\n${again}`);
    expect(found.of('blocked_by_orphan')).toMatchObject([{ severity: 'medium', count: 3, streamId: 'G1' }]);
    const [sentence] = found.of('blocked_by_orphan').map((finding) => finding.sentence);
    expect(sentence).toContain('live for 300 s');
    expect(sentence).toContain('tried for 10 min');
    expect(sentence).toContain('3 times, every 300 s, since 10:02');
  });

  it('is no refusal that has another reason too, or none', () => {
    for (const line of [
      `${blocked} session expired -> 409 refused code session_expired`,
      'resume with G1:4 sound window 9..12 predecessor live -> 409 refused',
      'resume with G1:4 sound window 1..9 -> 400 refused',
    ]) {
      expect(find(`${HELD}${line}`).kinds).not.toContain('blocked_by_orphan');
    }
  });
});
