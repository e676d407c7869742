import { createHash } from 'node:crypto';
import { hashSessionId, type SessionSalt, sessionLabel } from '#db/session-ids.ts';
import type { KnownSessionIds } from './known-session-ids.ts';
import { scrubSessionIds } from './scrub-session-ids.ts';

/** Longest text that is stored, in bytes of UTF-8 (telemetry.md section 4). */
export const MAX_TEXT_BYTES = 4096;
/** Past this a text is not even searched: what can be kept of it lies well before. */
const MAX_SEARCHED = MAX_TEXT_BYTES * 4;
/** The end of a text that was not searched whole: it may hold the beginning of an id, also in base64. */
const UNSURE_END = 1400;

/** Postgres takes no NUL, and a lone surrogate is no character: either would fail a whole batch. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const REPLACEMENT = '\ufffd';

const MAY_HOLD_CREDENTIALS = /bearer|basic|authorization|cookie|token=|key=/i;
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  // A digit or a capital: what looks like a word is left, as in `basic information`.
  [/\b([Bb]earer|[Bb]asic|BEARER|BASIC)\s+(?=\S*[0-9A-Z])[A-Za-z0-9._~+/-]{8,}=*/g, '$1 {dropped}'],
  [
    /((?:proxy-)?authorization|(?:set-)?cookie)("?\s*[:=]\s*)("[^"]*"|\[[^\]]*\]|[^\r\n]*)/gi,
    '$1$2{dropped}',
  ],
  [/([?&](?:(?:access|id|auth)[-_])?(?:token|api[-_]?key|key)=)[^&#\s"'<>]+/gi, '$1{dropped}'],
];
/** The legacy transport carries the session id in the address of its messages. */
const ID_IN_QUERY = /([?&](?:mcp[-_])?session[-_]?id=)([^&#\s"'<>]+)/gi;

export interface Cleaning {
  readonly known: KnownSessionIds;
  readonly salt: SessionSalt;
  /** Whether session ids are hashed; when not, they are left inside other text too. */
  readonly hashed: boolean;
  /** Told when an id was replaced inside other text. */
  readonly marks: { found: boolean };
}

/** Makes a text that came from a stranger fit to be stored: storable, without secrets, of bounded length. */
export function cleanText(text: string, cleaning: Cleaning): string {
  const whole = text.length <= MAX_SEARCHED;
  let clean = (whole ? text : text.slice(0, MAX_SEARCHED)).replace(UNSTORABLE, REPLACEMENT);
  if (cleaning.hashed) clean = withoutIds(clean, cleaning);
  if (MAY_HOLD_CREDENTIALS.test(clean)) {
    for (const [pattern, instead] of CREDENTIALS) clean = clean.replace(pattern, instead);
  }
  if (!whole) return cut(clean.slice(0, -UNSURE_END), { text, salt: cleaning.salt });
  const fits = clean.length * 3 <= MAX_TEXT_BYTES || Buffer.byteLength(clean) <= MAX_TEXT_BYTES;
  return fits ? clean : cut(clean, { text, salt: cleaning.salt });
}

/** The session id of an address's query, where it has one. */
export function idInQuery(text: string): string | undefined {
  const value = new RegExp(ID_IN_QUERY).exec(text)?.[2];
  return value === undefined ? undefined : decoded(value);
}

function withoutIds(text: string, cleaning: Cleaning): string {
  const scrubbed = withoutKnownIds(text, cleaning);
  if (scrubbed !== text) cleaning.marks.found = true;
  return scrubbed;
}

function withoutKnownIds(text: string, cleaning: Cleaning): string {
  const scrubbed = scrubSessionIds(text, cleaning);
  if (!scrubbed.includes('=')) return scrubbed;
  return scrubbed.replace(ID_IN_QUERY, (match, before: string, value: string) =>
    value.startsWith('{session:')
      ? match
      : `${before}{session:${sessionLabel(hashSessionId(cleaning.salt, decoded(value)))}}`,
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Cuts at a character and marks the cut; a salted digest of the whole keeps different texts different. */
function cut(clean: string, from: { readonly text: string; readonly salt: SessionSalt }): string {
  const digest = createHash('sha256').update(from.salt).update(from.text).digest('hex').slice(0, 12);
  const mark = `…{cut ${digest}}`;
  const kept = Buffer.from(clean, 'utf8').subarray(0, MAX_TEXT_BYTES - Buffer.byteLength(mark));
  return `${kept.toString('utf8').replace(/\ufffd{1,3}$/, '')}${mark}`;
}
