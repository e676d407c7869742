import { spawn } from 'node:child_process';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { OutputTail } from './output-tail.ts';
import { EmbeddedPostgresError } from './postgres-error.ts';

/** The one role of an embedded Postgres. */
export const POSTGRES_ROLE = 'seamark';

/**
 * Fills an empty folder with a new cluster. The built-in C.UTF-8 locale sorts alike on every machine and cannot
 * change under the indexes.
 *
 * @throws EmbeddedPostgresError SMK-143
 */
export function runInitdb(job: {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly draft: string;
  readonly passwordFile: string;
}): Promise<void> {
  const options = [
    `--pgdata=${job.draft}`,
    `--username=${POSTGRES_ROLE}`,
    `--pwfile=${job.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const child = spawn(job.binaries.initdb, options, {
    ...(job.account ?? {}),
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C', PGDATA: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tail = new OutputTail([child.stdout, child.stderr]);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(failed(error.message, tail)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(failed(signal ?? `exit code ${code}`, tail));
    });
  });
}

function failed(reason: string, tail: OutputTail): EmbeddedPostgresError {
  return new EmbeddedPostgresError('SMK-143', `the database could not be created: ${reason}`, tail.lines());
}
