import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { noDelaySockets } from './no-delay-socket.ts';
import * as schema from './schema/index.ts';

/** A pool of connections to Seamark's database; `orm` and `sql` share it. */
export interface Db {
  /** Typed queries over the schema. */
  readonly orm: PostgresJsDatabase<typeof schema>;
  /**
   * Plain SQL: for COPY, LISTEN and statements over many rows. Times with a zone come back as text, and a
   * parameter of type json must be cast from text (`::text::jsonb`), since Drizzle configures the shared pool.
   */
  readonly sql: postgres.Sql;
  /** Ends all connections, waiting at most five seconds for what is running. */
  close(): Promise<void>;
}

export interface DbOptions {
  readonly url: string;
  /** Most connections at once. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
}

/** Opens the pool; it connects at the first query. */
export function openDb({ url, max = 10, name = 'seamark' }: DbOptions): Db {
  const options = {
    max,
    idle_timeout: 60,
    connect_timeout: 10,
    // The driver's own pauses grow to 20 s: a database that comes back is to be found at once.
    backoff: (tries: number) => Math.min(0.1 * 2 ** tries, 1),
    onnotice: () => {},
    // An acknowledgement means that the data is on the disk, whatever the server's default is.
    connection: { application_name: name, synchronous_commit: 'on' },
    socket: noDelaySockets(),
  };
  const sql = postgres(url, options);
  return { orm: drizzle(sql, { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}
