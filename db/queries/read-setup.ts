import { gte, max, sql } from 'drizzle-orm';
import type { SetupAnswer } from '#domain/api-types.ts';
import { type UnixNanos, unixNanos } from '#domain/brand.ts';
import { toIso } from '#domain/iso-time.ts';
import { CHECKS, oneOf } from '#domain/words.ts';
import type { Db } from '../client.ts';
import { arrivals, attempts, services } from '../schema/index.ts';

const NANOS_PER_MINUTE = 60_000_000_000n;
/** How far back "lately" reaches. */
const LATELY_MINUTES = 60;
/** How many of a service's newest attempts tell which checks it leaves undecided. */
const ATTEMPTS_LOOKED_AT = 100;
/** From how many on they tell something of the service, and not of one client's bad luck. */
const FEWEST_ATTEMPTS = 5;
const MOST_SERVICES = 50;

/** What arrived in the last hour, by service and instance, the newest first. */
export async function readArrivals(db: Db, now: UnixNanos): Promise<SetupAnswer['received']> {
  const rows = await db.orm
    .select({
      service: arrivals.service,
      instance: arrivals.instance,
      kind: arrivals.kind,
      facts: sql<number>`sum(${arrivals.facts})`.mapWith(Number),
      lastAt: max(arrivals.lastAt),
    })
    .from(arrivals)
    .where(gte(arrivals.minute, Number(now / NANOS_PER_MINUTE) - LATELY_MINUTES))
    .groupBy(arrivals.service, arrivals.instance, arrivals.kind);
  const bySender = groupBy(rows, ({ service, instance }) => JSON.stringify([service, instance]));
  return [...bySender.values()].flatMap(receivedOf).sort((a, b) => (a.lastFactAt < b.lastFactAt ? 1 : -1));
}

interface Arrival {
  readonly service: string;
  readonly instance: string;
  readonly kind: string;
  readonly facts: number;
  readonly lastAt: bigint | null;
}

function receivedOf(kinds: readonly Arrival[]): readonly SetupAnswer['received'][number][] {
  const [first] = kinds;
  if (!first) return [];
  const last = kinds.reduce(
    (latest, { lastAt }) => (lastAt !== null && lastAt > latest ? lastAt : latest),
    0n,
  );
  return [
    {
      service: first.service,
      instance: first.instance === '' ? null : first.instance,
      facts: kinds.reduce((sum, { facts }) => sum + facts, 0),
      lastFactAt: toIso(unixNanos(last)),
      kinds: Object.fromEntries(kinds.map(({ kind, facts }) => [kind, facts])),
    },
  ];
}

/**
 * Checks that a service leaves undecided: unknown in its newest attempts, and in none of them decided, though there were a
 * few. What such a service would have to send is named; where that is nothing, there is nothing to set up. Attempts that
 * were refused because the session is gone tell nothing: of a session that is not there, no server can say more.
 */
export async function readBlindChecks(db: Db): Promise<SetupAnswer['blind']> {
  const rows = await db.orm.execute<BlindRow>(sql`
    with recent as (
      select service.name, newest.checks
      from (
        select ${services.service} as name from ${services}
        order by ${services.lastFactAt} desc limit ${MOST_SERVICES}
      ) service
      cross join lateral (
        select ${attempts.body} -> 'checks' as checks from ${attempts}
        where ${attempts.service} = service.name
          and not (${attempts.given} = 'refusal' and 'session_gone' = any(${attempts.reasons}))
        order by ${attempts.at} desc nulls last limit ${ATTEMPTS_LOOKED_AT}
      ) newest
    ), told as (
      select name, count(*)::int as attempts from recent group by name having count(*) >= ${FEWEST_ATTEMPTS}
    ), outcomes as (
      select name, outcome ->> 'check' as check_id, outcome ->> 'result' as result, outcome -> 'missing' as missing
      from recent join told using (name), jsonb_array_elements(checks) outcome
    ), blind as (
      select name, check_id from outcomes group by name, check_id
      having bool_or(result = 'unknown') and not bool_or(result in ('holds', 'fails'))
    )
    select name as service, check_id, told.attempts, array_agg(distinct wanted order by wanted) as missing
    from blind join told using (name) join outcomes using (name, check_id),
      jsonb_array_elements_text(missing) wanted
    group by name, check_id, told.attempts order by name`);
  const byService = groupBy(rows, ({ service }) => service);
  return [...byService].map(([service, found]) => ({
    service,
    attempts: found[0]?.attempts ?? 0,
    checks: inOrder(found),
  }));
}

interface BlindRow extends Record<string, unknown> {
  readonly service: string;
  readonly attempts: number;
  readonly check_id: string;
  readonly missing: readonly string[];
}

/** Checks in the order of the domain. */
function inOrder(rows: readonly BlindRow[]): SetupAnswer['blind'][number]['checks'] {
  return CHECKS.flatMap((check) => {
    const row = rows.find(({ check_id }) => oneOf(CHECKS, check_id) === check);
    return row ? [{ check, missing: row.missing }] : [];
  });
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
