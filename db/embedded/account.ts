import { execFile, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './postgres-error.ts';

const run = promisify(execFile);

/**
 * The account that Postgres runs as. `null` means "as we are": Postgres refuses to run as root only,
 * so an ordinary user needs no other account.
 */
export type Account = { readonly uid: number; readonly gid: number } | null;

/** Accounts that exist on most machines, in order of preference; none is ever created. */
const UNPRIVILEGED = ['postgres', 'nobody'] as const;

/**
 * Chooses the account for Postgres. When data exist already, their owner keeps them: a `postgres` account
 * that was installed later must not make a working installation unreadable.
 *
 * @throws EmbeddedPostgresError SMK-142 when we are root and no unprivileged account exists
 */
export async function chooseAccount(existingData: string | null): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const owner = existingData === null ? null : await stat(existingData).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of UNPRIVILEGED) {
    const account = await lookUp(name);
    if (account !== null) return account;
  }
  throw new EmbeddedPostgresError(
    'SMK-142',
    `Postgres does not run as root, and none of the accounts ${UNPRIVILEGED.join(', ')} exists here`,
  );
}

async function lookUp(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const account = { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
    return account.uid > 0 && account.gid > 0 ? account : null;
  } catch {
    return null;
  }
}

/**
 * Whether the account may do `test <flag> <path>`, asked of the kernel by a process that runs as that account:
 * mode bits alone would miss access lists, mount options and parents that may not be entered.
 */
export function accountMay(account: Account, flag: '-x' | '-r' | '-w', path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], {
    ...(account ?? {}),
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}
