'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { FINDING_KINDS, oneOf, REASONS, VERDICTS } from '#domain/words.ts';
import { FINDING_INFO } from '#domain/words-info/findings.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';

export const SORTS = ['-lastSeen', 'lastSeen', '-firstSeen', 'firstSeen'] as const;

export const SORT_LABELS = {
  '-lastSeen': 'latest activity first',
  lastSeen: 'oldest activity first',
  '-firstSeen': 'newest first',
  firstSeen: 'oldest first',
} as const satisfies Record<(typeof SORTS)[number], string>;

/** Filters that take one value, in the order of the screen, with the word for "any". */
export const SELECTS = [
  { name: 'finding', any: 'any finding' },
  { name: 'reason', any: 'any reason' },
  { name: 'service', any: 'all services' },
  { name: 'client', any: 'all clients' },
  { name: 'tool', any: 'all tools' },
  { name: 'environment', any: 'all environments' },
  { name: 'instance', any: 'all instances' },
  { name: 'protocol', any: 'all protocols' },
  { name: 'era', any: 'all eras' },
] as const;
export type SelectName = (typeof SELECTS)[number]['name'];

/** The state of the list, all of it in the address. */
export function useSessionFilters() {
  return useQueryStates({
    verdict: parseAsArrayOf(parseAsStringLiteral(VERDICTS)).withDefault([]),
    finding: parseAsStringLiteral(FINDING_KINDS),
    reason: parseAsStringLiteral(REASONS),
    service: parseAsString,
    client: parseAsString,
    tool: parseAsString,
    environment: parseAsString,
    instance: parseAsString,
    protocol: parseAsString,
    era: parseAsString,
    sort: parseAsStringLiteral(SORTS).withDefault('-lastSeen'),
    live: parseAsBoolean.withDefault(true),
  });
}

/** How a value of a filter is written on screen. */
export function valueLabel(name: SelectName, value: string): string {
  const finding = name === 'finding' ? oneOf(FINDING_KINDS, value) : undefined;
  if (finding) return FINDING_INFO[finding].title;
  const reason = name === 'reason' ? oneOf(REASONS, value) : undefined;
  return reason ? REASON_INFO[reason].title : value;
}
