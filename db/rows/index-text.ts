import { createHash } from 'node:crypto';

/** An index entry of Postgres holds 2,704 bytes at most; text of a span may have 4 KiB. */
const LONGEST = 200;
const KEPT = 160;

/**
 * Text as it stands in a typed, indexed column: itself, or where it is very long its beginning and a digest
 * of the whole. The full text is in the row's body. Use it too on what such a column is compared with.
 */
export function indexText(text: string): string {
  if (text.length <= LONGEST) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${text.slice(0, KEPT)}…${digest}`;
}

/** The same for a column that may be null. */
export const indexTextOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : indexText(text);
