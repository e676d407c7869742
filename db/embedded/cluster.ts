import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, accountMay } from './account.ts';
import type { Binaries } from './binaries.ts';
import { runInitdb } from './initdb.ts';
import { EmbeddedPostgresError } from './postgres-error.ts';

/** An initialised database cluster: where it lies and how to get in. */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/**
 * Where root keeps data and programs when the unprivileged account may not enter the clone
 * (a home directory of mode 700). Not the temporary folder: that is emptied by cleaners and at boot.
 */
export const SYSTEM_HOME = '/var/lib/seamark';

/** In the data directory of Seamark: the path of the cluster, when it had to go elsewhere. */
const POINTER = 'postgres-lies-at';
/** In the cluster itself, so that data and password appear together or not at all. */
const PASSWORD = 'seamark-password';

/** Where the cluster of this data directory lies, or null before the first start. */
export async function existingFolder(dataDir: string): Promise<string | null> {
  const pointer = await readFile(join(dataDir, POINTER), 'utf8').catch(() => null);
  const folder = pointer === null ? join(dataDir, 'postgres') : pointer.trim();
  return (await stat(folder).catch(() => null)) === null ? null : folder;
}

/**
 * Makes a new cluster. It is initialised beside its place and renamed there, so that an interrupted first start
 * leaves nothing that a second one would trust.
 *
 * @throws EmbeddedPostgresError SMK-143 when initdb fails
 */
export async function createCluster(place: {
  readonly dataDir: string;
  readonly account: Account;
  readonly binaries: Binaries;
}): Promise<Cluster> {
  const { account, binaries } = place;
  const folder = await choosePlace(place.dataDir, account);
  const password = randomBytes(24).toString('hex');
  const workshop = `${folder}.new`;
  await rm(workshop, { recursive: true, force: true });
  await makeEnterable(workshop, account);
  const draft = join(workshop, 'data');
  const passwordFile = join(workshop, 'password');
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(account, [draft, passwordFile]);
  await runInitdb({ binaries, account, draft, passwordFile });
  await rename(passwordFile, join(draft, PASSWORD));
  await rename(draft, folder);
  await rm(workshop, { recursive: true, force: true });
  return { folder, password };
}

/** In the data directory if the account may go there; else in the system's place, with a pointer to it. */
async function choosePlace(dataDir: string, account: Account): Promise<string> {
  if (accountMay(account, '-x', dataDir)) return join(dataDir, 'postgres');
  const folder = join(SYSTEM_HOME, `data-${randomBytes(6).toString('hex')}`, 'postgres');
  await writeFile(join(dataDir, POINTER), `${folder}\n`);
  return folder;
}

/** With a strict umask `mkdir` alone would leave folders that the account may not pass. */
async function makeEnterable(folder: string, account: Account): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (account === null || firstMade === undefined) return;
  for (let at = folder; at.length >= firstMade.length; at = dirname(at)) await chmod(at, 0o711);
}

async function giveTo(account: Account, paths: readonly string[]): Promise<void> {
  if (account === null) return;
  for (const path of paths) await chown(path, account.uid, account.gid);
}

/**
 * Opens a cluster that was made earlier.
 *
 * @throws EmbeddedPostgresError SMK-147 when the data belong to somebody else or are not ours,
 *   SMK-146 when another major version of Postgres wrote them
 */
export async function openCluster(folder: string, binaries: Binaries): Promise<Cluster> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0 && uid !== (await stat(folder)).uid) {
    throw new EmbeddedPostgresError('SMK-147', `the database at ${folder} belongs to another user`);
  }
  const version = (await read(folder, 'PG_VERSION')).trim();
  if (Number.parseInt(version, 10) !== binaries.major) {
    throw new EmbeddedPostgresError(
      'SMK-146',
      `the data at ${folder} were written by Postgres ${version}, this is Postgres ${binaries.major}`,
    );
  }
  return { folder, password: (await read(folder, PASSWORD)).trim() };
}

async function read(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new EmbeddedPostgresError(
      'SMK-147',
      `${folder} is no database of Seamark: ${name} (${error.code})`,
    );
  });
}
