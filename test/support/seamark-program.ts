import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { quietPort } from './quiet-port.ts';
import { waitUntil } from './wait-until.ts';

export const ROOT = resolve(import.meta.dirname, '..', '..');
const START_PATIENCE = 120_000;

export interface SeamarkOptions {
  /** The clone; the one under test when it is left out. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: { readonly uid: number; readonly gid: number };
}

/** A whole Seamark, as `npm start` brings it up, on ports of its own. */
export interface SeamarkProgram {
  readonly child: ChildProcess;
  readonly dataDir: string;
  readonly webOrigin: string;
  readonly otlpOrigin: string;
  /** Everything it has written so far. */
  output(): string;
  /** Whether it came up; false when it ended before. */
  untilUp(): Promise<boolean>;
  /** Its exit code; null after a signal. */
  untilEnded(): Promise<number | null>;
  /** Processes that it has started: id and command. */
  parts(): readonly { readonly pid: number; readonly command: string }[];
  /** Ends it if it still runs, and removes its data. */
  cleanUp(): Promise<void>;
}

export async function startSeamark(options: SeamarkOptions = {}): Promise<SeamarkProgram> {
  const dataDir = join(tmpdir(), `seamark start ${randomBytes(4).toString('hex')}`);
  const webPort = await quietPort();
  const otlpPort = await quietPort();
  const root = options.root ?? ROOT;
  const child = spawn(process.execPath, [join(root, 'cli', 'bootstrap.mjs')], {
    cwd: root,
    env: {
      ...withoutSettings(process.env),
      SEAMARK_DATA_DIR: dataDir,
      SEAMARK_WEB_PORT: String(webPort),
      SEAMARK_OTLP_HTTP_PORT: String(otlpPort),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.account ?? {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const closed = once(child, 'close').then(() => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    dataDir,
    webOrigin: `http://127.0.0.1:${webPort}`,
    otlpOrigin: `http://127.0.0.1:${otlpPort}`,
    output: () => output,
    untilUp: async () => {
      await waitUntil(() => output.includes('stops everything') || hasEnded(), START_PATIENCE);
      return !hasEnded() && output.includes('stops everything');
    },
    untilEnded: () => closed.then(() => child.exitCode),
    parts: () => processesUnder(child.pid ?? -1),
    cleanUp: async () => {
      if (!hasEnded()) child.kill('SIGTERM');
      await closed;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Vitest sets variables that would change a production start. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(SEAMARK_|VITEST|NODE_ENV$|DATABASE_URL$|npm_lifecycle_event$|NODE_OPTIONS$)/;
  const kept = { ...env };
  for (const name of Object.keys(kept)) if (foreign.test(name)) delete kept[name];
  return kept;
}

function processesUnder(parent: number): readonly { readonly pid: number; readonly command: string }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, ppid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && command !== undefined && !command.startsWith('ps ')
      ? [{ pid: Number(pid), command }]
      : [];
  });
}
