import { createHash, hkdfSync } from 'node:crypto';
import { type SessionKey, sessionKey } from '#domain/brand.ts';

/**
 * Session ids work like bearer secrets on many servers, so none is stored, logged or shown: its place is taken by
 * a salted hash (telemetry.md section 4). The hash lives here since collector and pages need the same one.
 */
export type SessionSalt = Uint8Array;

/** `raw` turns hashing off, for closed installations (`SEAMARK_SESSION_IDS=raw`). */
export type SessionIdMode = 'hashed' | 'raw';

/** How this installation names sessions. Made once, from the secret key, where a process is put together. */
export interface SessionIds {
  readonly mode: SessionIdMode;
  readonly salt: SessionSalt;
  /**
   * A value that belongs to the key and gives nothing of it away. The database keeps the first one it sees; a
   * different one later means another key, under which no session id would be found again.
   */
  readonly check: string;
  /** The key under which a session of this id is stored. */
  keyOf(rawId: string): SessionKey;
}

const SALT_BYTES = 32;
const CHECK_BYTES = 16;
const HASH_BYTES = 16;
const LABEL_LENGTH = 8;
const TRACE_PREFIX = 't:';
/** RFC 4648 section 6, in lower case. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Derives the salt of session hashes from the secret key (HKDF, RFC 5869). */
export function deriveSalt(secretKey: string | Uint8Array): SessionSalt {
  return derive(secretKey, { purpose: 'seamark session ids v1', bytes: SALT_BYTES });
}

/** See `SessionIds.check`: base64url of 16 bytes, independent of the salt. */
export function keyCheck(secretKey: string | Uint8Array): string {
  return Buffer.from(derive(secretKey, { purpose: 'seamark key check v1', bytes: CHECK_BYTES })).toString(
    'base64url',
  );
}

/** The first 128 bits of sha256(salt, id) in lower-case base32: 26 characters. */
export function hashSessionId(salt: SessionSalt, rawId: string): SessionKey {
  return sessionKey(saltedHash(salt, rawId));
}

/** The same hash for other values that must be comparable but not readable, such as addresses of clients. */
export function saltedHash(salt: SessionSalt, value: string): string {
  return base32(createHash('sha256').update(salt).update(value).digest().subarray(0, HASH_BYTES));
}

/** What people see of a session key: its first eight characters; a trace key keeps its mark. */
export function sessionLabel(key: SessionKey | string): string {
  return key.slice(0, key.startsWith(TRACE_PREFIX) ? TRACE_PREFIX.length + LABEL_LENGTH : LABEL_LENGTH);
}

/** The key of a request chain that names no session. */
export function traceSessionKey(traceId: string): SessionKey {
  return sessionKey(`${TRACE_PREFIX}${traceId}`);
}

/** Puts together how sessions are named; the caller compares `check` with what the database keeps. */
export function createSessionIds(options: {
  readonly secretKey: string | Uint8Array;
  readonly mode: SessionIdMode;
}): SessionIds {
  const salt = deriveSalt(options.secretKey);
  const keyOf =
    options.mode === 'raw'
      ? (rawId: string) => sessionKey(rawId)
      : (rawId: string) => hashSessionId(salt, rawId);
  return { mode: options.mode, salt, check: keyCheck(options.secretKey), keyOf };
}

function derive(
  secretKey: string | Uint8Array,
  output: { readonly purpose: string; readonly bytes: number },
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(0), output.purpose, output.bytes));
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >>> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32.charAt((held << (5 - bits)) & 31);
}
