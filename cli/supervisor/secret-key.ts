import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { StartError } from './start-error.ts';

const FILE = 'secret-key';

/**
 * The key that session ids are hashed with. `SEAMARK_SECRET_KEY` wins; without it a key is made once and kept in
 * the data directory, readable by its owner only. With a database elsewhere the key has to be given: a key that
 * lies beside one machine's data directory would make that database unreadable from the next.
 *
 * @throws StartError SMK-123 when it is missing, SMK-124 when the file cannot be read or written
 */
export async function secretKey(config: Config, dataDir: string): Promise<string> {
  if (config.secretKey !== null) return config.secretKey;
  if (config.databaseUrl !== null) {
    throw new StartError('SMK-123', 'DATABASE_URL is set, so SEAMARK_SECRET_KEY has to be set too');
  }
  const path = join(dataDir, FILE);
  try {
    return (await keptKey(path)) ?? (await makeKey(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('SMK-124', `the secret key cannot be kept at ${path}: ${reason}`);
  }
}

async function keptKey(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  if (text.trim().length < 32) throw new Error('it is damaged');
  return text.trim();
}

/** Written beside and linked into place: two starts at once agree on one key, and a half-written one is never read. */
async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  const key = await keptKey(path);
  if (key === null) throw new Error('it disappeared');
  return key;
}
