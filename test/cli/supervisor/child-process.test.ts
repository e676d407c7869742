import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startChild } from '#cli/supervisor/child-process.ts';
import { isRunning } from '../../support/is-running.ts';
import { waitUntil } from '../../support/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'seamark child '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STUBBORN =
  "process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('up');";
const POLITE =
  "process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); setInterval(() => {}, 1000); console.log('up');";

function child(code: string, patience = 500) {
  const lines: string[] = [];
  const running = startChild({
    name: 'test',
    args: ['-e', code],
    cwd: folder,
    env: process.env,
    patience,
    onLine: (_stream, line) => lines.push(line),
  });
  return { running, lines, up: () => waitUntil(() => lines.includes('up'), 10_000) };
}

test('a child that leaves when asked may say its last words', async () => {
  const { running, lines, up } = child(POLITE, 5_000);
  expect(await up()).toBe(true);
  await running.stop();
  expect(await running.ended).toBe('exit code 0');
  expect(lines).toEqual(['up', 'bye']);
});

test('a child that does not leave is killed after its time', async () => {
  const { running, up } = child(STUBBORN);
  expect(await up()).toBe(true);
  await running.stop();
  expect(await running.ended).toBe('SIGKILL');
});

test('a child that fails is described with its last lines', async () => {
  const { running } = child("console.error('it broke'); process.exit(3)");
  expect(await running.ended).toBe('exit code 3');
  expect(running.hasEnded()).toBe(true);
  expect(running.lastLines()).toEqual(['it broke']);
});

test('what a child starts with the same arguments is not taken for a watched process', async () => {
  const grandchild = "console.log(process.env.WATCHDOG_PIPE ?? 'clean')";
  const { running, lines } = child(
    `require('node:child_process').spawn(process.execPath, [...process.execArgv.slice(0, 2), '-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })`,
  );
  expect(await running.ended).toBe('exit code 0');
  expect(lines).toEqual(['clean']);
});

test.each([
  ['polite', POLITE],
  ['stubborn', STUBBORN],
])('after kill -9 of the supervisor a %s child is gone within seconds', async (_name, code) => {
  const program = join(folder, `supervisor.mts`);
  const source = pathToFileURL(join(import.meta.dirname, '../../../cli/supervisor/child-process.ts')).href;
  writeFileSync(
    program,
    `import { startChild } from ${JSON.stringify(source)};
     startChild({ name: 'c', args: ['-e', ${JSON.stringify(code)}], cwd: '/', env: process.env, patience: 500,
       onLine: () => console.log(String(child.pid)) });
     `.replace('startChild({', 'const child = startChild({'),
  );
  const tsx = import.meta.resolve('tsx');
  const supervisor = spawn(process.execPath, ['--import', tsx, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: supervisor.stdout }), 'line');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  supervisor.kill('SIGKILL');
  expect(await waitUntil(() => !isRunning(pid), 12_000)).toBe(true);
});
