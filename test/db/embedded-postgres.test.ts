import postgres from 'postgres';
import { expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';

test('a fresh database is a real Postgres 18 that commits synchronously', async () => {
  const database = await freshDatabase();
  const sql = postgres(database.url, { max: 1 });
  const [row] = await sql`select current_setting('server_version_num')::int as version,
    current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listens`;
  await sql.end();
  await database.drop();
  expect(row?.version).toBeGreaterThanOrEqual(180_000);
  expect(row).toMatchObject({ commit: 'on', listens: '127.0.0.1' });
});
