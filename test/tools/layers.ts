import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CODE_FOLDERS, presentFolders } from './budgets.ts';
import { type Outcome, runProgram } from './program.ts';

const CRUISER = ['node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'];
/** The checker once saw a single module and passed: fewer than this means that it is blind again. */
const FEWEST_MODULES = 150;

/** Bad imports, each with the rule that has to catch it. */
const CANARIES = [
  { file: 'domain/a.ts', imports: '#db/good.ts', rule: 'layer-domain' },
  { file: 'domain/b.ts', imports: 'node:fs', rule: 'domain-is-pure' },
  { file: 'domain/c.ts', imports: 'zod', rule: 'domain-is-pure' },
  { file: 'db/a.ts', imports: '#collector/good.ts', rule: 'layer-db' },
  { file: 'collector/a.ts', imports: '#app/good.ts', rule: 'layer-collector' },
  { file: 'collector/b.ts', imports: '#config', rule: 'config-collector' },
  { file: 'components/a.tsx', imports: '#db/good.ts', rule: 'layer-components' },
  { file: 'components/b.tsx', imports: 'node:fs', rule: 'components-run-in-the-browser' },
  { file: 'app/a.ts', imports: '#collector/good.ts', rule: 'layer-app' },
  { file: 'app/b.ts', imports: '#config', rule: 'config-app' },
  { file: 'cli/a.ts', imports: '#collector/good.ts', rule: 'layer-cli' },
  { file: 'demo/a.ts', imports: '#db/good.ts', rule: 'layer-demo' },
  { file: 'demo/b.ts', imports: '#config', rule: 'config-demo' },
  { file: 'packages/semconv/src/a.ts', imports: 'zod', rule: 'semconv-stands-alone' },
  {
    file: 'packages/instrumentation/src/a.ts',
    imports: '../../../db/good.ts',
    rule: 'instrumentation-is-light',
  },
  { file: 'config.ts', imports: './db/good.ts', rule: 'config-stands-alone' },
  { file: 'db/b.ts', imports: '#test/good.ts', rule: 'nothing-imports-tests' },
  { file: 'domain/d.ts', imports: './e.ts', rule: 'no-cycles' },
  { file: 'domain/f.ts', imports: './nowhere.ts', rule: 'everything-resolves' },
] as const;

interface Report {
  readonly modules: number;
  /** "rule file" of each violation. */
  readonly violations: readonly string[];
}

/** The layers of the real code, then the canaries: a small tree of bad imports, all of which must be caught. */
export async function checkLayers(root: string): Promise<Outcome> {
  const real = await cruise(root, root, [...presentFolders(root), 'config.ts']);
  const problems = real.violations.map((violation) => `forbidden import: ${violation}`);
  if (real.modules < FEWEST_MODULES)
    problems.push(`only ${real.modules} modules seen, at least ${FEWEST_MODULES} expected`);
  return { ok: problems.length === 0, output: [...problems, ...(await missedCanaries(root))] };
}

async function missedCanaries(root: string): Promise<readonly string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'seamark-canary-'));
  try {
    for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, file), join(tree, file));
    for (const folder of CODE_FOLDERS) write(tree, `${folder}/good.ts`, 'export const good = 1;\n');
    for (const { file, imports } of CANARIES) {
      write(tree, file, `import * as other from '${imports}';\nexport const name = other;\n`);
    }
    write(tree, 'domain/e.ts', "import { name } from './d.ts';\nexport const back = name;\n");
    const { violations } = await cruise(root, tree, [...CODE_FOLDERS, 'config.ts']);
    return CANARIES.filter(
      ({ file, rule }) => !violations.some((one) => one.startsWith(`${rule} ${file} `)),
    ).map(({ file, imports, rule }) => `canary not caught: ${file} imports ${imports}, rule ${rule}`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function write(tree: string, file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

async function cruise(root: string, tree: string, paths: readonly string[]): Promise<Report> {
  const args = [
    join(root, ...CRUISER),
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ];
  const { stdout, output } = await runProgram({ args: [...args, ...paths], cwd: tree });
  try {
    return reportOf(JSON.parse(stdout));
  } catch {
    throw new Error(`dependency-cruiser gave no report: ${output.slice(-5).join('\n')}`);
  }
}

function reportOf(json: ReportJson): Report {
  return {
    modules: json.summary.totalCruised,
    violations: json.summary.violations.map(({ rule, from, to }) => `${rule.name} ${from} → ${to}`),
  };
}

/** The part of dependency-cruiser's JSON that is read (its schema: cruise-result). */
interface ReportJson {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}
