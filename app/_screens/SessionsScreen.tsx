'use client';

import { useEffect, useState } from 'react';
import { SearchBox } from '#components/sessions/SearchBox.tsx';
import { SessionItem } from '#components/sessions/SessionItem.tsx';
import { VerdictFilter } from '#components/sessions/VerdictFilter.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { Empty } from '#components/ui/Empty.tsx';
import { LiveSwitch } from '#components/ui/LiveSwitch.tsx';
import { countText, plural } from '#components/ui/numbers.ts';
import { Select } from '#components/ui/Select.tsx';
import { Skeleton } from '#components/ui/Skeleton.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { FacetsAnswer } from '#domain/api-types.ts';
import { AnswerProblem } from '../_client/Answer.tsx';
import { useFacets, useSessions } from '../_client/queries.ts';
import {
  chosen,
  filterParams,
  isNarrowed,
  offered,
  SELECTS,
  type SelectName,
  SORT_LABELS,
  SORTS,
  useSessionFilters,
  valueLabel,
} from './session-filters.ts';

/**
 * The list of sessions with its filters. What is typed into the search stays out of the address: it may be a secret. Once it has
 * found the one session that it means, that session's hash takes its place, so that Back and a reload find it again.
 */
export function SessionsScreen() {
  const [state, setState] = useSessionFilters();
  const [typed, setTyped] = useState('');
  const { sort, live } = state;
  const query = typed || (state.found ?? '');
  const filter = filterParams(state);
  const sessions = useSessions({ ...filter, sort }, query, live);
  const facets = useFacets(filter, live);
  const rows = sessions.data?.pages.flatMap((page) => page.sessions) ?? [];
  const filtered = query !== '' || isNarrowed(state);
  const search = (text: string) => {
    setTyped(text);
    void setState({ found: null });
  };
  const only = typed !== '' && !sessions.isPlaceholderData && rows.length === 1 ? rows[0]?.id : undefined;
  useEffect(() => {
    if (only === undefined) return;
    void setState({ found: only });
    setTyped('');
  }, [only, setState]);
  const clear = () => {
    setTyped('');
    void setState(null);
  };
  return (
    <div className="mx-auto max-w-[1520px] space-y-3 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1>Sessions</h1>
        <div className="min-w-0 flex-1 basis-72 sm:max-w-xl">
          <SearchBox query={query} onSearch={search} key={typed === '' ? `found ${query}` : 'searching'} />
        </div>
        <div className="ml-auto flex items-center gap-2">
          <Select
            label="Order"
            value={sort}
            options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
            onChange={(value) => void setState({ sort: SORTS.find((each) => each === value) ?? null })}
          />
          <LiveSwitch on={live} onChange={(on) => void setState({ live: on })} />
        </div>
      </div>
      <VerdictFilter
        counts={countsOf(facets.data, 'verdict')}
        chosen={state.verdict}
        onChange={(verdict) => void setState({ verdict: [...verdict] })}
      />
      <FacetSelects
        entriesOf={(name) => offered(facets.data, name, state.client)}
        chosenOf={(name) => state[name] ?? ''}
        onChange={(name, value) => void setState(chosen(name, value))}
      >
        {state.from === null && state.to === null ? null : (
          <SeenWithin
            from={state.from}
            to={state.to}
            onClear={() => void setState({ from: null, to: null })}
          />
        )}
        {filtered ? <Button onClick={clear}>Clear all</Button> : null}
      </FacetSelects>
      <AnswerProblem asked={sessions} what="The list" />
      {sessions.isPending ? <Skeleton label="Loading sessions" blocks={[56, 57, 58, 59, 60, 61]} /> : null}
      {sessions.data && rows.length === 0 ? <NoSessions filtered={filtered} onClear={clear} /> : null}
      {rows.length > 0 ? (
        <ul className="card overflow-hidden" aria-label="Sessions">
          {rows.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      ) : null}
      {sessions.hasNextPage ? (
        <div className="flex justify-center">
          <Button onClick={() => void sessions.fetchNextPage()} disabled={sessions.isFetchingNextPage}>
            {sessions.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function countsOf(facets: FacetsAnswer | undefined, name: string) {
  return new Map((facets?.facets[name] ?? []).map((entry) => [entry.value, entry]));
}

interface SeenWithinProps {
  readonly from: string | null;
  readonly to: string | null;
  readonly onClear: () => void;
}

/** The span of time that the list is narrowed to, which one press lifts. */
function SeenWithin({ from, to, onClear }: SeenWithinProps) {
  return (
    <Button onClick={onClear} title="Show sessions of any time">
      <span>
        seen {from === null ? null : 'from '}
        {from === null ? null : <Time iso={from} form="seconds" />}
        {to === null ? null : ' to '}
        {to === null ? null : <Time iso={to} form="seconds" />}, <Time iso={to ?? from ?? ''} form="day" />
      </span>
      <span aria-hidden="true">×</span>
      <span className="sr-only">: show any time</span>
    </Button>
  );
}

const sessionsText = ({ count, more }: { readonly count: number; readonly more: boolean }): string =>
  more ? `${countText(count)}+ sessions` : plural(count, 'session');

interface FacetSelectsProps {
  readonly entriesOf: (name: SelectName) => FacetsAnswer['facets'][string];
  readonly chosenOf: (name: SelectName) => string;
  readonly onChange: (name: SelectName, value: string) => void;
  readonly children: React.ReactNode;
}

/** A list for each filter that has something to choose; behind a button where the page is narrow. */
function FacetSelects({ entriesOf, chosenOf, onChange, children }: FacetSelectsProps) {
  const [open, setOpen] = useState(false);
  const shown = SELECTS.filter(({ name }) => entriesOf(name).length > 1 || chosenOf(name) !== '');
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className="sm:hidden">
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fewer filters' : 'More filters'}
        </Button>
      </div>
      <div className={`${open ? 'flex' : 'hidden'} flex-wrap items-center gap-1.5 sm:flex`}>
        {shown.map(({ name, any }) => {
          const value = chosenOf(name);
          const entries = entriesOf(name);
          const options = entries.map((entry) => ({
            value: entry.value,
            label: `${valueLabel(name, entry.value)} (${sessionsText(entry)})`,
          }));
          const known = value === '' || entries.some((entry) => entry.value === value);
          const own = known ? [] : [{ value, label: `${valueLabel(name, value)} (0 sessions)` }];
          return (
            <Select
              key={name}
              label={name.replace('_', ' ')}
              value={value}
              options={[{ value: '', label: any }, ...own, ...options]}
              onChange={(next) => onChange(name, next)}
            />
          );
        })}
      </div>
      {children}
    </div>
  );
}

function NoSessions({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  if (filtered) {
    return (
      <Empty title="No session matches">
        <p>
          Filters must all match. An id is found whole, or by the first eight characters of its hash; it must
          have been seen by this Seamark.
        </p>
        <p>
          <Button onClick={onClear}>Clear all filters</Button>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No session has been seen yet">
      <p>Sessions appear as soon as a server sends its first fact.</p>
      <p>
        <LinkButton href="/setup" strong>
          Set up a server
        </LinkButton>
      </p>
    </Empty>
  );
}
