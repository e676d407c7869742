'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  FacetsAnswer,
  FactJson,
  FactsAnswer,
  FindingsAnswer,
  RatesAnswer,
  SessionDetail,
  SessionsAnswer,
  SetupAnswer,
  SummaryAnswer,
} from '#domain/api-types.ts';
import { getJson, type Params, postJson } from './api.ts';
import { type RangeName, spanOf } from './ranges.ts';

const LIVE_MS = 4_000;
const refetch = (live: boolean) => ({ refetchInterval: live ? LIVE_MS : (false as const) });

interface Scope {
  readonly range: RangeName;
  readonly service: string;
  readonly live: boolean;
}

const scopeParams = ({ range, service }: Scope) => {
  const { from, to, step } = spanOf(range, Date.now());
  return { span: { from, to, service: service || undefined }, step };
};

/** The state over a range. */
export const useSummary = (scope: Scope) =>
  useQuery({
    queryKey: ['summary', scope.range, scope.service],
    queryFn: ({ signal }) => getJson<SummaryAnswer>('/summary', { params: scopeParams(scope).span, signal }),
    placeholderData: keepPreviousData,
    ...refetch(scope.live),
  });

/** The mix of verdicts over time. */
export const useRates = (scope: Scope) =>
  useQuery({
    queryKey: ['rates', scope.range, scope.service],
    queryFn: ({ signal }) => {
      const { span, step } = scopeParams(scope);
      return getJson<RatesAnswer>('/rates', { params: { ...span, step }, signal });
    },
    placeholderData: keepPreviousData,
    ...refetch(scope.live),
  });

/** What an overview has room for: findings that somebody will notice. */
const NOTICED = ['critical', 'high', 'medium'] as const;

/** Of each severity that is medium or worse, the newest findings of a range. */
export const useGraveFindings = (scope: Scope, limit: number) =>
  useQuery({
    queryKey: ['findings', 'grave', scope.range, scope.service, limit],
    queryFn: async ({ signal }) => {
      const { span } = scopeParams(scope);
      const answers = await Promise.all(
        NOTICED.map((severity) =>
          getJson<FindingsAnswer>('/findings', { params: { ...span, severity, limit }, signal }),
        ),
      );
      return answers.flatMap((answer) => answer.findings);
    },
    placeholderData: keepPreviousData,
    ...refetch(scope.live),
  });

/** All findings that match, page by page. */
export const useFindings = (filter: Params, live: boolean) =>
  useInfiniteQuery({
    queryKey: ['findings', filter],
    queryFn: ({ pageParam, signal }) =>
      getJson<FindingsAnswer>('/findings', { params: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...refetch(live),
  });

/** Sessions that match, page by page; a query goes by POST, since it may be a raw session id. */
export const useSessions = (filter: Params, query: string, live: boolean) =>
  useInfiniteQuery({
    queryKey: ['sessions', filter, query],
    queryFn: ({ pageParam, signal }) =>
      query === ''
        ? getJson<SessionsAnswer>('/sessions', { params: { ...filter, cursor: pageParam }, signal })
        : postJson<SessionsAnswer>('/sessions/search', { ...filter, query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...refetch(live),
  });

/** Values of each filter with their counts. */
export const useFacets = (filter: Params, live: boolean) =>
  useQuery({
    queryKey: ['facets', filter],
    queryFn: ({ signal }) => getJson<FacetsAnswer>('/sessions/facets', { params: filter, signal }),
    placeholderData: keepPreviousData,
    ...refetch(live),
  });

/** One session, with all its attempts and executions. */
export const useSession = (id: string) =>
  useQuery({
    queryKey: ['session', id],
    queryFn: ({ signal }) => wholeSession(id, signal),
    refetchInterval: (query) => (isStirring(query.state.data) ? LIVE_MS : false),
  });

const STIRRING_MS = 300_000;
/** Something may still come: not judged yet, or seen a few minutes ago. */
const isStirring = (session: SessionDetail | undefined): boolean =>
  session?.dirty === true ||
  (session !== undefined && Date.now() - Date.parse(session.lastSeen) < STIRRING_MS);

async function wholeSession(id: string, signal: AbortSignal): Promise<SessionDetail> {
  const path = `/sessions/${encodeURIComponent(id)}`;
  let session = await getJson<SessionDetail>(path, { signal });
  while (session.attemptsCursor !== null || session.executionsCursor !== null) {
    const { attemptsCursor, executionsCursor } = session;
    const params = {
      attemptsCursor: attemptsCursor ?? undefined,
      executionsCursor: executionsCursor ?? undefined,
    };
    const next = await getJson<SessionDetail>(path, { params, signal });
    session = {
      ...session,
      attempts: attemptsCursor === null ? session.attempts : [...session.attempts, ...next.attempts],
      executions:
        executionsCursor === null ? session.executions : [...session.executions, ...next.executions],
      attemptsCursor: attemptsCursor === null ? null : next.attemptsCursor,
      executionsCursor: executionsCursor === null ? null : next.executionsCursor,
    };
  }
  return session;
}

export interface LoadedFacts {
  readonly facts: readonly FactJson[];
  /** More exist than were loaded. */
  readonly cut: boolean;
}

const FACTS_PER_PAGE = 10_000;
/** What a page can hold without being felt; the verdicts are made from all of them. */
const MOST_FACTS = 20_000;

/** The facts of a session, for its ticks and raw attributes; asked again when the session was judged again. */
export const useFacts = (id: string, judgedAt: string | undefined) =>
  useQuery({
    queryKey: ['facts', id, judgedAt],
    queryFn: ({ signal }) => allFacts(id, signal),
    enabled: judgedAt !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

async function allFacts(id: string, signal: AbortSignal): Promise<LoadedFacts> {
  const facts: FactJson[] = [];
  let cursor: string | undefined;
  do {
    const params = { limit: FACTS_PER_PAGE, cursor };
    const page = await getJson<FactsAnswer>(`/sessions/${encodeURIComponent(id)}/facts`, { params, signal });
    facts.push(...page.facts);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && facts.length < MOST_FACTS);
  return { facts, cut: cursor !== undefined };
}

/** What has arrived lately and what is missing. */
export const useSetup = () =>
  useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => getJson<SetupAnswer>('/setup', { signal }),
    ...refetch(true),
  });

/** How far judging is behind. */
export const useHealth = () =>
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => getJson<{ readonly judgingLagMs: number | null }>('/health', { signal }),
    retry: false,
    ...refetch(true),
  });
