import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './postgres-error.ts';
import { commandOf, processExists } from './process-identity.ts';

/** How long the guard of a killed Seamark may take to stop its Postgres before we help, in milliseconds. */
const GUARD_PATIENCE = 12_000;
const STEP_PATIENCE = 8_000;

/**
 * Deals with what a killed Seamark left behind in the data folder: a Postgres that is still being stopped, or a
 * `postmaster.pid` whose id meanwhile belongs to another program.
 *
 * @param owner process id of the Seamark that started the last Postgres here, when known
 * @throws EmbeddedPostgresError SMK-145 when that Seamark is alive
 */
export async function clearLeftover(folder: string, owner: number | null): Promise<void> {
  const pid = await postmasterPid(folder);
  if (pid === null || !processExists(pid)) return;
  if (!isPostgresOf(folder, pid)) return takeOverLock(folder);
  if (owner !== null && owner !== process.pid && isNode(owner)) {
    throw new EmbeddedPostgresError(
      'SMK-145',
      `another Seamark (process ${owner}) uses the data at ${folder}`,
    );
  }
  if (await gone(pid, GUARD_PATIENCE)) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    if (await gone(pid, STEP_PATIENCE)) return;
  }
  throw new EmbeddedPostgresError('SMK-145', `a Postgres of an earlier run (process ${pid}) does not stop`);
}

/** First line of `postmaster.pid`, the lock file of a Postgres data folder. */
async function postmasterPid(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isPostgresOf(folder: string, pid: number): boolean {
  const command = commandOf(pid);
  return command?.includes('postgres') === true && command.includes(folder);
}

function isNode(pid: number): boolean {
  return processExists(pid) && commandOf(pid)?.includes('node') === true;
}

/**
 * Postgres believes a lock file whose process exists, even if that process is something else by now. It takes a
 * lock of its own parent for stale (miscinit.c, CreateLockFile), so we write our id there. Deleting the file
 * would also delete the shared memory key by which Postgres notices surviving backends.
 */
async function takeOverLock(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [String(process.pid), ...rest].join('\n'));
}

async function gone(pid: number, patience: number): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (!processExists(pid)) return true;
    await pause(50);
  }
  return !processExists(pid);
}
