import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { LogFile } from '#cli/supervisor/log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'seamark-log-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a log has a bounded size: the file and one older one', () => {
  const path = join(folder, 'logs', 'a.log');
  const file = new LogFile(path);
  const line = 'x'.repeat(1024 * 1024 - 1);
  for (let index = 0; index < 25; index += 1) file.write(line);
  file.write('the last line');
  expect(statSync(path).size + statSync(`${path}.1`).size).toBeLessThanOrEqual(23 * 1024 * 1024);
  expect(readFileSync(path, 'utf8').endsWith('the last line\n')).toBe(true);
  expect(new LogFile(path).path).toBe(path);
});
