import { describe, expect, test } from 'vitest';
import { AttemptPanel } from '#components/verdict/AttemptPanel.tsx';
import { drawn } from '../domain/timeline/drawn.ts';
import { markupOf } from './markup.ts';

const BROKEN = `
  10:00:00 node-1 opens S as inc-1
  +1s attach G1 get k1
  +1s emit G1 #1 notification on k1
  +1s detach G1 k1 network
`;

interface Around {
  readonly traceHref?: string;
  /** An event waits on the stream that was left. */
  readonly owed?: boolean;
}

function panelOf(resumption: string, { owed = false, ...given }: Around = {}) {
  const { session } = drawn(`${BROKEN}${owed ? '+1s emit G1 #2 notification\n' : ''}+1s ${resumption}`);
  const attempt = session.attempts.at(-1);
  if (attempt === undefined) throw new Error('nobody came back');
  return markupOf(AttemptPanel, { attempt, sessionId: 'abc', facts: [], ...given });
}

describe('the panel of a reconnect', () => {
  test('says what the server said beside what it owed and gave, and marks where they differ', () => {
    const { text, html } = panelOf(
      'resume with G1:1 session missing -> 200 replayed first G1:2 count 1 claims continuous',
    );
    expect(text).toContain(
      'The server said continuous . It owed a refusal of the session and gave a stream that claims to go on with 1 replayed.',
    );
    expect(html).toMatch(/text-fabricated">continuous/);
  });

  test('shows each check that was asked with its facts and where they come from', () => {
    const { text } = panelOf('resume with G1:1 session missing -> 404 refused');
    expect(text).toContain('Session is live : fails the session had ended');
    expect(text).toMatch(/missing attested/);
    expect(text).toMatch(/\d+ checks do not apply/);
  });

  test('names the facts that would decide it', () => {
    const { text } = panelOf('resume with X:9 -> 200 replayed');
    expect(text).toContain('Cannot tell');
    expect(text).toContain('Facts that would decide it');
    expect(text).toMatch(/seamark\.\w+/);
  });

  test('does not say that what was not reported would decide what is decided', () => {
    const { text } = panelOf('resume with G1:1 session missing -> 200 replayed first G1:2 count 1');
    expect(text).toContain('Fabricated continuity');
    expect(text).toContain('Also not reported');
    expect(text).not.toContain('would decide it');
  });

  test('says of a stream without a cursor that the word is missing, not that it claims to go on', () => {
    const { text } = panelOf('resume without cursor session live -> 200 marked none', { owed: true });
    expect(text).toContain('GET without a cursor, answered 200 Fabricated continuity');
    expect(text).toContain('and gave a stream with no word that it is new');
    expect(text).not.toContain('claims to go on');
  });

  test('tells a cursor whose id was kept back from none', () => {
    const { text } = panelOf(
      'resume cursor G1#1@inc-1 session missing -> 200 replayed at G1#2@inc-1 count 1',
    );
    expect(text).toContain('with a cursor whose id was not reported, answered 200 Fabricated continuity');
    expect(text).toContain('gave a stream that claims to go on');
  });

  test('links to the page of its reason, to the API and to the trace where there is a template', () => {
    const { html } = panelOf('resume with G1:1 session missing -> 404 refused', {
      traceHref: 'https://traces.example/1',
    });
    for (const href of ['/docs/verdicts/session_gone', '/api/v1/sessions/abc', 'https://traces.example/1']) {
      expect(html).toContain(`href="${href}"`);
    }
  });
});
