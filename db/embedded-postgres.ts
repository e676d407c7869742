import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import postgres from 'postgres';
import { type Account, accountMay, chooseAccount } from './embedded/account.ts';
import { type Binaries, prepareBinaries } from './embedded/binaries.ts';
import { type Cluster, createCluster, existingFolder, openCluster, SYSTEM_HOME } from './embedded/cluster.ts';
import { POSTGRES_ROLE } from './embedded/initdb.ts';
import { clearLeftover } from './embedded/leftover.ts';
import { EmbeddedPostgresError } from './embedded/postgres-error.ts';
import { type Exit, freePort, type Server, type ServerJob, startServer } from './embedded/server.ts';

export { EmbeddedPostgresError } from './embedded/postgres-error.ts';

export interface EmbeddedPostgresOptions {
  /** Seamark's data directory; the cluster lies in it or is pointed to from it. */
  readonly dataDir: string;
  /** Fixed port on the loopback; a free one is chosen when it is left out. */
  readonly port?: number;
  /** Takes each line that Postgres writes, and what the first start is doing. */
  readonly log: (line: string) => void;
  /** Server settings beyond the built-in ones, for tests and benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Removes `dataDir` after the stop, also when this process is killed: for tests. */
  readonly temporary?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection address of the database `seamark`, password included. */
  readonly url: string;
  readonly pid: number;
  /** Settles when Postgres has ended, wanted or not; never rejects. */
  readonly exited: Promise<Exit>;
  /** The last lines that Postgres wrote, oldest first. */
  lastLines(): readonly string[];
  stop(): Promise<void>;
}

const DATABASE = 'seamark';
const PORT_ATTEMPTS = 5;
const OWNER_FILE = 'postgres-owner.pid';

/**
 * Starts the Postgres that npm installed: created on the first start, recovered after a crash, stopped by a guard
 * process when this one dies. Works as an ordinary user and as root (then as an unprivileged account).
 *
 * @throws EmbeddedPostgresError with a code of docs/errors.md
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await makeDataDir(dataDir);
  const existing = await existingFolder(dataDir);
  const account = await chooseAccount(existing);
  const binaries = await prepareBinaries(account, copiesFolder(dataDir, account));
  const cluster = await readyCluster({ dataDir, existing, account, binaries, log: options.log });
  await claim(dataDir, cluster);
  const job: ServerJob = {
    binaries,
    account,
    cluster,
    settings: options.settings ?? {},
    removeAfterwards: options.temporary === true ? [dataDir, ...outsideFolders(dataDir, cluster)] : [],
    log: options.log,
  };
  const server = await startOnSomePort(job, options.port);
  const url = addressOf(cluster, server.port);
  await createDatabase(addressOf(cluster, server.port, 'postgres'));
  return {
    url,
    pid: server.pid,
    exited: server.exited,
    lastLines: () => server.tail.lines(),
    stop: async () => {
      await server.stop();
      for (const path of job.removeAfterwards) await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Makes Seamark's data directory. Root's must be passable for the unprivileged account; secrets in it have their own
 * modes.
 *
 * @throws EmbeddedPostgresError SMK-147
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const made = await mkdir(dataDir, { recursive: true, mode }).catch((error: NodeJS.ErrnoException) => {
    throw new EmbeddedPostgresError('SMK-147', `cannot make the data directory ${dataDir} (${error.code})`);
  });
  if (made !== undefined) await chmod(dataDir, mode);
}

/** The random folder of the system's place, when the cluster had to go there. */
function outsideFolders(dataDir: string, cluster: Cluster): readonly string[] {
  const parent = dirname(cluster.folder);
  return parent === dataDir ? [] : [parent];
}

function copiesFolder(dataDir: string, account: Account): string {
  return account === null || accountMay(account, '-x', dataDir) ? dataDir : SYSTEM_HOME;
}

async function readyCluster(work: {
  readonly dataDir: string;
  readonly existing: string | null;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly log: (line: string) => void;
}): Promise<Cluster> {
  if (work.existing !== null) return openCluster(work.existing, work.binaries);
  const cluster = await createCluster(work);
  work.log(`created a new database at ${cluster.folder}`);
  return cluster;
}

/** Leaves our process id for the next start, which must tell a living Seamark from one that was killed. */
async function claim(dataDir: string, cluster: Cluster): Promise<void> {
  const path = join(dataDir, OWNER_FILE);
  const owner = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
  await clearLeftover(cluster.folder, Number.isInteger(owner) ? owner : null);
  await writeFile(path, `${process.pid}\n`);
}

/** Between choosing a free port and listening on it another program may take it, so it is tried again. */
async function startOnSomePort(job: ServerJob, wanted: number | undefined): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(job, wanted ?? (await freePort()));
    } catch (error) {
      if (wanted !== undefined || attempt === PORT_ATTEMPTS || !lostThePort(error)) throw error;
    }
  }
}

function lostThePort(error: unknown): boolean {
  return (
    error instanceof EmbeddedPostgresError &&
    error.output.some((line) => line.includes('Address already in use'))
  );
}

function addressOf(cluster: Cluster, port: number, database = DATABASE): string {
  return `postgres://${POSTGRES_ROLE}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function createDatabase(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (found.length === 0) await sql`create database ${sql(DATABASE)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
