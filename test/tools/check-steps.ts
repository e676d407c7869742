import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFiles, overBudget, readmeProblems } from './budgets.ts';
import { checkLayers } from './layers.ts';
import { type Outcome, runProgram } from './program.ts';

export interface CheckStep {
  readonly name: string;
  readonly run: (root: string) => Promise<Outcome>;
}

/** What `npm run check` looks at besides the domain tests; the steps do not depend on each other. */
export const CHECK_STEPS: readonly CheckStep[] = [
  { name: 'types', run: checkTypes },
  { name: 'layers', run: checkLayers },
  {
    name: 'dead code',
    run: (root) => program(root, ['knip', 'bin', 'knip.js'], ['--no-progress', '--no-config-hints']),
  },
  {
    name: 'format and lint',
    run: (root) =>
      program(
        root,
        ['@biomejs', 'biome', 'bin', 'biome'],
        ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=40', '.'],
      ),
  },
  { name: 'budgets', run: checkBudgets },
  { name: 'readmes', run: async (root) => listed(readmeProblems(root)) },
];

function program(root: string, bin: readonly string[], args: readonly string[]): Promise<Outcome> {
  return runProgram({ args: [join(root, 'node_modules', ...bin), ...args], cwd: root });
}

/** Next first writes the types of the routes, so that the answer does not depend on what was built before. */
async function checkTypes(root: string): Promise<Outcome> {
  const routes = await program(root, ['next', 'dist', 'bin', 'next'], ['typegen']);
  if (!routes.ok) return routes;
  return program(root, ['typescript', 'bin', 'tsc'], ['-p', '.', '--noEmit', '--pretty', 'false']);
}

async function checkBudgets(root: string): Promise<Outcome> {
  return listed(codeFiles(root).flatMap((path) => overBudget(path, readFileSync(join(root, path), 'utf8'))));
}

function listed(problems: readonly string[]): Outcome {
  return { ok: problems.length === 0, output: problems };
}
