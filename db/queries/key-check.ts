import type { Db } from '../client.ts';

const NAME = 'secret_key_check';

/**
 * Compares the check value of a secret key with the one that the database keeps, which is the first that it saw.
 * False means that session ids would be hashed to other values than those stored: no session would be found.
 */
export async function keyMatches(db: Db, check: string): Promise<boolean> {
  await db.sql`insert into meta (name, value) values (${NAME}, ${check}) on conflict (name) do nothing`;
  const [row] = await db.sql<{ value: string }[]>`select value from meta where name = ${NAME}`;
  return row?.value === check;
}
