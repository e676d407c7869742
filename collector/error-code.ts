/**
 * What may be said of an error in a log or a table: its code, else its name. Never its text, which may hold
 * what a span said.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return (code ?? error.name).slice(0, 80);
}
