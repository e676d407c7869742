/** Numbers of the advisory locks that processes of Seamark meet at; kept in one place so that none is used twice. */
export const ADVISORY_LOCKS = {
  migrate: 7_301_001,
  partitions: 7_301_002,
} as const;

/** First of the two numbers of a lock on one session; the second is a hash of its key. */
export const SESSION_LOCK_CLASS = 7_301;
