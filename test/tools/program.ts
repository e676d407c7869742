import { spawn } from 'node:child_process';

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
  const child = spawn(process.execPath, [...job.args], {
    cwd: job.cwd,
    env: { ...process.env, NO_COLOR: '1', ...job.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    all.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const output = Buffer.concat(all).toString('utf8').trimEnd().split('\n');
      resolve({ ok: code === 0, output, stdout: Buffer.concat(out).toString('utf8') });
    });
  });
}
