import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runToEnd } from './child.mjs';
import { FriendlyError } from './friendly-error.mjs';
import { step } from './progress.mjs';

/**
 * Installs what the lock names, unless it is there already. No install script is run: nothing depends on one.
 *
 * @param {string} root the clone
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  await step('installing the packages', (say) => runToEnd(npmCi(root), say), { slow: true });
}

/**
 * Compares the lock with the copy that npm leaves in `node_modules` when it has finished, so that an installation
 * made by hand counts, and an interrupted one does not. Optional packages may be missing: they belong to other
 * platforms.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (entry.link === true) return existsSync(join(root, path));
    const found = present[path];
    if (found === undefined) return entry.optional === true;
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    );
  });
}

/**
 * @param {string} path of a lock file
 * @returns {Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean }> | null}
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** @param {string} root */
function npmCi(root) {
  const env = { ...process.env };
  // With it npm would leave out what builds the pages.
  delete env.NODE_ENV;
  return {
    args: [
      npmProgram(),
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=http',
    ],
    cwd: root,
    env,
    failure: 'SMK-131  The packages could not be installed. Is the package registry reachable from here?',
  };
}

/**
 * npm is a Node program. The one that started us is the best; without one, the one that came with this Node.
 */
function npmProgram() {
  const started = process.env.npm_execpath;
  const beside = dirname(realpathSync(process.execPath));
  const places = [
    started !== undefined && /npm-cli\.c?js$/.test(started) ? [started] : [],
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ].flat();
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new FriendlyError('SMK-131  npm was not found; run npm ci --ignore-scripts once, then start again.');
}
