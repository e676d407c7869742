'use client';

import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useEffect } from 'react';
import type { FacetsAnswer } from '#domain/api-types.ts';
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
  { name: 'client_version', any: 'all versions' },
  { name: 'tool', any: 'all tools' },
  { name: 'environment', any: 'all environments' },
  { name: 'instance', any: 'all instances' },
  { name: 'protocol', any: 'all protocols' },
  { name: 'era', any: 'all eras' },
] as const;
export type SelectName = (typeof SELECTS)[number]['name'];

/** A time in the address, as the API takes it. */
const parseAsInstant = createParser<string>({
  parse: (text) => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString()),
  serialize: (iso) => iso,
});

/** The state of the list, all of it in the address. What the address says and nobody knows is taken out of it. */
export function useSessionFilters() {
  const [state, setState] = useFilterStates();
  const unread = CLOSED.filter((name) => state[name] === null || state[name].length === 0).join(' ');
  useEffect(() => {
    const said = new URLSearchParams(window.location.search);
    const unknown = unread.split(' ').filter((name) => said.has(name));
    if (unknown.length > 0) void setState(Object.fromEntries(unknown.map((name) => [name, null])));
  }, [unread, setState]);
  return [state, setState] as const;
}

/** Filters whose values are of a closed vocabulary. */
const CLOSED = ['verdict', 'finding', 'reason'] as const;

function useFilterStates() {
  return useQueryStates({
    verdict: parseAsArrayOf(parseAsStringLiteral(VERDICTS)).withDefault([]),
    finding: parseAsStringLiteral(FINDING_KINDS),
    reason: parseAsStringLiteral(REASONS),
    service: parseAsString,
    client: parseAsString,
    /** A client and its version, with a slash between them, as the API has it. */
    client_version: parseAsString,
    /** Seen at this time or later, and before that one. */
    from: parseAsInstant,
    to: parseAsInstant,
    /** The hash of the one session that was searched for: never what was typed. */
    found: parseAsString,
    tool: parseAsString,
    environment: parseAsString,
    instance: parseAsString,
    protocol: parseAsString,
    era: parseAsString,
    sort: parseAsStringLiteral(SORTS).withDefault('-lastSeen'),
    live: parseAsBoolean.withDefault(true),
  });
}

type State = ReturnType<typeof useFilterStates>[0];

/** Whether not all sessions are meant. */
export const isNarrowed = (state: State): boolean =>
  state.verdict.length > 0 ||
  state.from !== null ||
  state.to !== null ||
  SELECTS.some(({ name }) => state[name] !== null);

/** The filters as the API takes them: a version is a client that is meant more narrowly. */
export function filterParams(state: State) {
  const { sort: _sort, live: _live, found: _found, client, client_version, ...rest } = state;
  const set = { ...rest, client: client_version ?? client };
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, value ?? undefined]));
}

type Entries = FacetsAnswer['facets'][string];

/** The values that a filter offers; versions only of the client that is chosen. */
export function offered(facets: FacetsAnswer | undefined, name: SelectName, client: string | null): Entries {
  const entries = facets?.facets[name] ?? [];
  if (name !== 'client_version' || client === null) return entries;
  return entries.filter(({ value }) => value.startsWith(`${client}/`));
}

/** What changes with a choice: another client has other versions. */
export function chosen(name: SelectName, value: string): Partial<State> {
  const set = { [name]: value === '' ? null : value };
  return name === 'client' ? { ...set, client_version: null } : set;
}

/** How a value of a filter is written on screen. */
export function valueLabel(name: SelectName, value: string): string {
  const finding = name === 'finding' ? oneOf(FINDING_KINDS, value) : undefined;
  if (finding) return FINDING_INFO[finding].title;
  const reason = name === 'reason' ? oneOf(REASONS, value) : undefined;
  if (reason) return REASON_INFO[reason].title;
  return name === 'client_version' ? value.replace(/\/([^/]*)$/, ' $1') : value;
}
