import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

export interface FreshDatabase {
  /** Connection address of the new, empty database. */
  readonly url: string;
  /** Removes it, cutting connections that are still open. */
  drop(): Promise<void>;
}

/** Creates an empty database of its own for a test, on the Postgres of `postgres.setup.ts`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function asAdmin(adminUrl: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
