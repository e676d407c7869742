import { indexText } from './index-text.ts';

/** What the session list is filtered by; the names are those of the API's parameters. */
export const FACETS = [
  'service',
  'environment',
  'instance',
  'client',
  'client_version',
  'protocol',
  'era',
  'verdict',
  'finding',
  'reason',
  'tool',
] as const;
export type Facet = (typeof FACETS)[number];

/** One entry of `sessions.facets`, such as `verdict:fabricated`. */
export const facetEntry = (facet: Facet, value: string): string => `${facet}:${indexText(value)}`;

/** Takes an entry apart again. */
export function readFacetEntry(entry: string): { readonly facet: string; readonly value: string } {
  const colon = entry.indexOf(':');
  return { facet: entry.slice(0, colon), value: entry.slice(colon + 1) };
}
