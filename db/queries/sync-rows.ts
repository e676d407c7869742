import { createHash } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { jsonText } from '../rows/json-text.ts';

/** A row as JSON, by column name. Numbers of nanoseconds are decimal text. */
export interface JudgedRow {
  readonly session_key: string;
  readonly id: string;
  readonly [column: string]: unknown;
}

/** What a synchronisation changed. */
export interface RowChanges {
  /** Rows that are new or differ, as they are now. */
  readonly written: readonly JudgedRow[];
  /** Rows that were replaced or removed, as they were. */
  readonly before: readonly JudgedRow[];
}

/** Rows that are written by one statement. */
const CHUNK = 1_000;

/**
 * Makes a table hold exactly `rows` for the sessions `keys`, touching only what differs: a row is told by
 * session and id, and its hash says whether it changed. `keepBefore` asks for the old rows too.
 */
export async function syncRows(
  tx: postgres.TransactionSql,
  table: PgTable,
  want: {
    readonly keys: readonly string[];
    readonly rows: readonly JudgedRow[];
    readonly keepBefore?: boolean;
  },
): Promise<RowChanges> {
  const name = getTableName(table);
  const hashed = told(want.rows).map((row) => ({ ...row, hash: hashOf(row) }));
  const present = await tx.unsafe<{ session_key: string; id: string; hash: string }[]>(
    `select session_key, id, hash from ${name} where session_key = any($1)`,
    [want.keys],
  );
  const known = new Map(present.map((row) => [place(row), row.hash]));
  const written = hashed.filter((row) => known.get(place(row)) !== row.hash);
  const wanted = new Set(hashed.map(place));
  const removed = present.filter((row) => !wanted.has(place(row)));
  const replaced = written.filter((row) => known.has(place(row)));
  const before = want.keepBefore === true ? await readRows(tx, name, [...removed, ...replaced]) : [];
  await removeRows(tx, name, removed);
  for (let at = 0; at < written.length; at += CHUNK) {
    await writeRows(tx, table, written.slice(at, at + CHUNK));
  }
  return { written, before };
}

/**
 * Tells rows apart that have one id: an emitter that sends the same span again with another time makes two facts with one
 * id, and what follows from each would have one too. The first keeps it.
 */
function told(rows: readonly JudgedRow[]): readonly JudgedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const times = (seen.get(place(row)) ?? 0) + 1;
    seen.set(place(row), times);
    return times === 1 ? row : { ...row, id: `${row.id}~${times}` };
  });
}

const place = (row: { readonly session_key: string; readonly id: string }): string =>
  `${row.session_key} ${row.id}`;

const hashOf = (row: JudgedRow): string => createHash('sha1').update(JSON.stringify(row)).digest('base64url');

type Place = { readonly session_key: string; readonly id: string };

async function readRows(
  tx: postgres.TransactionSql,
  name: string,
  places: readonly Place[],
): Promise<readonly JudgedRow[]> {
  if (places.length === 0) return [];
  return tx.unsafe<JudgedRow[]>(
    `select ${name}.* from ${name} join unnest($1::text[], $2::text[]) as want(session_key, id)
       using (session_key, id)`,
    [places.map((row) => row.session_key), places.map((row) => row.id)],
  );
}

async function removeRows(
  tx: postgres.TransactionSql,
  name: string,
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return;
  await tx.unsafe(
    `delete from ${name} using unnest($1::text[], $2::text[]) as gone(session_key, id)
     where ${name}.session_key = gone.session_key and ${name}.id = gone.id`,
    [places.map((row) => row.session_key), places.map((row) => row.id)],
  );
}

async function writeRows(
  tx: postgres.TransactionSql,
  table: PgTable,
  rows: readonly JudgedRow[],
): Promise<void> {
  const name = getTableName(table);
  const columns = Object.values(getTableColumns(table)).map((column) => `"${column.name}"`);
  const updates = columns.map((column) => `${column} = excluded.${column}`);
  await tx.unsafe(
    `insert into ${name} (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::${name}, $1::text::json)
     on conflict (session_key, id) do update set ${updates.join(', ')}`,
    [jsonText(rows)],
  );
}
