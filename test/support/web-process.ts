import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 60_000;

export interface WebSettings {
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** Further settings, such as `SEAMARK_TRACE_URL_TEMPLATE`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The built web in a process of its own. */
export interface WebProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the pages as they were built, on a free port, and waits until they answer. */
export async function startWeb(settings: WebSettings): Promise<WebProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  const child = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: settings.databaseUrl,
      SEAMARK_SECRET_KEY: settings.secretKey,
      SEAMARK_WEB_PORT: String(port),
      ...settings.env,
    },
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const left = once(child, 'exit');
    child.kill('SIGTERM');
    await left;
  };
  const deadline = Date.now() + START_MS;
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`the web left with ${child.exitCode}:\n${output}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`the web was not ready in ${START_MS} ms:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop };
}

const answers = async (url: string): Promise<boolean> =>
  (await fetch(url).catch(() => undefined))?.ok === true;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
