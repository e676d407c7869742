import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runProgram } from './program.ts';

/** Tests that ran, counted. */
export interface TestOutcome extends Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of Vitest's JSON report that is read (the format is Jest's). */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/**
 * Runs one Vitest project. A file that fails before its first test counts as one failure, and so does a run that
 * fails without any (an unhandled error, a setup that broke, a project without tests).
 */
export async function runVitest(root: string, project: string): Promise<TestOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-report-'));
  const report = join(folder, 'report.json');
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  try {
    const run = await runProgram({
      args: [
        vitest,
        'run',
        '--project',
        project,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      cwd: root,
    });
    return countsOf(run, readReport(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Exported for its test: a green line over a broken run is the worst that this tool could do. */
export function countsOf(run: Outcome, report: Report | null): TestOutcome {
  if (report === null) return { ok: false, output: run.output, passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const passed = report.numPassedTests;
  const counted = report.numFailedTests + broken.length;
  const isSilentFailure = counted === 0 && (!run.ok || passed === 0);
  const failed = counted + (isSilentFailure ? 1 : 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  return { ok: failed === 0, output: run.output, passed, failed, skipped };
}
