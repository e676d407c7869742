import { describe, expect, test } from 'vitest';
import { rateFigures, type VerdictCounts } from '#domain/rates.ts';
import { REASONS, VERDICTS } from '#domain/words.ts';
import { attemptSentence, type SpokenAttempt } from '#domain/words-info/attempt-sentence.ts';
import { overviewLead } from '#domain/words-info/overview-lead.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { sessionLead } from '#domain/words-info/session-lead.ts';
import { drawn } from '../timeline/drawn.ts';

const attempt = (given: Partial<SpokenAttempt>): SpokenAttempt => ({
  verdict: 'continuous',
  reasons: [],
  notes: [],
  missing: [],
  ...given,
});

describe('the sentence of an attempt', () => {
  test('exists for every verdict with every reason, as one sentence', () => {
    for (const verdict of VERDICTS) {
      for (const reason of REASONS) {
        const text = attemptSentence(attempt({ verdict, reasons: [reason] }));
        expect(text).toMatch(/^[A-Z].*\.$/s);
        expect(text).not.toContain('undefined');
      }
    }
  });

  test('names what is missing when nothing can be told', () => {
    const text = attemptSentence(
      attempt({ verdict: 'indeterminate', missing: ['seamark.stream.floor', 'seamark.stream.high_water'] }),
    );
    expect(text).toBe('This cannot be judged: seamark.stream.floor and 1 more were not reported.');
  });

  test('says which status misled the client, and why', () => {
    const text = attemptSentence(
      attempt({ verdict: 'misrefused', reasons: ['wrong_status', 'session_gone'], status: 500 }),
    );
    expect(text).toBe(
      'The server refused with a status (500) that tells the client something else: the session had ended.',
    );
  });

  test('tells nothing missed from something replayed', () => {
    expect(attemptSentence(attempt({ replayedCount: 0 }))).toContain('missed nothing');
    expect(attemptSentence(attempt({ replayedCount: 1 }))).toContain('1 event replayed');
  });
});

describe('the words for reasons', () => {
  test('are clauses and sentences in the form that they are used in', () => {
    for (const info of Object.values(REASON_INFO)) {
      expect(info.fact).toMatch(/^[a-z].*[^.]$/);
      expect(info.fabricated).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('the first sentence of a session', () => {
  test('is about the worst attempt, then about what it cost', () => {
    const { session } = drawn(`
      10:00:00 node-1 opens S as inc-1
      +1s attach G1 get k1
      +1s emit G1 #1 notification on k1
      +1s detach G1 k1 network
      +1s close expired
      +1s resume with G1:1 session missing -> 404 refused
      +1s resume with G1:1 session missing -> 200 replayed first G1:2 count 1
    `);
    expect(sessionLead(session)).toMatchObject({
      colour: 'fabricated',
      strong: REASON_INFO.session_gone.fabricated,
    });
  });

  test('does not call a session sound in which nobody came back', () => {
    const { session } = drawn('10:00:00 node-1 opens S as inc-1\n+1s run search for 1 args d lasting 10ms');
    expect(sessionLead(session)).toMatchObject({
      colour: 'outline',
      strong: 'No client tried to come back to this session. 1 call ran.',
    });
  });
});

describe('the first sentence of a session whose reconnects were sound', () => {
  test('is what was lost all the same', () => {
    const { session } = drawn(`
      10:00:00 node-1 opens S as inc-1
      +1s attach P7 post k1 for 7
      +0.1s emit P7 #0 priming on k1
      +0.1s run pay.send for 7 args d1 lasting 1s
      +0.5s detach P7 k1 network
      +1s emit P7 #1 result of 7
      10:05:00 beat
    `);
    const lead = sessionLead(session);
    expect(lead.colour).toBe('misrefused');
    expect(lead.strong).toMatch(/never delivered/);
    expect(lead.rest.at(-1)).toMatch(/^No client tried to come back/);
  });
});

describe('the first sentence of the overview', () => {
  const summary = (verdicts: VerdictCounts) => ({
    figures: rateFigures(verdicts),
    doubles: { proven: 0, probable: 0, possible: 0, destructive: 0 },
    sessions: 3,
    lostResults: 0,
  });

  test('counts what was fabricated among what was judged', () => {
    const lead = overviewLead(summary({ fabricated: 2, continuous: 8, indeterminate: 5 }), 'the last hour');
    expect(lead.strong).toBe(
      'In the last hour, 2 of 10 judged reconnects were told a continuity that was not there.',
    );
  });

  test.each([
    [{ proven: 0, probable: 1 }, '1 call probably ran twice'],
    [{ proven: 0, probable: 5 }, '5 calls probably ran twice'],
    [{ proven: 2, probable: 1 }, '3 calls ran twice, 2 of them proven'],
    [{ proven: 1, probable: 0 }, '1 call ran twice'],
  ])('says of calls that ran twice no more than is sure: %o', (doubles, words) => {
    const counted = { ...summary({ continuous: 4 }), doubles: { ...doubles, possible: 9, destructive: 0 } };
    expect(overviewLead(counted, 'the last hour').strong).toBe(`In the last hour, ${words}.`);
    const graver = { ...counted, figures: rateFigures({ fabricated: 1, continuous: 4 }) };
    expect(overviewLead(graver, 'the last hour').rest).toBe(`${words}.`);
  });

  test('never speaks of soundness where nothing could be judged', () => {
    expect(overviewLead(summary({ indeterminate: 4 }), 'the last hour').colour).toBe('unknown');
    expect(overviewLead(summary({}), 'the last hour')).toMatchObject({
      colour: 'outline',
      strong: 'No reconnects in the last hour.',
    });
  });
});
