/** The SQLSTATE of an error that Postgres answered with; nothing for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'PostgresError') return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Codes of the driver and of Node for a database that cannot be reached. */
const UNREACHABLE = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/;

/** True where the database is away: connections cut or refused, or Postgres starting, stopping or full (57P, 53, 08). */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(57P|53|08)/.test(state);
  return error instanceof Error && 'code' in error && UNREACHABLE.test(String(error.code));
}

/** True where the error came from talking to the database and not from our own code. */
export const isDatabaseError = (error: unknown): boolean =>
  sqlState(error) !== undefined || isDatabaseAway(error);

/** True where the same work may succeed at once when it is done again: deadlocks and lost races (class 40). */
export const isLostRace = (error: unknown): boolean => sqlState(error)?.startsWith('40') === true;
