import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SETTING_NAMES } from '#config';

const CLI = join(import.meta.dirname, '..', '..', '..', 'cli');
let clone = '';

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'seamark-args-'));
  cpSync(CLI, join(clone, 'cli'), { recursive: true });
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Runs `npm start -- …` where nothing but `cli/` is there: no package, no lock, no registry. */
function start(...args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((resolve) => {
    const program = [join(clone, 'cli', 'bootstrap.mjs'), ...args];
    execFile(process.execPath, program, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });
}

test.each(['--help', '-h'])(
  '%s is answered before anything is installed, and names every setting',
  async (how) => {
    const { code, out, err } = await start(how);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const name of SETTING_NAMES) expect(out).toContain(name);
    expect(readdirSync(clone)).toEqual(['cli']);
  },
);

test('an argument that does not exist is an error with a code, before anything is installed', async () => {
  const { code, out, err } = await start('--port', '5300');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('SMK-127  npm start knows no --port');
  expect(err).toContain('npm start -- --help');
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
});
