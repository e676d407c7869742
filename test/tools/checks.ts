import { availableParallelism } from 'node:os';
import { CHECK_STEPS, type CheckStep } from './check-steps.ts';
import { reportStep, took } from './report.ts';
import { runVitest } from './vitest-run.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs all check steps and the domain tests, as many at a time as there are processors, and counts them. */
export async function runChecks(root: string): Promise<Tally> {
  const waiting: (() => Promise<Tally>)[] = [
    ...CHECK_STEPS.map((step) => () => runStep(step, root)),
    () => runTests(root, 'domain'),
  ];
  const tallies: Tally[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tallies.push(await next());
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism() + 1) }, worker));
  return sum(tallies);
}

async function runStep(step: CheckStep, root: string): Promise<Tally> {
  const start = Date.now();
  const outcome = await step.run(root).catch((error: unknown) => ({ ok: false, output: [String(error)] }));
  reportStep(step.name, outcome, took(start));
  return { passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1, skipped: 0 };
}

/** One Vitest project, reported and counted. */
export async function runTests(root: string, project: string): Promise<Tally> {
  const start = Date.now();
  const outcome = await runVitest(root, project);
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
  reportStep(
    `${project} tests`,
    outcome,
    `${outcome.passed} passed, ${outcome.failed} failed${skipped}, ${took(start)}`,
  );
  return outcome;
}

export function sum(tallies: readonly Tally[]): Tally {
  const add = (a: Tally, b: Tally) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  });
  return tallies.reduce(add, { passed: 0, failed: 0, skipped: 0 });
}
