import { boolean, index, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import type { Json } from '#domain/api-types.ts';
import type { Finding } from '#domain/judgement.ts';
import { body, nanos } from './column-types.ts';

export const findings = pgTable(
  'findings',
  {
    sessionKey: text('session_key').notNull(),
    id: text('id').notNull(),
    kind: text('kind').notNull(),
    severity: text('severity').notNull(),
    /** Place in the domain's list of severities: 0 is the worst. */
    severityRank: smallint('severity_rank').notNull(),
    strength: text('strength'),
    at: nanos('at').notNull(),
    until: nanos('until').notNull(),
    repetitions: integer('repetitions').notNull(),
    service: text('service').notNull(),
    environment: text('environment'),
    clientName: text('client_name'),
    tool: text('tool'),
    /** An execution that it speaks of is known to destroy (`seamark.tool.destructive_hint`). */
    destructive: boolean('destructive').notNull(),
    streamId: text('stream_id'),
    requestId: text('request_id'),
    body: body<Json<Finding>>().notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionKey, t.id] }),
    index('findings_by_id').on(t.id),
    index('findings_by_time').on(t.at.desc(), t.id.desc()),
    index('findings_by_kind').on(t.kind, t.at.desc(), t.id.desc()),
    index('findings_by_service').on(t.service, t.at.desc(), t.id.desc()),
  ],
);

/** On which sessions a finding shows: on its own, and on the others that it names. */
export const findingSessions = pgTable(
  'finding_sessions',
  {
    /** The session on which it shows. */
    shownOn: text('shown_on').notNull(),
    sessionKey: text('session_key').notNull(),
    findingId: text('finding_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shownOn, t.sessionKey, t.findingId] }),
    index('finding_sessions_by_owner').on(t.sessionKey, t.findingId),
  ],
);

/** What people said of a finding. Keyed by the finding's stable id alone, so that it outlives every new judgement. */
export const triage = pgTable('triage', {
  findingId: text('finding_id').primaryKey(),
  state: text('state').$type<'confirmed' | 'benign'>().notNull(),
  note: text('note'),
  at: timestamp('at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
});
