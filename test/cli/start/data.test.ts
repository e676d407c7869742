import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepPostgres } from '../../support/postgres-program.ts';
import { startSeamark } from '../../support/seamark-program.ts';

test('a second start is quick, and keeps key and data', async () => {
  const first = await startSeamark();
  expect(await first.untilUp(), first.output()).toBe(true);
  const key = statSync(join(first.dataDir, 'secret-key'));
  first.child.kill('SIGINT');
  expect(await first.untilEnded()).toBe(0);
  const began = Date.now();
  const second = await startSeamark({ env: { SEAMARK_DATA_DIR: first.dataDir } });
  expect(await second.untilUp(), second.output()).toBe(true);
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(statSync(join(first.dataDir, 'secret-key')).mtimeMs).toBe(key.mtimeMs);
  await second.cleanUp();
  await first.cleanUp();
});

test('DATABASE_URL uses that Postgres and starts none of its own', async () => {
  const folder = join(tmpdir(), `seamark-elsewhere-${randomBytes(4).toString('hex')}`);
  const elsewhere = await keepPostgres(folder, { temporary: true });
  const env = { DATABASE_URL: elsewhere.url, SEAMARK_SECRET_KEY: 'a key that the owner keeps' };
  const seamark = await startSeamark({ env });
  expect(await seamark.untilUp(), seamark.output()).toBe(true);
  expect(seamark.parts().some(({ command }) => command.includes('postgres'))).toBe(false);
  expect(seamark.output()).toContain('DATABASE_URL');
  expect((await fetch(`${seamark.webOrigin}/readyz`)).status).toBe(200);
  await seamark.cleanUp();
  await elsewhere.stop();
});
