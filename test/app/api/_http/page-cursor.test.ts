import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '#app/api/_http/page-cursor.ts';
import type { Position } from '#db/queries/page.ts';

const scope = { call: 'sessions', sort: '-lastSeen' };
const position: Position = ['1793613600000000001', 'abcdefgh'];
const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const markOf = (text: string) => (JSON.parse(Buffer.from(text, 'base64url').toString()) as string[])[0];

describe('a cursor', () => {
  const text = encodeCursor(position, scope) ?? '';

  it('leads back to the position that it was made of', () => {
    expect(decodeCursor(text, scope)).toEqual(position);
    expect(text).toMatch(/^[\w-]+$/);
  });

  it('is nothing where there is nothing', () => {
    expect(encodeCursor(null, scope)).toBeNull();
    expect(decodeCursor(undefined, scope)).toBeUndefined();
  });

  it('is refused by another call, order or session', () => {
    const refused = { name: 'invalid_cursor' };
    expect(decodeCursor(text, { ...scope, sort: 'lastSeen' })).toMatchObject(refused);
    expect(decodeCursor(text, { ...scope, call: 'findings' })).toMatchObject(refused);
    expect(decodeCursor(text, { ...scope, session: 'x' })).toMatchObject(refused);
  });

  it.each([
    'nonsense',
    '%%%',
    forged([]),
    forged({}),
    forged(null),
    forged([markOf(text), '1; drop table sessions', 'x']),
    forged([markOf(text), '9223372036854775808', 'x']),
    forged([markOf(text), 5, 'x']),
    forged([markOf(text), '5', 7]),
    forged([markOf(text), '5', 'a\0b']),
    forged([markOf(text), '5', 'x', 'y']),
  ])('is refused when it was made up: %s', (made) => {
    expect(decodeCursor(made, scope)).toMatchObject({ name: 'invalid_cursor' });
  });
});
