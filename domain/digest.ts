const OFFSETS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35] as const;
const PRIMES = [0x01000193, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const SEPARATOR = '\u0000';

/**
 * A short name for what the parts say, the same on every machine and in every run (domain.md section 6: ids
 * are digests, so that links and triage survive a new judgement). 128 bits of a fast mixing hash in lower-case
 * base32. It guards against accident, not against an attacker: nothing secret is ever named by it.
 */
export function digestOf(parts: readonly string[]): string {
  const text = parts.join(SEPARATOR);
  return OFFSETS.map((offset, lane) => laneOf(text, offset, PRIMES[lane] ?? PRIMES[0])).join('');
}

function laneOf(text: string, offset: number, prime: number): string {
  let hash = offset;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    hash ^= hash >>> 15;
  }
  return base32(finish(hash ^ text.length));
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the output. */
function finish(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function base32(value: number): string {
  let rest = value;
  let text = '';
  for (let digit = 0; digit < 7; digit += 1) {
    text = (ALPHABET[rest % 32] ?? 'a') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
