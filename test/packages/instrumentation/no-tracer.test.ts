import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../servers/untraced-program.ts', import.meta.url));
const run = promisify(execFile);

/** What came of two servers with two sessions each, in a process of its own. */
async function outcomeOf(how: string, env: Readonly<Record<string, string>> = {}) {
  const args = ['--conditions=seamark-source', '--import', 'tsx', PROGRAM, how];
  const { stdout, stderr } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  return { ...JSON.parse(stdout), stderr };
}

describe('a host without a tracer provider', () => {
  it('is told once a process what to do, by a logger of OpenTelemetry and on stderr', async () => {
    const { served, logged, warnings, stderr } = await outcomeOf('as it is');
    expect(served).toBe(4);
    expect(warnings).toEqual([expect.stringContaining('no OpenTelemetry tracer provider is registered')]);
    expect(logged).toEqual(warnings);
    expect(stderr).toContain('[SEAMARK_NO_TRACER]');
    expect(stderr).toContain('.register()');
  });

  it('is served all the same when its logger fails', async () => {
    const { served, warnings, logged } = await outcomeOf('broken');
    expect([served, warnings.length, logged.length]).toEqual([4, 1, 1]);
  });

  it('is told nothing when it does not want to be', async () => {
    expect(await outcomeOf('off')).toMatchObject({ served: 4, logged: [], warnings: [], stderr: '' });
    const disabled = await outcomeOf('as it is', { OTEL_SDK_DISABLED: 'true' });
    expect(disabled).toMatchObject({ served: 4, logged: [], warnings: [], stderr: '' });
  });

  it('is told nothing when the provider comes before the first request, though after the first heartbeat', async () => {
    const { logged, warnings, spans, stderr } = await outcomeOf('late');
    expect({ logged, warnings, stderr }).toEqual({ logged: [], warnings: [], stderr: '' });
    expect(spans).toBeGreaterThan(8);
  });
});
