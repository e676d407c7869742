import { and, asc, eq, exists, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SessionDetail } from '#domain/api-types.ts';
import type { Db } from '../client.ts';
import {
  attempts,
  dirty,
  episodes,
  executions,
  incarnations,
  sessionMembers,
  sessions,
  streams,
} from '../schema/index.ts';
import { type Position, pageOf } from './page.ts';
import { findingsOfSession } from './read-findings.ts';
import { LIST_COLUMNS, toSessionRow } from './read-sessions.ts';

export interface SessionQuery {
  readonly key: string;
  /** Attempts, and executions, of one page. */
  readonly limit: number;
  readonly attemptsAfter?: Position | undefined;
  readonly executionsAfter?: Position | undefined;
}

/** One session whole, with where its attempts and executions go on. */
export interface SessionPage {
  readonly session: Omit<SessionDetail, 'attemptsCursor' | 'executionsCursor'>;
  readonly attemptsNext: Position | null;
  readonly executionsNext: Position | null;
}

/** The key under which the facts of a session are judged: an alias leads to the session that it names. */
export async function canonicalKey(db: Db, key: string): Promise<string> {
  const [member] = await db.orm
    .select({ canonical: sessionMembers.canonicalKey })
    .from(sessionMembers)
    .where(eq(sessionMembers.key, key));
  return member?.canonical ?? key;
}

/** Reads a session by its own key or by an alias of it; nothing when there is none. */
export async function readSession(db: Db, query: SessionQuery): Promise<SessionPage | undefined> {
  const key = await canonicalKey(db, query.key);
  const [row] = await db.orm
    .select({
      list: LIST_COLUMNS,
      services: sessions.services,
      instances: sessions.instances,
      factCount: sessions.factCount,
      judgedAt: sql<string>`to_char(${sessions.judgedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      dirty: exists(db.orm.select({ one: sql`1` }).from(dirty).where(isOfGroup(db, key))).mapWith(Boolean),
    })
    .from(sessions)
    .where(eq(sessions.key, key));
  if (!row) return undefined;
  const [attemptPage, executionPage, rest] = await Promise.all([
    readAttempts(db, { ...query, key }),
    readExecutions(db, { ...query, key }),
    readParts(db, key),
  ]);
  const { list, ...own } = row;
  const session = {
    ...toSessionRow(list),
    ...own,
    ...rest,
    attempts: attemptPage.rows.map(({ body }) => body),
    executions: executionPage.rows.map(({ body }) => body),
  };
  return { session, attemptsNext: attemptPage.next, executionsNext: executionPage.next };
}

/** Facts under an alias wait under their own key. */
function isOfGroup(db: Db, key: string): SQL | undefined {
  const group = db.orm
    .select({ key: sessionMembers.key })
    .from(sessionMembers)
    .where(eq(sessionMembers.canonicalKey, key));
  return or(eq(dirty.sessionKey, key), inArray(dirty.sessionKey, group));
}

async function readAttempts(db: Db, { key, limit, attemptsAfter }: SessionQuery) {
  const rows = await db.orm
    .select({ id: attempts.id, at: attempts.at, body: attempts.body })
    .from(attempts)
    .where(and(eq(attempts.sessionKey, key), after(attempts, attemptsAfter)))
    .orderBy(asc(attempts.at), asc(attempts.id))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ at, id }) => [String(at), id]);
}

async function readExecutions(db: Db, { key, limit, executionsAfter }: SessionQuery) {
  const rows = await db.orm
    .select({ id: executions.id, at: executions.at, body: executions.body })
    .from(executions)
    .where(and(eq(executions.sessionKey, key), after(executions, executionsAfter)))
    .orderBy(asc(executions.at), asc(executions.id))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ at, id }) => [String(at), id]);
}

function after(table: typeof attempts | typeof executions, position: Position | undefined): SQL | undefined {
  if (position === undefined) return undefined;
  const [at, id] = position;
  return gt(sql`(${table.at}, ${table.id})`, sql`(${at}::bigint, ${id}::text)`);
}

/** What a session has few of. */
async function readParts(db: Db, key: string) {
  const [lives, streamRows, episodeRows, findings] = await Promise.all([
    db.orm
      .select({ body: incarnations.body })
      .from(incarnations)
      .where(eq(incarnations.sessionKey, key))
      .orderBy(asc(incarnations.at), asc(incarnations.id)),
    db.orm
      .select({ body: streams.body })
      .from(streams)
      .where(eq(streams.sessionKey, key))
      .orderBy(asc(streams.at), asc(streams.id)),
    db.orm
      .select({ body: episodes.body })
      .from(episodes)
      .where(eq(episodes.sessionKey, key))
      .orderBy(asc(episodes.at), asc(episodes.id)),
    findingsOfSession(db, key),
  ]);
  const bodies = <T>(rows: readonly { readonly body: T }[]): readonly T[] => rows.map(({ body }) => body);
  return {
    incarnations: bodies(lives),
    streams: bodies(streamRows),
    episodes: bodies(episodeRows),
    findings,
  };
}
