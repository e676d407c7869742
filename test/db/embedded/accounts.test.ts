import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { accountMay } from '#db/embedded/account.ts';
import { keepPostgres } from '../../support/postgres-program.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
/** In a clone below a folder of mode 700 another user can run neither our code nor, perhaps, this Node. */
const canBecome = [import.meta.filename, process.execPath].every((path) => accountMay(NOBODY, '-r', path));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newParent(mode: number): string {
  const folder = join(tmpdir(), `seamark-account-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder);
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

describe.runIf(isRoot)('started by root', () => {
  test('Postgres runs as another account, with its data in the data directory', async () => {
    const dataDir = join(newParent(0o755), 'data');
    const program = await keepPostgres(dataDir);
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]);
    await program.stop();
    expect(uid).toBeGreaterThan(0);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
  });

  test('below a folder that the account may not enter, the data lie elsewhere and are found again', async () => {
    const dataDir = join(newParent(0o700), 'data');
    const first = await keepPostgres(dataDir);
    await first.stop();
    const elsewhere = readFileSync(join(dataDir, 'postgres-lies-at'), 'utf8').trim();
    folders.push(dirname(elsewhere));
    expect(existsSync(join(elsewhere, 'PG_VERSION'))).toBe(true);
    const second = await keepPostgres(dataDir);
    await second.stop();
    expect(readFileSync(join(dataDir, 'postgres-lies-at'), 'utf8').trim()).toBe(elsewhere);
  });

  test.skipIf(!canBecome)(
    'an ordinary user starts it too, and root goes on with that data later',
    async () => {
      const parent = newParent(0o777);
      const first = await keepPostgres(join(parent, 'data'), NOBODY);
      await first.stop();
      expect(statSync(join(parent, 'data', 'postgres')).uid).toBe(NOBODY.uid);
      const second = await keepPostgres(join(parent, 'data'));
      await second.stop();
      expect(second.pid).not.toBe(first.pid);
    },
  );

  test.skipIf(!canBecome)('the data of somebody else are refused with a code', async () => {
    const dataDir = join(newParent(0o755), 'data');
    await (await keepPostgres(dataDir)).stop();
    await expect(keepPostgres(dataDir, { uid: 65_533, gid: 65_533 })).rejects.toThrow(/SMK-147/);
  });
});

test.skipIf(isRoot)('started by an ordinary user, Postgres runs as that user', async () => {
  const dataDir = join(newParent(0o700), 'data');
  const program = await keepPostgres(dataDir);
  await program.stop();
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(process.getuid?.());
});
