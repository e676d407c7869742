import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretKey } from '#cli/supervisor/secret-key.ts';
import { type Config, parseConfig } from '#config';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seamark-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function configOf(env: Record<string, string>): Config {
  const result = parseConfig(env);
  if (!result.ok) throw new Error('bad settings in the test');
  return result.config;
}

test('a key is made once, kept, and readable by its owner only', async () => {
  const key = await secretKey(configOf({}), folder);
  expect(key.length).toBeGreaterThanOrEqual(43);
  expect(await secretKey(configOf({}), folder)).toBe(key);
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('two starts at once agree on one key', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => secretKey(configOf({}), folder)));
  expect(new Set(keys).size).toBe(1);
});

test('the given key wins over the kept one', async () => {
  await secretKey(configOf({}), folder);
  const given = 'a key that somebody chose';
  expect(await secretKey(configOf({ SEAMARK_SECRET_KEY: given }), folder)).toBe(given);
});

test('a database elsewhere needs a given key', async () => {
  const config = configOf({ DATABASE_URL: 'postgres://db.example/seamark' });
  await expect(secretKey(config, folder)).rejects.toMatchObject({ code: 'SMK-123' });
});

test('a damaged key file is an error and is not replaced', async () => {
  writeFileSync(join(folder, 'secret-key'), 'abc');
  await expect(secretKey(configOf({}), folder)).rejects.toMatchObject({ code: 'SMK-124' });
});
