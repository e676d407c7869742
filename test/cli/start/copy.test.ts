import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountMay } from '#db/embedded/account.ts';
import { copyClone } from '../../support/copy-of-clone.ts';
import { startSeamark } from '../../support/seamark-program.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
/** Root plays an ordinary user, if that user may run this Node; an ordinary user is one. */
const account = isRoot ? NOBODY : null;
const canPlay = account === null || accountMay(account, '-x', process.execPath);
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(mode: number): string {
  const folder = join(tmpdir(), `seamark copy of ${randomBytes(4).toString('hex')}`);
  mkdirSync(folder);
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

test.skipIf(!canPlay)('a clone in a folder with a space is started by an ordinary user', async () => {
  const root = join(newFolder(0o755), 'my clone');
  copyClone(root, account);
  const env = { SEAMARK_DATA_DIR: '.seamark' };
  const seamark = await startSeamark({ root, env, ...(account === null ? {} : { account }) });
  expect(await seamark.untilUp(), seamark.output()).toBe(true);
  expect((await fetch(`${seamark.webOrigin}/readyz`)).status).toBe(200);
  expect(statSync(join(root, '.seamark', 'postgres')).uid).toBe(account?.uid ?? process.getuid?.());
  await seamark.cleanUp();
});

test.runIf(isRoot)('a clone below a folder that only root may enter is started by root', async () => {
  const parent = newFolder(0o700);
  const root = join(parent, 'clone');
  copyClone(root, null);
  const seamark = await startSeamark({ root, env: { SEAMARK_DATA_DIR: '.seamark' } });
  expect(await seamark.untilUp(), seamark.output()).toBe(true);
  expect((await fetch(`${seamark.webOrigin}/readyz`)).status).toBe(200);
  await seamark.cleanUp();
  const elsewhere = readFileSync(join(root, '.seamark', 'postgres-lies-at'), 'utf8').trim();
  folders.push(dirname(elsewhere));
  expect(existsSync(join(elsewhere, 'PG_VERSION'))).toBe(true);
});
