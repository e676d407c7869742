import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { UnixNanos } from '#domain/brand.ts';
import type { VerdictCount } from '#domain/rate-series.ts';
import { oneOf, VERDICTS } from '#domain/words.ts';
import type { Db } from '../client.ts';
import { indexText } from '../rows/index-text.ts';
import { minuteCounts } from '../schema/index.ts';

const NANOS_PER_MINUTE = 60_000_000_000n;
const MS_PER_MINUTE = 60_000;

/** A range of time and what of it is meant. Counts are by the minute: the range is widened to whole ones. */
export interface CountsQuery {
  readonly from: UnixNanos;
  readonly to: UnixNanos;
  readonly service?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
}

/** The condition of a range of minute counts. */
export function countsCondition(query: CountsQuery): SQL | undefined {
  const named = (values: readonly string[]) => values.map(indexText);
  return and(
    gte(minuteCounts.minute, Number(query.from / NANOS_PER_MINUTE)),
    lt(minuteCounts.minute, Number((query.to + NANOS_PER_MINUTE - 1n) / NANOS_PER_MINUTE)),
    query.service && inArray(minuteCounts.service, named(query.service)),
    query.environment && inArray(minuteCounts.environment, named(query.environment)),
  );
}

export interface RatesQuery extends CountsQuery {
  /** A whole number of minutes, in milliseconds. */
  readonly stepMs: number;
  readonly by?: 'service' | 'environment' | undefined;
}

/** Attempts by step, key and verdict, from the minute counts alone. */
export async function readVerdictCounts(db: Db, query: RatesQuery): Promise<readonly VerdictCount[]> {
  const minutes = query.stepMs / MS_PER_MINUTE;
  const stepStart = sql<number>`(${minuteCounts.minute} / ${minutes}::bigint) * ${minutes}::bigint`;
  const key =
    query.by === undefined
      ? sql<string>`'all'::text`
      : sql<string>`${query.by === 'service' ? minuteCounts.service : minuteCounts.environment}`;
  const rows = await db.orm
    .select({
      key: key.as('key'),
      minute: stepStart.mapWith(Number).as('step_start'),
      verdict: minuteCounts.name,
      count: sql<number>`sum(${minuteCounts.count})`.mapWith(Number),
    })
    .from(minuteCounts)
    .where(and(eq(minuteCounts.measure, 'verdict'), countsCondition(query)))
    .groupBy(sql`1, 2, 3`);
  return rows.flatMap(({ key: name, minute, verdict, count }) => {
    const known = oneOf(VERDICTS, verdict);
    return known === undefined || count === 0
      ? []
      : [{ key: name, atMs: minute * MS_PER_MINUTE, verdict: known, count }];
  });
}
