import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf } from '#cli/bootstrap/build.mjs';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'seamark-build-'));
  put('app/page.tsx', 'a');
  put('config.ts', 'b');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test.each(['app/page.tsx', 'config.ts', 'domain/new.ts', 'docs/verdicts/a.md', 'packages/semconv/src/x.ts'])(
  'a change of %s asks for a build',
  (file) => {
    const before = fingerprintOf(root);
    put(file, 'changed');
    expect(fingerprintOf(root)).not.toBe(before);
  },
);

test.each([
  'test/a.test.ts',
  'README.md',
  'packages/semconv/dist/x.js',
  'public/packages/a.tgz',
  'tsconfig.json',
])('a change of %s does not', (file) => {
  const before = fingerprintOf(root);
  put(file, 'changed');
  expect(fingerprintOf(root)).toBe(before);
});

test('text that moves from one file to the next is a change', () => {
  put('app/a.ts', 'xy');
  put('app/b.ts', 'z');
  const before = fingerprintOf(root);
  put('app/a.ts', 'x');
  put('app/b.ts', 'yz');
  expect(fingerprintOf(root)).not.toBe(before);
});
