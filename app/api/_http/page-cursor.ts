import { createHash } from 'node:crypto';
import type { Position } from '#db/queries/page.ts';
import { Problem } from './problem.ts';

/*
 * A cursor is opaque: base64url of [mark, order, id]. The mark is a digest of the call, of the session where
 * it is about one, and of the order, so that a cursor is never taken for a place in another list. Filters may
 * change from page to page, such as a range that ends now: a place in an order is none of a filter.
 */

const ORDER = /^-?\d{1,19}$/;

/** What a cursor belongs to: the call, and where they matter the session and the order. */
export interface Scope {
  readonly call: string;
  readonly session?: string;
  readonly sort?: string;
}

/** The text of a position; null stays null. */
export function encodeCursor(position: Position | null, scope: Scope): string | null {
  if (position === null) return null;
  return Buffer.from(JSON.stringify([markOf(scope), ...position])).toString('base64url');
}

/** Reads a cursor that came with the same scope; absent stays absent. */
export function decodeCursor(text: string | undefined, scope: Scope): Position | undefined | Problem {
  if (text === undefined) return undefined;
  const parts = parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 3) return broken();
  const [mark, order, id]: readonly unknown[] = parts;
  if (mark !== markOf(scope) || typeof order !== 'string' || !ORDER.test(order) || !isInt8(order))
    return broken();
  return typeof id === 'string' && !id.includes('\0') ? [order, id] : broken();
}

/** What Postgres can compare with a time. */
const isInt8 = (text: string) => BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const broken = () => new Problem('invalid_cursor', 'The cursor does not belong to this call.');

function markOf(scope: Scope): string {
  const text = JSON.stringify([scope.call, scope.session, scope.sort]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
