import { expect, test } from 'vitest';
import { countsOf } from './vitest-run.ts';

const fine = { ok: true, output: [] };
const broken = { ok: false, output: ['it broke'] };
const counts = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 };

test('passed, failed and skipped tests are counted', () => {
  expect(countsOf(fine, { ...counts, testResults: [] })).toMatchObject({
    ok: true,
    passed: 3,
    failed: 0,
    skipped: 1,
  });
  const report = {
    ...counts,
    numFailedTests: 2,
    testResults: [{ status: 'failed', assertionResults: [1, 2] }],
  };
  expect(countsOf(broken, report)).toMatchObject({ ok: false, passed: 3, failed: 2 });
});

test('a file that fails before its first test is one failure', () => {
  const report = { ...counts, testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(countsOf(broken, report)).toMatchObject({ ok: false, passed: 3, failed: 1 });
});

test('a run that fails without a failed test is a failure', () => {
  expect(countsOf(broken, { ...counts, testResults: [] })).toMatchObject({ ok: false, failed: 1 });
});

test('a run without tests is a failure', () => {
  expect(countsOf(fine, { ...counts, numPassedTests: 0, testResults: [] })).toMatchObject({
    ok: false,
    failed: 1,
  });
});

test('a run without a report is a failure', () => {
  expect(countsOf(fine, null)).toMatchObject({ ok: false, failed: 1 });
});
