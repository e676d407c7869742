import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { FindingKind, Verdict } from '#domain/words.ts';
import { count, nanos } from './column-types.ts';

/** One row a judged session, with all that the list shows; what `judge` says of it hangs on its key. */
export const sessions = pgTable(
  'sessions',
  {
    key: text('key').primaryKey(),
    era: text('era').notNull(),
    service: text('service').notNull(),
    services: text('services').array().notNull(),
    instances: text('instances').array().notNull(),
    environment: text('environment'),
    protocol: text('protocol'),
    clientName: text('client_name'),
    clientVersion: text('client_version'),
    clientId: text('client_id'),
    firstSeen: nanos('first_seen').notNull(),
    lastSeen: nanos('last_seen').notNull(),
    factCount: count('fact_count').notNull(),
    attempts: integer('attempts').notNull(),
    executions: integer('executions').notNull(),
    /** Attempts by verdict. */
    verdicts: jsonb('verdicts').$type<Partial<Record<Verdict, number>>>().notNull(),
    /** Findings that show on it, by kind: its own and those of others that name it. */
    findings: jsonb('findings').$type<Partial<Record<FindingKind, number>>>().notNull(),
    /** For the miniature timeline: at most 60 attempts, the worst kept. ISO times. */
    marks: jsonb('marks').$type<readonly { readonly at: string; readonly verdict: Verdict }[]>().notNull(),
    /** Spans of the incarnations. ISO times. */
    lives: jsonb('lives').$type<readonly { readonly at: string; readonly end: string | null }[]>().notNull(),
    /** What the list can be filtered by, as `name:value` (db/rows/facets.ts): one index serves all filters. */
    facets: text('facets').array().notNull(),
    judgedAt: timestamp('judged_at', { withTimezone: true, mode: 'string' }).notNull(),
    /** Horizon of the judgement: the time up to which was judged. */
    horizon: nanos('horizon').notNull(),
    /** When it must be judged again though nothing arrives; null: never, or already marked dirty. */
    judgeAgainAt: nanos('judge_again_at'),
  },
  (t) => [
    index('sessions_by_last_seen').on(t.lastSeen.desc(), t.key.desc()),
    index('sessions_by_first_seen').on(t.firstSeen.desc(), t.key.desc()),
    index('sessions_by_service').on(t.service, t.lastSeen.desc(), t.key.desc()),
    index('sessions_by_facet').using('gin', t.facets),
    index('sessions_due').on(t.judgeAgainAt).where(sql`${t.judgeAgainAt} is not null`),
  ],
);

/**
 * Under which session the facts of a key are judged. Every key that was judged has a row; under an alias
 * `canonical_key` is another one. `first_at` and `last_at` bound the times of its stored facts, so that
 * loading a session touches only the days it lived in; both are null for an alias without facts. A search by
 * the first characters of a key goes by an index of migration 0002.
 */
export const sessionMembers = pgTable(
  'session_members',
  {
    key: text('key').primaryKey(),
    canonicalKey: text('canonical_key').notNull(),
    firstAt: nanos('first_at'),
    lastAt: nanos('last_at'),
    /** How many facts are stored under the key itself, as far as they were judged. */
    facts: count('facts').notNull().default(0),
  },
  (t) => [index('session_members_by_canonical').on(t.canonicalKey)],
);

/** What alias facts said: `alias_key` is another name of `session_key`. */
export const aliases = pgTable(
  'aliases',
  {
    aliasKey: text('alias_key').notNull(),
    sessionKey: text('session_key').notNull(),
    firstAt: nanos('first_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.aliasKey, t.sessionKey] }), index('aliases_by_session').on(t.sessionKey)],
);
