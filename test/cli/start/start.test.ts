import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isRunning } from '../../support/is-running.ts';
import { type SeamarkOptions, type SeamarkProgram, startSeamark } from '../../support/seamark-program.ts';
import { waitUntil } from '../../support/wait-until.ts';

const started: SeamarkProgram[] = [];

afterEach(async () => {
  for (const program of started.splice(0)) await program.cleanUp();
});

async function start(options?: SeamarkOptions): Promise<SeamarkProgram> {
  const program = await startSeamark(options);
  started.push(program);
  return program;
}

async function up(options?: SeamarkOptions): Promise<SeamarkProgram> {
  const program = await start(options);
  expect(await program.untilUp(), program.output()).toBe(true);
  return program;
}

/** The three parts and the guard of the database. */
const PARTS = [/collector\/main\.ts/, /next/, /postgres/, /guard\.mjs/];

async function status(address: string): Promise<number> {
  return (await fetch(address)).status;
}

test('it comes up, says where it is, and SIGTERM stops every part with exit code 0', async () => {
  const seamark = await up();
  expect(await status(`${seamark.webOrigin}/readyz`)).toBe(200);
  expect(await status(`${seamark.otlpOrigin}/readyz`)).toBe(200);
  for (const word of [seamark.webOrigin, seamark.otlpOrigin, 'npm run demo'])
    expect(seamark.output()).toContain(word);
  const parts = seamark.parts();
  for (const part of PARTS)
    expect(
      parts.some(({ command }) => part.test(command)),
      String(part),
    ).toBe(true);
  seamark.child.kill('SIGTERM');
  expect(await seamark.untilEnded()).toBe(0);
  expect(await waitUntil(() => parts.every(({ pid }) => !isRunning(pid)), 5_000)).toBe(true);
  expect(readFileSync(join(seamark.dataDir, 'logs', 'database.log'), 'utf8')).toContain(
    'database system is shut down',
  );
});

test('kill -9 of the supervisor leaves no part behind', async () => {
  const seamark = await up();
  const parts = seamark.parts();
  expect(parts.length).toBeGreaterThanOrEqual(PARTS.length);
  seamark.child.kill('SIGKILL');
  const gone = await waitUntil(() => parts.every(({ pid }) => !isRunning(pid)), 15_000);
  expect(
    gone,
    parts
      .filter(({ pid }) => isRunning(pid))
      .map(({ command }) => command)
      .join('\n'),
  ).toBe(true);
});

test.each([
  ['collector', /collector\/main\.ts/],
  ['web', /next/],
  ['database', /bin\/postgres -D/],
])('a %s that dies is named with its last lines, and everything stops', async (name, command) => {
  const seamark = await up();
  const parts = seamark.parts();
  const victim = parts.find((part) => command.test(part.command));
  process.kill(victim?.pid ?? 0, 'SIGKILL');
  expect(await seamark.untilEnded()).toBe(1);
  expect(seamark.output()).toMatch(new RegExp(`SMK-126 {2}the ${name} ended by itself`));
  expect(await waitUntil(() => parts.every(({ pid }) => !isRunning(pid)), 5_000)).toBe(true);
});

test('two run beside each other, each with its own data and ports', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(await one.untilUp(), one.output()).toBe(true);
  expect(await two.untilUp(), two.output()).toBe(true);
  expect(await status(`${one.webOrigin}/readyz`)).toBe(200);
  expect(await status(`${two.webOrigin}/readyz`)).toBe(200);
});

test.each([
  ['SEAMARK_WEB_PORT', 'the web pages'],
  ['SEAMARK_OTLP_HTTP_PORT', 'the telemetry receivers'],
])('a port in use is an error that names it, who wants it and %s', async (setting, wantedBy) => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const address = stranger.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const seamark = await start({ env: { [setting]: String(port) } });
  expect(await seamark.untilEnded()).toBe(1);
  stranger.close();
  expect(seamark.output()).toContain('SMK-121');
  for (const word of [String(port), wantedBy, setting]) expect(seamark.output()).toContain(word);
});

test('an unknown setting is an error with a near match, before anything is started', async () => {
  const seamark = await start({ env: { SEAMARK_WEB_PROT: '1' } });
  expect(await seamark.untilEnded()).toBe(1);
  expect(seamark.output()).toContain('SMK-101');
  expect(seamark.output()).toContain('did you mean SEAMARK_WEB_PORT?');
});

test('a host other than the loopback is refused', async () => {
  const seamark = await start({ env: { SEAMARK_HOST: '0.0.0.0' } });
  expect(await seamark.untilEnded()).toBe(1);
  expect(seamark.output()).toContain('SMK-103');
});

test('a database that does not answer is an error that does not print its address', async () => {
  const env = {
    DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x',
    SEAMARK_SECRET_KEY: 'long enough to be a key',
  };
  const seamark = await start({ env });
  expect(await seamark.untilEnded()).toBe(1);
  expect(seamark.output()).toContain('SMK-128');
  expect(seamark.output()).not.toContain('hunter2');
});
