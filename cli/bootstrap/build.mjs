import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './child.mjs';
import { step } from './progress.mjs';

/** What the built pages depend on, relative to the clone. */
const SOURCES = [
  'app',
  'components',
  'domain',
  'db',
  'docs/verdicts',
  'packages',
  'public',
  'config.ts',
  'next.config.js',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'proxy.ts',
];
/** Made by a build, so they cannot be a reason for one. */
const MADE = new Set(['node_modules', 'dist', 'public/packages']);
const STAMP = join('.next', 'seamark-sources');

/**
 * Builds the packages that the set-up page hands out and the pages, unless they were built from these sources.
 *
 * @param {string} root the clone
 */
export async function ensureBuilt(root) {
  const fingerprint = fingerprintOf(root);
  if (fingerprint === readStamp(root)) return;
  await step('building the pages', (say) => build(root, say), { slow: true });
  writeFileSync(join(root, STAMP), fingerprint);
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
async function build(root, say) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const node = { cwd: root, env };
  await runToEnd(
    { ...node, args: [join('packages', 'build.mjs')], failure: 'SMK-132  The packages could not be built.' },
    say,
  );
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  await runToEnd({ ...node, args: [next, 'build'], failure: 'SMK-132  The pages could not be built.' }, say);
}

/** @param {string} root */
function readStamp(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8');
  } catch {
    return null;
  }
}

/**
 * A digest over names and contents of all sources.
 *
 * @param {string} root
 */
export function fingerprintOf(root) {
  const hash = createHash('sha256').update(process.version.split('.')[0] ?? '');
  for (const path of SOURCES.flatMap((source) => filesUnder(root, source))) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path relative to the root
 * @returns {string[]} files in a fixed order, with forward slashes
 */
function filesUnder(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (MADE.has(path) || MADE.has(path.slice(path.lastIndexOf('/') + 1))) return [];
  try {
    const names = readdirSync(join(root, path)).sort();
    return names.flatMap((name) => filesUnder(root, `${path}/${name}`));
  } catch {
    return [path];
  }
}
