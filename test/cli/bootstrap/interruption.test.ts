import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { isRunning } from '../../support/is-running.ts';
import { waitUntil } from '../../support/wait-until.ts';

const MODULE = new URL('../../../cli/bootstrap/interruption.mjs', import.meta.url).href;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A program with two things to stop; `slow` takes a minute. */
function program(slow: boolean, env: Record<string, string> = {}) {
  const code = `
    import { listenForInterruption, stopOnInterruption } from ${JSON.stringify(MODULE)};
    listenForInterruption();
    const wait = ${slow ? 'new Promise((resolve) => setTimeout(resolve, 60_000))' : 'Promise.resolve()'};
    stopOnInterruption({ stop: async () => console.log('first stopped'), kill: () => console.log('first killed') });
    stopOnInterruption({ stop: async () => { await wait; console.log('second stopped'); }, kill: () => console.log('second killed') });
    setInterval(() => {}, 1000);
    console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { child, lines, up: () => waitUntil(() => lines.includes('up'), 10_000) };
}

test('Ctrl+C stops what was started last first, and ends with exit code 0', async () => {
  const { child, lines, up } = program(false);
  expect(await up()).toBe(true);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(lines.filter((line) => line.endsWith('stopped'))).toEqual(['second stopped', 'first stopped']);
});

test('a second Ctrl+C forces, but the same key press that npm hands on does not', async () => {
  const { child, lines, up } = program(true);
  expect(await up()).toBe(true);
  child.kill('SIGINT');
  await pause(200);
  child.kill('SIGINT');
  await pause(1_200);
  expect(isRunning(child.pid ?? -1)).toBe(true);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(lines).toContain('first killed');
  expect(lines).toContain('second killed');
});

test('when npm is killed, what it started stops', async () => {
  const npm = spawn(
    process.execPath,
    [
      '-e',
      `const child = require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(
        `import { listenForInterruption } from ${JSON.stringify(MODULE)}; listenForInterruption(); setInterval(() => {}, 1000); console.log(process.pid)`,
      )}], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } }); setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(npm);
  const [line] = await once(createInterface({ input: npm.stdout }), 'line');
  const pid = Number(line);
  npm.kill('SIGKILL');
  expect(await waitUntil(() => !isRunning(pid), 5_000)).toBe(true);
});
