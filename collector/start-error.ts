/** Why the collector does not start; the codes are explained in docs/errors.md. */
export class StartError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StartError';
  }
}
