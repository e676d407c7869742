import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { count, nanos } from './column-types.ts';

/** What is counted a minute; what `name` and `extra` hold is said in db/rows/measures.ts. */
export const COUNT_MEASURES = [
  'verdict',
  'reason',
  'missing',
  'blind',
  'finding',
  'destructive_double',
  'given_up',
] as const;
export type CountMeasure = (typeof COUNT_MEASURES)[number];

/**
 * Figures by minute, kept in step with attempts and findings by adding the difference of each new judgement.
 * Charts read these and never the attempts. The measure leads the key: a chart reads one measure over a time.
 */
export const minuteCounts = pgTable(
  'minute_counts',
  {
    measure: text('measure').$type<CountMeasure>().notNull(),
    /** Minutes since the Unix epoch, of the attempt's or finding's own time. */
    minute: count('minute').notNull(),
    service: text('service').notNull(),
    /** Empty where no environment was sent. */
    environment: text('environment').notNull(),
    name: text('name').notNull(),
    extra: text('extra').notNull(),
    count: count('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.measure, t.minute, t.service, t.environment, t.name, t.extra] })],
);

/** What arrived, by minute of arrival, for the setup page. Repeats are not counted. */
export const arrivals = pgTable(
  'arrivals',
  {
    minute: count('minute').notNull(),
    service: text('service').notNull(),
    /** Empty where none was sent. */
    instance: text('instance').notNull(),
    kind: text('kind').notNull(),
    facts: count('facts').notNull(),
    /** The latest time of these facts, as sent. */
    lastAt: nanos('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.service, t.instance, t.kind] })],
);

/** Every service that was ever heard of, and when last. */
export const services = pgTable('services', {
  service: text('service').primaryKey(),
  lastFactAt: nanos('last_fact_at').notNull(),
  lastHeartbeatAt: nanos('last_heartbeat_at'),
});

/** Few facts about the database itself, such as the check value of the key that hashed its session ids. */
export const meta = pgTable('meta', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'string' }).notNull().defaultNow(),
});
