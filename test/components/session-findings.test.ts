import { describe, expect, test } from 'vitest';
import { SessionFindings } from '#components/sessions/SessionFindings.tsx';
import { drawn } from '../domain/timeline/drawn.ts';
import { markupOf } from './markup.ts';

/** A session in which one client came back once, as the story's last line says, and its only episode. */
function drawnWith(resumption: string) {
  const { session } = drawn(`
    10:00:00 node-1 opens S as inc-1
    +1s attach G1 get k1
    +1s emit G1 #1 notification on k1
    +1s detach G1 k1 network
    +1s ${resumption}
  `);
  const attempts = session.attempts.map(({ id }) => id);
  const at = session.lastSeen;
  const episode = { id: 'e1', at, until: at, attempts, findings: [], sentence: 'It came back.' };
  return (ended: 'served' | 'gave_up') =>
    markupOf(SessionFindings, {
      session: { ...session, episodes: [{ ...episode, ended }] },
      selected: undefined,
      onSelect: () => {},
    }).text;
}

describe('the end of an episode', () => {
  test('is no service to the client where the stream that it was given is made up', () => {
    const text = drawnWith('resume with G1:1 session missing -> 200 replayed first G1:2 count 1')('served');
    expect(text).toContain('1 attempt · ended: a stream was given');
    expect(text).not.toContain('served again');
  });

  test('is that the client was served, or gave up', () => {
    const refused = drawnWith('resume with G1:1 session missing -> 404 refused');
    expect(refused('gave_up')).toContain('1 attempt · ended: the client gave up');
    const sound = drawnWith('resume with G1:1 sound window 1..1 -> 200 replayed count 0');
    expect(sound('served')).toContain('1 attempt · ended: the client was served again');
  });
});
