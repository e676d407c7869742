/** What can keep Seamark from starting or running on; each code is explained in docs/errors.md. */
export const START_ERROR_CODES = [
  'SMK-121', // a port is in use
  'SMK-122', // a port may not be opened
  'SMK-123', // DATABASE_URL without a secret key
  'SMK-124', // the secret key cannot be read or kept
  'SMK-125', // a process did not become ready
  'SMK-126', // a process ended by itself
  'SMK-128', // the database of DATABASE_URL cannot be used
  'SMK-129', // the migrations failed
] as const;
export type StartErrorCode = (typeof START_ERROR_CODES)[number];

/** A failure that a person can act on; `explain.ts` adds the advice. */
export class StartError extends Error {
  readonly code: StartErrorCode;
  /** Last lines of the process that failed, oldest first. */
  readonly output: readonly string[];

  constructor(code: StartErrorCode, message: string, output: readonly string[] = []) {
    super(message);
    this.name = 'StartError';
    this.code = code;
    this.output = output;
  }
}
