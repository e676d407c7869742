import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from '#cli/bootstrap/install.mjs';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'seamark-lock-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const A = { version: '1.0.0', integrity: 'sha512-a' };
const OTHER_PLATFORM = { version: '2.0.0', integrity: 'sha512-b', optional: true };
const LINK = { link: true, resolved: 'packages/own' };

function write(file: string, packages: Record<string, object>): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify({ packages }));
}

function lock(packages: Record<string, object>): void {
  write('package-lock.json', { '': {}, ...packages });
}

function installed(packages: Record<string, object>): void {
  write('node_modules/.package-lock.json', packages);
  for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true });
}

test('a fresh clone is not installed', () => {
  lock({ 'node_modules/a': A });
  expect(isInstalled(root)).toBe(false);
});

test('what the lock names is enough; packages of other platforms may be missing', () => {
  lock({
    'node_modules/a': A,
    'node_modules/b': OTHER_PLATFORM,
    'node_modules/own': LINK,
    'packages/own': {},
  });
  installed({ 'node_modules/a': A, 'node_modules/own': LINK });
  expect(isInstalled(root)).toBe(true);
});

test.each([
  ['another version', { version: '1.0.1', integrity: 'sha512-a' }],
  ['another content', { version: '1.0.0', integrity: 'sha512-z' }],
])('%s in the lock asks for an installation', (_what, changed) => {
  lock({ 'node_modules/a': changed });
  installed({ 'node_modules/a': A });
  expect(isInstalled(root)).toBe(false);
});

test('a package or a workspace link that was removed asks for an installation', () => {
  lock({ 'node_modules/a': A, 'node_modules/own': LINK });
  installed({ 'node_modules/a': A, 'node_modules/own': LINK });
  rmSync(join(root, 'node_modules/a'), { recursive: true });
  expect(isInstalled(root)).toBe(false);
  mkdirSync(join(root, 'node_modules/a'));
  rmSync(join(root, 'node_modules/own'), { recursive: true });
  expect(isInstalled(root)).toBe(false);
});
