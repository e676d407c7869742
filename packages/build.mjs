/**
 * Builds what others install: `dist/` of each package, and a tarball of each in `public/packages/`, from where a running
 * Seamark serves them. The names are bundled into the instrumentation, types included, so that its one tarball installs alone.
 *
 *   node packages/build.mjs
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { tarballNames } from './tarball-names.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const tarballs = join(root, 'public', 'packages');
const SEMCONV = '@seamark/semconv';

await main();

async function main() {
  rmSync(tarballs, { recursive: true, force: true });
  mkdirSync(tarballs, { recursive: true });
  await compile('semconv', []);
  await compile('instrumentation', ['@opentelemetry/api']);
  bundleTypes(join(here, 'semconv', 'dist'), join(here, 'instrumentation', 'dist'));
  for (const name of ['semconv', 'instrumentation']) process.stdout.write(`${pack(name)}\n`);
}

/** One ES module and its declarations. */
async function compile(name, external) {
  const folder = join(here, name);
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await build({
    entryPoints: [join(folder, 'src', 'index.ts')],
    outfile: join(dist, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['seamark-source'],
    external,
    legalComments: 'none',
  });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });
  for (const file of declarations(dist)) {
    rewrite(file, (text) => text.replace(/(from\s+|import\()'(\.{1,2}\/[^']+)\.ts'/g, "$1'$2.js'"));
  }
}

/** Puts the declarations of the names beside those that use them. */
function bundleTypes(from, into) {
  const target = join(into, 'semconv');
  for (const file of declarations(into)) {
    const path = relative(dirname(file), join(target, 'index.js')).split(sep).join('/');
    const specifier = path.startsWith('.') ? path : `./${path}`;
    rewrite(file, (text) => text.replaceAll(`'${SEMCONV}'`, `'${specifier}'`));
  }
  for (const file of declarations(from)) cpSync(file, join(target, relative(from, file)));
}

/** Packs a copy whose manifest names neither our sources nor a package that is bundled. */
function pack(name) {
  const folder = join(here, name);
  const stage = mkdtempSync(join(tmpdir(), 'seamark-pack-'));
  try {
    cpSync(join(folder, 'dist'), join(stage, 'dist'), { recursive: true });
    cpSync(join(folder, 'README.md'), join(stage, 'README.md'));
    const licence = join(root, 'LICENSE');
    if (existsSync(licence)) cpSync(licence, join(stage, 'LICENSE'));
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    delete manifest.exports['.']['seamark-source'];
    delete manifest.dependencies?.[SEMCONV];
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', tarballs];
    const tarball = execFileSync(npm, args, { cwd: stage, encoding: 'utf8' }).trim();
    const { packed, unversioned } = tarballNames(manifest);
    if (tarball !== packed) throw new Error(`npm packed ${tarball}, not ${packed}`);
    cpSync(join(tarballs, packed), join(tarballs, unversioned));
    return tarball;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function declarations(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => join(folder, file));
}

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
