const ESCAPES = /\\(?:\\|u0000|u[dD][89a-fA-F][0-9a-fA-F]{2})/g;

/**
 * JSON that a jsonb column takes whatever text is in it: NUL and halves of surrogate pairs, which Postgres
 * refuses and which cutting a text can make, become U+FFFD. (`JSON.stringify` escapes just those halves that
 * stand alone.)
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(ESCAPES, (found) => (found === '\\\\' ? found : '\uFFFD'));
}
