/** Codes of Node and postgres.js when nothing answers at the other end. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
]);

/**
 * 08: connection exception; 28: not let in; 3D: no such database; 53: out of resources; 57P: shut down or
 * starting; 42P01: not migrated.
 */
const SQLSTATE_AWAY = /^(?:08|28|3D|53|57P)|^42P01$/;

/** Data exceptions and broken constraints. */
const QUOTES_VALUES = /^2[23]/;

/** Whether an error means that the database is away or not ready, and not that we made a mistake. */
export function databaseIsAway(error: unknown): boolean {
  const code = codeOf(error) ?? codeOf(causeOf(error));
  return code !== undefined && (CONNECTION_CODES.has(code) || SQLSTATE_AWAY.test(code));
}

/**
 * What of an error may be logged. Drizzle puts the parameters of a query into its message, and they may
 * come from a request: only the first line of the innermost cause is kept, with its code and our frames.
 */
export function errorData(error: unknown): Readonly<Record<string, string | undefined>> {
  const innermost = causeOf(error) ?? error;
  if (!(innermost instanceof Error)) return { error: typeof innermost };
  const frames = innermost.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return {
    error: innermost.name,
    errorCode: codeOf(innermost),
    message: QUOTES_VALUES.test(codeOf(innermost) ?? '') ? undefined : firstLine(innermost.message),
    stack: frames
      .slice(0, 6)
      .map((line) => line.trim())
      .join(' | '),
  };
}

const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 300);

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
