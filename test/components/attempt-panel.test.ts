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

function panelOf(resumption: string, given: { readonly traceHref?: string } = {}) {
  const { session } = drawn(`${BROKEN}+1s ${resumption}`);
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

  test('links to the page of its reason, to the API and to the trace where there is a template', () => {
    const { html } = panelOf('resume with G1:1 session missing -> 404 refused', {
      traceHref: 'https://traces.example/1',
    });
    for (const href of ['/docs/verdicts/session_gone', '/api/v1/sessions/abc', 'https://traces.example/1']) {
      expect(html).toContain(`href="${href}"`);
    }
  });
});
