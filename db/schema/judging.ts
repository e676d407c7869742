import { bigserial, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { count, nanos } from './column-types.ts';

/**
 * Sessions to be judged, one row for each reason: written in the transaction that stores the facts, removed in
 * the one that stores the judgement, so that a crash in between loses nothing. Only ever appended to by
 * writers, so that storing never waits for a judge that holds a session.
 */
export const dirty = pgTable(
  'dirty',
  {
    seq: bigserial('seq', { mode: 'bigint' }).primaryKey(),
    sessionKey: text('session_key').notNull(),
    /** Times of the new facts; null where nothing new was stored (a neighbour changed, or its time has come). */
    fromAt: nanos('from_at'),
    toAt: nanos('to_at'),
    facts: count('facts').notNull(),
    since: timestamp('since', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
  },
  (t) => [index('dirty_by_session').on(t.sessionKey)],
);

/** Sessions that could not be judged: they stay dirty and are tried again when their time comes. */
export const judgeFailures = pgTable('judge_failures', {
  sessionKey: text('session_key').primaryKey(),
  tries: integer('tries').notNull(),
  /** Name of the error; never its text, which may hold what a span said. */
  code: text('code').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
  notBefore: timestamp('not_before', { withTimezone: true, mode: 'string' }).notNull(),
});

/** What a session may ask of others; each question has a subject, which is a digest of a fixed length. */
export const QUESTION_TOPICS = ['event', 'client', 'call', 'key', 'disturbance'] as const;
export type QuestionTopic = (typeof QUESTION_TOPICS)[number];

/**
 * What a judged session wanted to know of others (`ContextQuestions`), so that what answers it later makes it
 * dirty: an event id that was never seen emitted in it, the identity of its client, a call that may have run
 * elsewhere (by arguments or by idempotency key), what disturbed its client elsewhere.
 */
export const sessionQuestions = pgTable(
  'session_questions',
  {
    topic: text('topic').$type<QuestionTopic>().notNull(),
    subject: text('subject').notNull(),
    sessionKey: text('session_key').notNull(),
    /** Times of the answers that matter; null: any. */
    fromAt: nanos('from_at'),
    toAt: nanos('to_at'),
  },
  (t) => [
    primaryKey({ columns: [t.topic, t.subject, t.sessionKey] }),
    index('session_questions_by_session').on(t.sessionKey),
  ],
);

/** Sessions that clients of known identity opened. */
export const clientOpens = pgTable(
  'client_opens',
  {
    clientId: text('client_id').notNull(),
    sessionKey: text('session_key').notNull(),
    at: nanos('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.at, t.sessionKey] }),
    index('client_opens_by_session').on(t.sessionKey),
  ],
);
