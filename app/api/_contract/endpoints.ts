import { z } from 'zod';
import { FACET_NAMES, SESSION_SORTS } from '#db/queries/session-filter.ts';
import { ERAS, FACT_KINDS, FINDING_KINDS, REASONS, SEVERITIES, VERDICTS } from '#domain/words.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { factsAnswer } from './facts.ts';
import { healthAnswer, ratesAnswer, setupAnswer, summaryAnswer } from './figures.ts';
import { anyOf, cursor, hasNoNul, instant, name, pageSize, step } from './parameters.ts';
import { facetsAnswer, findingsAnswer, sessionDetail, sessionsAnswer } from './sessions.ts';

const sessionId = name.describe('The id of a session as the API gives it: never the raw session id.');

const RANGE = {
  from: instant.optional().describe('Inclusive.'),
  to: instant.optional().describe('Exclusive.'),
};

const SESSION_FILTER = {
  service: anyOf(name).optional(),
  environment: anyOf(name).optional(),
  instance: anyOf(name).optional(),
  client: anyOf(name)
    .optional()
    .describe('Name of the client, or name and version with a slash: `inspector/1.2`.'),
  protocol: anyOf(name).optional(),
  era: anyOf(z.enum(ERAS)).optional(),
  verdict: anyOf(z.enum(VERDICTS)).optional(),
  finding: anyOf(z.enum(FINDING_KINDS)).optional(),
  reason: anyOf(z.enum(REASONS)).optional(),
  tool: anyOf(name).optional(),
  from: instant.optional().describe('Sessions that were seen at this time or later.'),
  to: instant.optional().describe('Sessions that were seen before this time.'),
};

const SESSION_PAGE = {
  sort: z.enum(SESSION_SORTS).default('-lastSeen'),
  limit: pageSize(50, 200),
  cursor: cursor.optional(),
};

export const listSessions = defineEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'Sessions that match all filters, a page at a time',
  description: 'Values of one filter are alternatives; different filters must all match.',
  pathParameters: {},
  input: { ...SESSION_FILTER, ...SESSION_PAGE },
  answer: sessionsAnswer,
  problems: ['invalid_cursor'],
});

export const searchSessions = defineEndpoint({
  id: 'searchSessions',
  method: 'POST',
  path: '/api/v1/sessions/search',
  summary: 'The same with a query that must be in no URL',
  description:
    'A raw session id is hashed before anything else is done with it; it is neither stored nor logged.',
  pathParameters: {},
  input: {
    query: z
      .string()
      .trim()
      .min(1)
      .max(4096)
      .refine(hasNoNul, 'holds a NUL character')
      .optional()
      .describe(
        'A raw session id, its hash or the first eight characters or more of it, a trace id, or a request id.',
      ),
    ...SESSION_FILTER,
    ...SESSION_PAGE,
  },
  answer: sessionsAnswer,
  problems: ['invalid_cursor', 'invalid_body', 'body_too_large', 'cross_origin'],
});

export const sessionFacets = defineEndpoint({
  id: 'sessionFacets',
  method: 'GET',
  path: '/api/v1/sessions/facets',
  summary: 'Values of each filter with the number of sessions',
  description: `Facets: ${FACET_NAMES.join(', ')}, client_version. A facet counts under all filters but its own.`,
  pathParameters: {},
  input: SESSION_FILTER,
  answer: facetsAnswer,
  problems: [],
});

export const getSession = defineEndpoint({
  id: 'getSession',
  method: 'GET',
  path: '/api/v1/sessions/{id}',
  summary: 'One session with all that is derived of it',
  description: 'Attempts and executions come in time order; those of long sessions are paged.',
  pathParameters: { id: sessionId },
  input: {
    limit: pageSize(500, 2000).describe('Attempts, and executions, of one page.'),
    attemptsCursor: cursor.optional(),
    executionsCursor: cursor.optional(),
  },
  answer: sessionDetail,
  problems: ['session_not_found', 'raw_session_id', 'invalid_cursor'],
});

export const sessionFacts = defineEndpoint({
  id: 'sessionFacts',
  method: 'GET',
  path: '/api/v1/sessions/{id}/facts',
  summary: 'The facts of one session in time order',
  pathParameters: { id: sessionId },
  input: {
    ...RANGE,
    kinds: anyOf(z.enum(FACT_KINDS)).optional(),
    limit: pageSize(1000, 10_000),
    cursor: cursor.optional(),
  },
  answer: factsAnswer,
  problems: ['session_not_found', 'raw_session_id', 'invalid_cursor'],
});

export const rates = defineEndpoint({
  id: 'rates',
  method: 'GET',
  path: '/api/v1/rates',
  summary: 'The fabricated-continuity rate over time',
  description:
    'Every step of the range has a point, with null as its rate where nothing was judged. Steps begin at whole multiples of their length, in UTC.',
  pathParameters: {},
  input: {
    from: instant.optional().describe('Default: 24 hours before `to`.'),
    to: instant.optional().describe('Default: now.'),
    step: step.optional().describe('Such as 5m, 1h or 1d. Default: one that gives about 100 points.'),
    by: z.enum(['service', 'environment']).optional().describe('One series each; without it one for all.'),
    service: anyOf(name).optional(),
    environment: anyOf(name).optional(),
  },
  answer: ratesAnswer,
  problems: ['range_too_large'],
});

export const listFindings = defineEndpoint({
  id: 'listFindings',
  method: 'GET',
  path: '/api/v1/findings',
  summary: 'Findings, newest first',
  pathParameters: {},
  input: {
    kind: anyOf(z.enum(FINDING_KINDS)).optional(),
    service: anyOf(name).optional(),
    environment: anyOf(name).optional(),
    severity: anyOf(z.enum(SEVERITIES)).optional(),
    ...RANGE,
    limit: pageSize(50, 200),
    cursor: cursor.optional(),
  },
  answer: findingsAnswer,
  problems: ['invalid_cursor'],
});

export const summary = defineEndpoint({
  id: 'summary',
  method: 'GET',
  path: '/api/v1/summary',
  summary: 'The state over a range: what the overview shows',
  pathParameters: {},
  input: {
    from: instant.optional().describe('Default: 24 hours before `to`.'),
    to: instant.optional().describe('Default: now.'),
    service: anyOf(name).optional(),
    environment: anyOf(name).optional(),
  },
  answer: summaryAnswer,
  problems: [],
});

export const setup = defineEndpoint({
  id: 'setup',
  method: 'GET',
  path: '/api/v1/setup',
  summary: 'What has arrived lately, and which checks each service leaves undecided',
  pathParameters: {},
  input: {},
  answer: setupAnswer,
  problems: [],
});

export const health = defineEndpoint({
  id: 'health',
  method: 'GET',
  path: '/api/v1/health',
  summary: 'Whether the web and its database work',
  pathParameters: {},
  input: {},
  answer: healthAnswer,
  alsoStatus: 503,
  problems: [],
});

export const openapi = defineEndpoint({
  id: 'openapi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'This description',
  pathParameters: {},
  input: {},
  answer: z.record(z.string(), z.unknown()),
  problems: [],
});

/** Every call, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  listSessions,
  searchSessions,
  sessionFacets,
  getSession,
  sessionFacts,
  rates,
  listFindings,
  summary,
  setup,
  health,
  openapi,
];
