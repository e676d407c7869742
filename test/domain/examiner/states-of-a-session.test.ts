import { expect, test } from 'vitest';
import { attach, close, cutOff, detach, emit, open, refused, replayed, resume } from './facts-of.ts';
import { attemptLines, examine, type Item, lineOf, S, span } from './otlp-case.ts';

const SOUND = replayed('G', 11, 10);

test('an end that was seen outranks the word live, unless that word is of another life', () => {
  const ended = [open(0), attach(1, 'G'), detach(3, 'G'), close(5)];
  const [attempt] = examine([...ended, resume(30, 'G', 10, SOUND)]).of(S).attempts;
  expect(attempt && lineOf(attempt)).toBe('fabricated unknown: session_gone');
  expect(attempt?.tags).toContain('evidence_conflict');
  const other = resume(30, 'G', 10, {
    ...SOUND,
    '.session.incarnation': 'inc-2',
    '.cursor.incarnation': 'inc-2',
    '.first.incarnation': 'inc-2',
  });
  expect(attemptLines([...ended, other])).toEqual(['continuous clean:']);
});

test('a session that ends at the very moment of the decision was alive in it', () => {
  const at = 30.02;
  expect(attemptLines([...cutOff, resume(30, 'G', 10, SOUND), close(at)])).toEqual(['continuous clean:']);
});

test('a stale replica refuses honestly though more was seen; served, what was seen holds', () => {
  const events = [...cutOff, emit(10, 'G', 47, { '.connection.id': 'k1' })];
  const stale = { '.stream.high_water': 40, '.cursor.ordinal': 47, '.resumption.last_event_id': 'G:47' };
  const [refusal] = examine([
    ...events,
    resume(30, 'G', 47, { ...stale, ...refused(409, { '.error.code': 'cursor_ahead' }) }),
  ]).of(S).attempts;
  expect(refusal && lineOf(refusal)).toBe('refused unknown: ahead_of_high_water');
  expect(refusal?.notes).toContain('stale_replica');
  const [claim] = examine([
    ...events,
    resume(30, 'G', 47, {
      ...stale,
      'http.response.status_code': 200,
      '.resumption.marker': 'none',
      '.resumption.outcome': 'replayed',
      '.replayed.count': 0,
    }),
  ]).of(S).attempts;
  expect(claim?.verdict).toBe('continuous');
  expect(claim?.tags).toContain('evidence_conflict');
});

test('an alias explains another id in the answer only where its life is the same one', () => {
  const alias = (incarnation: string): Item =>
    span(40, '.session.alias', {
      'mcp.session.id': S,
      '.session.alias_of': 'front-0000-4000-8000-77aa',
      '.observer': 'proxy',
      '.session.incarnation': incarnation,
    });
  const facts = [...cutOff, resume(30, 'G', 10, { ...SOUND, '.session.echo': 'different' })];
  expect(attemptLines([...facts, alias('inc-1')])).toEqual(['continuous clean:']);
  expect(attemptLines([...facts, alias('inc-2')])).toEqual(['fabricated unknown: session_reassigned']);
});
