import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./keep-postgres.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A process of its own that holds an embedded Postgres, so that a test can kill it. */
export interface PostgresProgram {
  readonly child: ChildProcess;
  /** Of Postgres. */
  readonly pid: number;
  readonly url: string;
  /** Ends it in the regular way. */
  stop(): Promise<void>;
  /** `kill -9`: no handler runs. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  readonly temporary?: boolean;
  readonly uid?: number;
  readonly gid?: number;
}

/** @throws Error with what the program wrote when it ends before Postgres is ready */
export async function keepPostgres(dataDir: string, options: ProgramOptions = {}): Promise<PostgresProgram> {
  const args = ['--import', 'tsx', PROGRAM, dataDir, options.temporary === true ? 'temporary' : 'lasting'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid ?? options.uid }),
  });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close').then(() => [null]),
  ]);
  if (typeof line !== 'string') throw new Error(errors.join('\n'));
  const { pid, url } = JSON.parse(line);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { child, pid, url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
