import { spawn } from 'node:child_process';
import { FriendlyError } from './friendly-error.mjs';
import { isStopping, stopOnInterruption } from './interruption.mjs';

const KEPT = 40;
const WATCHDOG = new URL('../watchdog-preload.mjs', import.meta.url).href;

/**
 * Runs a Node program to its end, under the watchdog. Its output is handed on line by line and shown only when it
 * fails.
 *
 * @param {{ args: string[], cwd: string, env: NodeJS.ProcessEnv, failure: string }} job
 * @param {(line: string) => void} onLine
 * @returns {Promise<void>}
 */
export function runToEnd(job, onLine) {
  const child = spawn(process.execPath, ['--import', WATCHDOG, ...job.args], {
    cwd: job.cwd,
    env: { ...job.env, WATCHDOG_PIPE: '3' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const output = lastLines([child.stdout, child.stderr], onLine);
  child.stdio[3]?.on('error', () => {});
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const forget = stopOnInterruption({
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: () => child.kill('SIGKILL'),
  });
  return ended.then((how) => {
    forget();
    // The one who stops everything ends this process; nothing may be started in between.
    if (isStopping()) return new Promise(() => {});
    if (how === 'exit code 0') return undefined;
    throw new FriendlyError(`\n${job.failure} (${how})\n\n${output.map((line) => `  ${line}`).join('\n')}\n`);
  });
}

/**
 * @param {(import('node:stream').Readable | null)[]} streams
 * @param {(line: string) => void} onLine
 * @returns {string[]} filled while the program runs
 */
function lastLines(streams, onLine) {
  /** @type {string[]} */
  const last = [];
  for (const stream of streams) {
    stream?.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\n')) {
        if (line.trim() === '') continue;
        last.push(line);
        if (last.length > KEPT) last.shift();
        onLine(line.trim());
      }
    });
  }
  return last;
}
