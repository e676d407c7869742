import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createSessionIds,
  deriveSalt,
  hashSessionId,
  keyCheck,
  sessionLabel,
  traceSessionKey,
} from '#db/session-ids.ts';

const SALT = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

describe('the hash of a session id', () => {
  it('is the first 128 bits of sha256 over salt and id, in lower-case base32', () => {
    const digest = createHash('sha256')
      .update(Buffer.concat([SALT, Buffer.from('an id')]))
      .digest('hex')
      .slice(0, 32);
    const bits = [...digest]
      .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
      .join('')
      .padEnd(130, '0');
    const expected = (bits.match(/.{5}/g) ?? [])
      .map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)])
      .join('');
    expect(hashSessionId(SALT, 'an id')).toBe(expected);
    expect(expected).toMatch(/^[a-z2-7]{26}$/);
  });

  it('differs with the id and with the salt', () => {
    const ids = createSessionIds({ secretKey: 'key one', mode: 'hashed' });
    const others = createSessionIds({ secretKey: 'key two', mode: 'hashed' });
    expect(new Set([ids.keyOf('a'), ids.keyOf('b'), others.keyOf('a')]).size).toBe(3);
    expect(ids.keyOf('a')).toBe(hashSessionId(deriveSalt('key one'), 'a'));
  });

  it('is lifted in raw mode', () => {
    expect(createSessionIds({ secretKey: 'key one', mode: 'raw' }).keyOf('a')).toBe('a');
  });

  it('shows people its first eight characters; a trace keeps its mark', () => {
    expect(sessionLabel(hashSessionId(SALT, 'an id'))).toBe(hashSessionId(SALT, 'an id').slice(0, 8));
    expect(sessionLabel(traceSessionKey('0123456789abcdef0123456789abcdef'))).toBe('t:01234567');
  });
});

describe('the check of a key', () => {
  it('is the same for the same key in both modes, and another for another key', () => {
    const check = keyCheck('key one');
    expect(createSessionIds({ secretKey: 'key one', mode: 'raw' }).check).toBe(check);
    expect(createSessionIds({ secretKey: 'key one', mode: 'hashed' }).check).toBe(check);
    expect(keyCheck('key two')).not.toBe(check);
  });

  it('gives nothing of the salt away', () => {
    expect(Buffer.from(deriveSalt('key one')).toString('hex')).not.toContain(
      Buffer.from(keyCheck('key one'), 'base64url').toString('hex'),
    );
  });
});
