import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { OutputTail } from './output-tail.ts';
import { EmbeddedPostgresError } from './postgres-error.ts';
import { serverArguments } from './settings.ts';

/** How a server process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running Postgres server process. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Settles when the process has ended, for whatever reason; never rejects. */
  readonly exited: Promise<Exit>;
  readonly tail: OutputTail;
  stop(): Promise<void>;
}

export interface ServerJob {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly cluster: Cluster;
  readonly settings: Readonly<Record<string, string>>;
  readonly removeAfterwards: readonly string[];
  readonly log: (line: string) => void;
}

const GUARD = fileURLToPath(new URL('./guard.mjs', import.meta.url));
/** Fast shutdown, then immediate shutdown, then the end; each with its patience in milliseconds. */
const STOP_STEPS = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Starts the server and waits until it accepts connections, however long crash recovery takes.
 *
 * @throws EmbeddedPostgresError SMK-144 when it ends before that
 */
export async function startServer(job: ServerJob, port: number): Promise<Server> {
  const guard = startGuard(job.removeAfterwards);
  // A process group of its own: Ctrl+C in a terminal must not stop the database before those who write to it.
  const child = spawn(
    job.binaries.postgres,
    ['-D', job.cluster.folder, ...serverArguments(port, job.settings)],
    {
      ...(job.account ?? {}),
      cwd: '/',
      detached: true,
      env: { ...process.env, LC_ALL: 'C', PGDATA: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const tail = new OutputTail([child.stdout, child.stderr], job.log);
  const exited = exitOf(child);
  if (child.pid !== undefined) guard.stdin?.write(`watch ${child.pid}\n`);
  void exited.then(() => guard.stdin?.end('release\n'));
  const pid = await Promise.race([exited.then(() => null), untilReady(job.cluster.folder, child.pid)]);
  if (pid === null) {
    const { code, signal } = await exited;
    throw new EmbeddedPostgresError(
      'SMK-144',
      `Postgres did not start (${signal ?? `exit code ${code}`})`,
      tail.lines(),
    );
  }
  return { pid, port, exited, tail, stop: () => stopServer(child, exited) };
}

/** The guard is detached for the same reason, and unreferenced: it ends when our end of its pipe is closed. */
function startGuard(removeAfterwards: readonly string[]): ChildProcess {
  const guard = spawn(process.execPath, [GUARD], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  for (const path of removeAfterwards) guard.stdin.write(`remove ${JSON.stringify(path)}\n`);
  guard.unref();
  return guard;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    // A spawn that fails (no permission to become the account) emits `error` and never `exit`.
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** Line 8 of `postmaster.pid` is the status that pg_ctl waits for too (pg_ctl.c, wait_for_postmaster_start). */
async function untilReady(folder: string, pid: number | undefined): Promise<number | null> {
  if (pid === undefined) return null;
  for (;;) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (lines[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready') return pid;
    if (!(await stillThere(pid))) return null;
  }
}

async function stillThere(pid: number): Promise<boolean> {
  await pause(25);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function stopServer(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  for (const [signal, patience] of STOP_STEPS) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const timer = new AbortController();
    await Promise.race([exited, pause(patience, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }
}

/** A port of the loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
