import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, test } from 'vitest';
import { isRunning } from '../../support/is-running.ts';
import { keepPostgres, type PostgresProgram } from '../../support/postgres-program.ts';
import { waitUntil } from '../../support/wait-until.ts';

const started: PostgresProgram[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const program of started.splice(0)) await program.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = join(tmpdir(), `seamark life ${randomBytes(4).toString('hex')}`);
  folders.push(folder);
  return folder;
}

async function keep(folder: string): Promise<PostgresProgram> {
  const program = await keepPostgres(folder);
  started.push(program);
  return program;
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

test('what was committed is there after kill -9 of the one that started it, and no Postgres stays behind', async () => {
  const folder = newFolder();
  const first = await keep(folder);
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept values (7)');
  await first.kill();
  expect(await waitUntil(() => !isRunning(first.pid), 12_000)).toBe(true);
  const second = await keep(folder);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a start right after kill -9 waits for the old Postgres and takes over', async () => {
  const folder = newFolder();
  const first = await keep(folder);
  await first.kill();
  const second = await keep(folder);
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('kill -9 of Postgres itself is recovered from', async () => {
  const folder = newFolder();
  const first = await keep(folder);
  await query(first.url, 'create table survived as select 1 as n');
  process.kill(first.pid, 'SIGKILL');
  await first.kill();
  const second = await keep(folder);
  expect(await query(second.url, 'select n from survived')).toEqual([{ n: 1 }]);
});

test('a lock file whose process id now belongs to another program does not keep it from starting', async () => {
  const folder = newFolder();
  const first = await keep(folder);
  const lock = join(folder, 'postgres', 'postmaster.pid');
  const [, ...rest] = readFileSync(lock, 'utf8').split('\n');
  await first.stop();
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(lock, [String(stranger.pid), ...rest].join('\n'));
  const second = await keep(folder);
  stranger.kill();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the data of a Seamark that runs are refused with a code, and it is left in peace', async () => {
  const folder = newFolder();
  const first = await keep(folder);
  await expect(keepPostgres(folder)).rejects.toThrow(/SMK-145/);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('temporary data go away, also after kill -9', async () => {
  const folder = newFolder();
  const program = await keepPostgres(folder, { temporary: true });
  await program.kill();
  expect(await waitUntil(() => !isRunning(program.pid) && !existsSync(folder), 12_000)).toBe(true);
});

test('only the loopback is listened on, and the password is needed', async () => {
  const { url } = await keep(newFolder());
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(await query(url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
});
