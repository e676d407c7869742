import { hashSessionId, type SessionSalt, sessionLabel } from '#db/session-ids.ts';
import { type KnownSessionIds, MIN_SCRUBBED_LENGTH } from './known-session-ids.ts';

const BASE64_CHARACTER = /[A-Za-z0-9+/_-]/;
/** Text that people can read: no control characters, nothing that was not UTF-8. */
const READABLE = /^[^\p{Cc}\p{Cn}\p{Co}\ufffd]*$/u;

/**
 * Replaces every known raw session id inside a text by a mark (telemetry.md section 4: "that part is replaced by
 * `{session}`"). The mark carries the label of the session's hash: event ids of two sessions must stay as different
 * as they were, or one session's cursor would seem to be another's. Where the id lies inside base64, that run is
 * shown decoded when it is readable, else encoded again.
 */
export function scrubSessionIds(
  text: string,
  by: { readonly known: KnownSessionIds; readonly salt: SessionSalt },
): string {
  if (text.length < MIN_SCRUBBED_LENGTH) return text;
  let out = '';
  let copied = 0;
  let found = by.known.find(text, 0);
  while (found) {
    const mark = `{session:${sessionLabel(hashSessionId(by.salt, found.rawId))}}`;
    const part =
      found.form === 'plain'
        ? { from: found.at, to: found.at + found.rawId.length, text: mark }
        : decodedPart(text, { at: found.at, notBefore: copied, rawId: found.rawId, mark });
    out += text.slice(copied, part.from) + part.text;
    copied = part.to;
    found = by.known.find(text, copied);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

interface Base64Hit {
  readonly at: number;
  /** What lies before was replaced already. */
  readonly notBefore: number;
  readonly rawId: string;
  readonly mark: string;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Decodes the run of base64 around a hit. The run may begin after a prefix of the same alphabet: four places. */
function decodedPart(text: string, hit: Base64Hit): Part {
  const run = runAround(text, hit);
  const candidates: Part[] = [];
  for (let from = run.from; from < run.from + 4; from += 1) {
    const bytes = Buffer.from(text.slice(from, run.to), 'base64');
    const decoded = bytes.toString('utf8');
    if (!decoded.includes(hit.rawId)) continue;
    const clean = decoded.replaceAll(hit.rawId, hit.mark);
    if (READABLE.test(clean)) return { from, to: run.to, text: clean };
    candidates.push({ from, to: run.to, text: reencoded(bytes, hit) });
  }
  return candidates[0] ?? { from: run.from, to: run.to, text: hit.mark };
}

function runAround(text: string, hit: Base64Hit): { readonly from: number; readonly to: number } {
  let from = hit.at;
  while (from > hit.notBefore && BASE64_CHARACTER.test(text.charAt(from - 1))) from -= 1;
  let to = hit.at;
  while (to < text.length && BASE64_CHARACTER.test(text.charAt(to))) to += 1;
  while (to < text.length && text.charAt(to) === '=') to += 1;
  return { from, to };
}

/** Byte by byte, so that what is no text survives as it was. */
function reencoded(bytes: Buffer, hit: Base64Hit): string {
  const rawId = Buffer.from(hit.rawId, 'utf8').toString('latin1');
  return Buffer.from(bytes.toString('latin1').replaceAll(rawId, hit.mark), 'latin1').toString('base64url');
}
