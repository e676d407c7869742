import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const WATCHDOG = new URL('../watchdog-preload.mjs', import.meta.url).href;
const KEPT_LINES = 30;
/** After SIGKILL nothing can refuse; this only bounds the wait for the system to say so, in milliseconds. */
const KILL_PATIENCE = 3_000;

export interface ChildJob {
  readonly name: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** How long it may take to leave after SIGTERM before it is killed, in milliseconds. */
  readonly patience: number;
  readonly onLine: (stream: 'stdout' | 'stderr', line: string) => void;
}

export interface RunningChild {
  readonly name: string;
  readonly pid: number | undefined;
  /** Settles with a description of how it ended ("exit code 1"); never rejects. */
  readonly ended: Promise<string>;
  lastLines(): readonly string[];
  hasEnded(): boolean;
  /** Asks it to leave, and kills it when it does not. */
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Starts a Node process under the watchdog. It gets a session of its own, so that Ctrl+C reaches the supervisor
 * alone, which stops things in order; and the read end of a pipe, by which it notices that the supervisor died.
 */
export function startChild(job: ChildJob): RunningChild {
  const child = spawn(process.execPath, ['--import', WATCHDOG, ...job.args], {
    cwd: job.cwd,
    env: { ...job.env, WATCHDOG_PIPE: '3' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const last: string[] = [];
  const take = (stream: 'stdout' | 'stderr') => (line: string) => {
    last.push(line);
    if (last.length > KEPT_LINES) last.shift();
    job.onLine(stream, line);
  };
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', take('stdout'));
  if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', take('stderr'));
  child.stdio[3]?.on('error', () => {});
  const ended = endOf(child);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    name: job.name,
    pid: child.pid,
    ended,
    lastLines: () => [...last],
    hasEnded,
    stop: () => stopChild({ child, ended, hasEnded, patience: job.patience }),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** `close` comes after the last line of output, which is usually the one that explains the end. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

async function stopChild(job: {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
  readonly hasEnded: () => boolean;
  readonly patience: number;
}): Promise<void> {
  for (const [signal, patience] of [
    ['SIGTERM', job.patience],
    ['SIGKILL', KILL_PATIENCE],
  ] as const) {
    if (job.hasEnded()) return;
    job.child.kill(signal);
    const timer = new AbortController();
    await Promise.race([job.ended, pause(patience, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }
}
