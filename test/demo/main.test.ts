import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the command as `npm run demo` does. */
async function demo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(
    process.execPath,
    ['--conditions=seamark-source', '--import', 'tsx', 'demo/main.ts', ...args],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

describe('npm run demo', () => {
  it('says what it can do', async () => {
    const { code, out } = await demo(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('--minutes');
    expect(out).toContain('--rate');
  });

  it('says what to do when nothing listens', async () => {
    const { code, err } = await demo([], { SEAMARK_OTLP_HTTP_PORT: '1' });
    expect(code).toBe(1);
    expect(err).toContain('Nothing listens at http://127.0.0.1:1,');
    expect(err).toContain('npm start');
  });

  it('sends nothing to a receiver that is not Seamark', async () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`);
      res.end('another receiver');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const { code, err } = await demo([], { SEAMARK_OTLP_HTTP_PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(err).toContain("is not Seamark's OTLP receiver");
    expect(asked.filter((request) => request?.startsWith('POST'))).toEqual([]);
  });

  it('refuses an option that it does not know', async () => {
    const { code, err } = await demo(['--fast']);
    expect(code).toBe(2);
    expect(err).toContain('--fast');
  });

  it.each([
    ['SEAMARK_OTLP_PORT', '5318', 'SMK-101', 'did you mean SEAMARK_OTLP_HTTP_PORT?'],
    ['SEAMARK_WEB_PORT', '99999', 'SMK-102', 'SEAMARK_WEB_PORT must be'],
  ])('stops at %s=%s as npm start does', async (name, value, code, says) => {
    const { code: exit, out, err } = await demo([], { [name]: value });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(code);
    expect(err).toContain(says);
  });
});
