import { and, arrayOverlaps, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { UnixNanos } from '#domain/brand.ts';
import { type Facet, facetEntry } from '../rows/facets.ts';
import { sessions } from '../schema/index.ts';

/** What the list of sessions can be filtered by; values of one are alternatives, all must match. */
export const FACET_NAMES = [
  'service',
  'environment',
  'instance',
  'client',
  'protocol',
  'era',
  'verdict',
  'finding',
  'reason',
  'tool',
] as const satisfies readonly Facet[];
export type FacetName = (typeof FACET_NAMES)[number];

/** Orders that an index serves; a minus is descending. */
export const SESSION_SORTS = ['-lastSeen', 'lastSeen', '-firstSeen', 'firstSeen'] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

export type FacetFilter = { readonly [Name in FacetName]?: readonly string[] | undefined };

/** Which sessions are meant. */
export interface SessionFilter extends FacetFilter {
  /** Seen at this time or later. */
  readonly from?: UnixNanos | undefined;
  /** Seen before this time. */
  readonly to?: UnixNanos | undefined;
  /** Only these, when given; an empty list is none. */
  readonly keys?: readonly string[] | undefined;
}

/** The condition of a filter; `except` leaves one facet out, to count beside it. */
export function sessionCondition(filter: SessionFilter, except?: FacetName): SQL | undefined {
  const facets = FACET_NAMES.filter((name) => name !== except).map((name) =>
    facetCondition(name, filter[name]),
  );
  return and(
    filter.keys === undefined ? undefined : keyCondition(filter.keys),
    filter.from === undefined ? undefined : gte(sessions.lastSeen, filter.from),
    filter.to === undefined ? undefined : lt(sessions.firstSeen, filter.to),
    ...facets,
  );
}

function facetCondition(name: FacetName, values: readonly string[] | undefined): SQL | undefined {
  if (values === undefined || values.length === 0) return undefined;
  // A client may be meant by its name alone, or by name and version.
  const entries: readonly Facet[] = name === 'client' ? ['client', 'client_version'] : [name];
  const wanted = values.flatMap((value) => entries.map((entry) => facetEntry(entry, value)));
  return arrayOverlaps(sessions.facets, wanted);
}

function keyCondition(keys: readonly string[]): SQL | undefined {
  return keys.length === 0 ? sql`false` : inArray(sessions.key, [...keys]);
}
