import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { type Facet, readFacetEntry } from '../rows/facets.ts';
import { sessions } from '../schema/index.ts';
import { FACET_NAMES, type FacetName, type SessionFilter, sessionCondition } from './session-filter.ts';

/** How many of the newest matching sessions are counted: beside a filter, "1,000+" says enough. */
const MOST_COUNTED = 5_000;
/** The most common values of a facet that are listed. */
const MOST_VALUES = 50;

export interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** Counting stopped: there may be more. */
  readonly more: boolean;
}
export type Facets = Readonly<Record<string, readonly FacetValue[]>>;

/** Facets that are shown: those that filter, and the versions of clients. */
const SHOWN: readonly Facet[] = [...FACET_NAMES, 'client_version'];

/**
 * Counts sessions by each value of each filter. A facet counts under all filters but its own, so that
 * its other values stay in sight once one is chosen.
 */
export async function readFacets(db: Db, filter: SessionFilter): Promise<Facets> {
  const chosen = FACET_NAMES.filter((name) => (filter[name]?.length ?? 0) > 0);
  const [all, ...others] = await Promise.all([
    countEntries(db, filter, undefined),
    ...chosen.map((name) => countEntries(db, filter, name)),
  ]);
  const counted = new Map<string, Counted>(chosen.map((name, index) => [name, others[index] ?? all]));
  return Object.fromEntries(
    SHOWN.map((facet) => {
      const own = counted.get(facet === 'client_version' ? 'client' : facet) ?? all;
      return [facet, valuesOf(own, facet)];
    }),
  );
}

interface Counted {
  readonly entries: readonly { readonly entry: string; readonly count: number }[];
  readonly more: boolean;
}

async function countEntries(db: Db, filter: SessionFilter, except: FacetName | undefined): Promise<Counted> {
  const newest = db.orm
    .select({ facets: sessions.facets })
    .from(sessions)
    .where(sessionCondition(filter, except))
    .orderBy(sql`${sessions.lastSeen} desc nulls last`)
    .limit(MOST_COUNTED + 1)
    .as('newest');
  const rows = await db.orm
    .select({
      entry: sql<string | null>`entry`,
      count: sql<number>`count(*)`.mapWith(Number),
    })
    // One null a session counts the sessions themselves, which tells whether counting stopped.
    .from(sql`${newest}, unnest(array_append(${newest.facets}, null)) as entry`)
    .groupBy(sql`entry`);
  const total = rows.find((row) => row.entry === null)?.count ?? 0;
  const entries = rows.flatMap(({ entry, count }) => (entry === null ? [] : [{ entry, count }]));
  return { entries, more: total > MOST_COUNTED };
}

function valuesOf({ entries, more }: Counted, facet: Facet): readonly FacetValue[] {
  return entries
    .flatMap(({ entry, count }) => {
      const read = readFacetEntry(entry);
      return read.facet === facet ? [{ value: read.value, count, more }] : [];
    })
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}
