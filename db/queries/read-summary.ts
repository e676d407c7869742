import { and, asc, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm';
import { type UnixNanos, unixNanos } from '#domain/brand.ts';
import { toIso } from '#domain/iso-time.ts';
import type { Figure, ServiceSeen } from '#domain/overview.ts';
import type { Db } from '../client.ts';
import { indexText } from '../rows/index-text.ts';
import {
  type CountMeasure,
  dirty,
  judgeFailures,
  minuteCounts,
  services,
  sessions,
} from '../schema/index.ts';
import { type CountsQuery, countsCondition } from './read-rates.ts';

const SUMMED = [
  'verdict',
  'reason',
  'missing',
  'finding',
  'destructive_double',
  'given_up',
] as const satisfies readonly CountMeasure[];

/** All figures of a range by service, from the minute counts alone. */
export async function readFigures(db: Db, query: CountsQuery): Promise<readonly Figure[]> {
  return db.orm
    .select({
      measure: minuteCounts.measure,
      service: minuteCounts.service,
      name: minuteCounts.name,
      extra: minuteCounts.extra,
      count: sql<number>`sum(${minuteCounts.count})`.mapWith(Number).as('total'),
    })
    .from(minuteCounts)
    .where(and(inArray(minuteCounts.measure, [...SUMMED]), countsCondition(query)))
    .groupBy(minuteCounts.measure, minuteCounts.service, minuteCounts.name, minuteCounts.extra)
    .having(sql`sum(${minuteCounts.count}) > 0`);
}

/** When each service was last heard of. */
export async function readServices(
  db: Db,
  only: readonly string[] | undefined,
): Promise<readonly ServiceSeen[]> {
  const rows = await db.orm
    .select()
    .from(services)
    .where(only && inArray(services.service, only.map(indexText)))
    .orderBy(asc(services.service));
  return rows.map(({ service, lastFactAt, lastHeartbeatAt }) => ({
    service,
    lastFactAt: toIso(unixNanos(lastFactAt)),
    lastHeartbeatAt: lastHeartbeatAt === null ? null : toIso(unixNanos(lastHeartbeatAt)),
  }));
}

/** How many sessions lived in a range. One that reaches up to now is counted from the index alone. */
export async function countSessions(db: Db, query: CountsQuery, now: UnixNanos): Promise<number> {
  const [row] = await db.orm
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(sessions)
    .where(
      and(
        gte(sessions.lastSeen, query.from),
        query.to < now ? lt(sessions.firstSeen, query.to) : undefined,
        query.service && inArray(sessions.service, query.service.map(indexText)),
        query.environment && inArray(sessions.environment, query.environment.map(indexText)),
      ),
    );
  return row?.count ?? 0;
}

/**
 * How long the oldest stored and not yet judged fact has waited at a time, in milliseconds; 0 when all is
 * judged. Sessions that cannot be judged are reported elsewhere and do not count: they would for ever.
 */
export async function readJudgingLag(db: Db, now: UnixNanos): Promise<number> {
  const failing = db.orm
    .select({ one: sql`1` })
    .from(judgeFailures)
    .where(eq(judgeFailures.sessionKey, dirty.sessionKey));
  const [oldest] = await db.orm
    .select({ sinceMs: sql<number>`extract(epoch from ${dirty.since}) * 1000`.mapWith(Number) })
    .from(dirty)
    .where(notExists(failing))
    .orderBy(asc(dirty.seq))
    .limit(1);
  return oldest ? Math.max(0, Math.round(Number(now / 1_000_000n) - oldest.sinceMs)) : 0;
}
