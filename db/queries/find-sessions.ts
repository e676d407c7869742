import { eq, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { SessionKey } from '#domain/brand.ts';
import type { Db } from '../client.ts';
import { indexText } from '../rows/index-text.ts';
import { attempts, executions, sessionMembers } from '../schema/index.ts';
import { traceSessionKey } from '../session-ids.ts';

/** The start of a hash as people see it, or more of it; or of a trace key. */
const KEY_PREFIX = /^(?:[a-z2-7]{8,26}|t:[0-9a-f]{8,32})$/;
const TRACE_ID = /^[0-9a-f]{32}$/i;
const MOST_FOUND = 1_000;

export interface SessionSearch {
  /** What somebody typed: it may be a raw session id, and goes nowhere but into comparisons. */
  readonly query: string;
  /** The key that it has if it is one. */
  readonly asSessionId: SessionKey;
}

/**
 * Keys of the sessions that a query means: by raw id or hash, by the start of a hash, by trace id, and
 * only where none of these fits, by request id, which are short and common.
 */
export async function findSessionKeys(
  db: Db,
  { query, asSessionId }: SessionSearch,
): Promise<readonly string[]> {
  const byName = await Promise.all([
    byKey(db, [asSessionId, query]),
    KEY_PREFIX.test(query) ? byPrefix(db, query) : [],
    TRACE_ID.test(query) ? byTrace(db, query.toLowerCase()) : [],
  ]);
  const found = [...new Set(byName.flat())];
  return found.length > 0 ? found : byRequest(db, query);
}

/** An alias leads to the session that it names. */
async function byKey(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  return canonicalKeys(db, inArray(sessionMembers.key, [...keys]));
}

async function byPrefix(db: Db, prefix: string): Promise<readonly string[]> {
  // A pattern without wildcards of its own: `KEY_PREFIX` lets none through.
  return canonicalKeys(db, like(sessionMembers.key, `${prefix}%`));
}

async function canonicalKeys(db: Db, condition: SQL | undefined): Promise<readonly string[]> {
  const rows = await db.orm
    .select({ key: sessionMembers.canonicalKey })
    .from(sessionMembers)
    .where(condition)
    .limit(MOST_FOUND);
  return rows.map(({ key }) => key);
}

async function byTrace(db: Db, traceId: string): Promise<readonly string[]> {
  const of = (table: typeof attempts | typeof executions) =>
    db.orm
      .selectDistinct({ key: table.sessionKey })
      .from(table)
      .where(eq(table.traceId, traceId))
      .limit(MOST_FOUND);
  const [own, ...others] = await Promise.all([
    byKey(db, [traceSessionKey(traceId)]),
    of(attempts),
    of(executions),
  ]);
  return [...own, ...others.flat().map(({ key }) => key)];
}

async function byRequest(db: Db, requestId: string): Promise<readonly string[]> {
  const newest = db.orm
    .select({ key: executions.sessionKey })
    .from(executions)
    .where(eq(executions.requestId, indexText(requestId)))
    .orderBy(sql`${executions.at} desc nulls last`)
    .limit(MOST_FOUND)
    .as('newest');
  const rows = await db.orm.selectDistinct({ key: newest.key }).from(newest);
  return rows.map(({ key }) => key);
}
