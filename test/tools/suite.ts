import { runChecks, runTests, sum, type Tally } from './checks.ts';

/** Those that need a process or a database of their own run one after the other: the machine may be small. */
const PROJECTS = ['unit', 'postgres', 'start', 'browser'] as const;

/** Everything that `npm test` runs, once the packages are installed and the pages are built. */
export async function runSuite(root: string): Promise<Tally> {
  const tallies = [await runChecks(root)];
  for (const project of PROJECTS) tallies.push(await runTests(root, project));
  return sum(tallies);
}
