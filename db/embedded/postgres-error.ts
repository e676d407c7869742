/** What can keep the embedded Postgres from running; each code is explained in docs/errors.md. */
export const POSTGRES_ERROR_CODES = [
  'SMK-141', // no Postgres package for this platform
  'SMK-142', // no unprivileged account to run Postgres as
  'SMK-143', // initdb failed
  'SMK-144', // the server ended before it was ready
  'SMK-145', // another Seamark uses the data directory
  'SMK-146', // data of another Postgres version
  'SMK-147', // the data directory cannot be used
] as const;
export type PostgresErrorCode = (typeof POSTGRES_ERROR_CODES)[number];

/** A failure that a person can act on; whoever prints it adds the advice. */
export class EmbeddedPostgresError extends Error {
  readonly code: PostgresErrorCode;
  /** Last lines that the failing program wrote, oldest first; empty when it wrote nothing. */
  readonly output: readonly string[];

  constructor(code: PostgresErrorCode, message: string, output: readonly string[] = []) {
    super(message);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.output = output;
  }
}
