import { expect, test } from 'vitest';
import { LineGate, worthShowing } from '#cli/supervisor/child-lines.ts';

const out = { name: 'collector', stream: 'stdout' } as const;
const err = { name: 'web', stream: 'stderr' } as const;

test('structured lines are shown from warnings on, with the reason of an error', () => {
  expect(worthShowing(out, '{"level":30,"msg":"stored"}')).toBeNull();
  expect(worthShowing(out, '{"level":40,"msg":"slow"}')).toContain('slow');
  expect(worthShowing(out, '{"level":50,"msg":"failed","err":{"message":"no disk"}}')).toContain(
    'failed: no disk',
  );
});

test('levels may be names', () => {
  expect(worthShowing(err, '{"level":"info","msg":"fine"}')).toBeNull();
  expect(worthShowing(err, '{"level":"error","message":"failed"}')).toContain('failed');
});

test('plain text is shown when it came over stderr', () => {
  expect(worthShowing({ ...out, name: 'web' }, 'Ready in 90ms')).toBeNull();
  expect(worthShowing(err, 'Error: boom')).toContain('Error: boom');
  expect(worthShowing(err, '   ')).toBeNull();
});

test('of the database only what ends it is shown', () => {
  const database = { name: 'database', stream: 'stderr' } as const;
  expect(worthShowing(database, 'x [1] ERROR:  duplicate key value')).toBeNull();
  expect(worthShowing(database, 'x [1] PANIC:  could not write')).toContain('PANIC');
});

test('a line that only looks like JSON is text', () => {
  expect(worthShowing(err, '{"level":')).toContain('{"level":');
});

test('a burst is cut, and how much was held back is said in the next window', () => {
  const printed: string[] = [];
  let now = 0;
  const gate = new LineGate(
    (line) => printed.push(line),
    () => now,
  );
  for (let index = 0; index < 50; index += 1) gate.show(`line ${index}`);
  expect(printed).toHaveLength(20);
  now = 10_000;
  gate.show('later');
  expect(printed.slice(20)).toEqual(['  … 30 more lines are in the log files', 'later']);
});
