import { type ChildProcess, spawn } from 'node:child_process';
import { stopOnInterruption } from '../../cli/bootstrap/interruption.mjs';

/** A run that is killed must not leave a test run behind that nobody reads. */
const WATCHDOG = new URL('../../cli/watchdog-preload.mjs', import.meta.url).href;

/** What a step found. */
export interface Outcome {
  readonly ok: boolean;
  /** Lines to show when it is not. */
  readonly output: readonly string[];
}

export interface ProgramRun extends Outcome {
  readonly stdout: string;
}

/** Runs a Node program to its end and keeps what it wrote. */
export function runProgram(job: {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}): Promise<ProgramRun> {
  const child = spawn(process.execPath, ['--import', WATCHDOG, ...job.args], {
    cwd: job.cwd,
    env: { ...process.env, NO_COLOR: '1', WATCHDOG_PIPE: '3', ...job.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  child.stdio[3]?.on('error', () => {});
  const out: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    out.push(chunk);
    all.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => all.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const forget = stopOnInterruption({
    stop: async () => {
      signalGroup(child, 'SIGTERM');
      await ended.catch(() => null);
    },
    kill: () => signalGroup(child, 'SIGKILL'),
  });
  return ended.finally(forget).then((code) => ({
    ok: code === 0,
    output: Buffer.concat(all).toString('utf8').trimEnd().split('\n'),
    stdout: Buffer.concat(out).toString('utf8'),
  }));
}

/** The child leads a group of its own: a worker that is stuck in a loop must go too. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
