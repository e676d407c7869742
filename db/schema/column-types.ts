import { bigint, jsonb } from 'drizzle-orm/pg-core';

/**
 * Nanoseconds since the Unix epoch, exactly as sent. A `timestamptz` holds microseconds only, so times of
 * facts are whole numbers; `timestamptz` is for times that our own processes make.
 */
export const nanos = (name: string) => bigint(name, { mode: 'bigint' });

/** A count that stays far below 2^53. */
export const count = (name: string) => bigint(name, { mode: 'number' });

/** A value of the domain in its HTTP form (`toJson`), so that readers pass it on without touching it. */
export const body = <T>(name = 'body') => jsonb(name).$type<T>();
