import type { CheckId, CheckResult } from '../words.ts';

export interface CheckInfo {
  /** What holds when the check holds. */
  readonly title: string;
  readonly question: string;
}

/** What each check asks (domain.md section 4). */
export const CHECK_INFO = {
  session_live: { title: 'Session is live', question: 'Was the session alive when the client came back?' },
  same_session: {
    title: 'Cursor belongs to this session',
    question: 'Were cursor and events of this session?',
  },
  same_incarnation: {
    title: 'Same incarnation',
    question: 'Was the cursor minted in the life of the session that is live now?',
  },
  cursor_resolved: {
    title: 'Cursor resolves',
    question: 'Does the cursor lead to an event that was issued here?',
  },
  stream_identity: {
    title: 'Stream identity',
    question: 'Do token, cursor and the stream served name the same stream?',
  },
  attributable: { title: 'Attributable to one stream', question: 'Can the id belong to one stream only?' },
  same_namespace: {
    title: 'Same namespace',
    question: 'Were the ids served drawn from the sequence that the cursor came from?',
  },
  not_fenced: { title: 'Stream is not fenced', question: 'Was the stream still open to writes?' },
  within_high_water: {
    title: 'Within high water',
    question: 'Had the server issued at least as much as the cursor says?',
  },
  retained: { title: 'Still retained', question: 'Was everything after the cursor still in the buffer?' },
  sole_stream: {
    title: 'Sole live connection',
    question: 'Was the old connection closed before the new one wrote?',
  },
  session_reaffirmed: { title: 'Session re-affirmed', question: 'Did the answer carry the same session id?' },
  first_is_successor: {
    title: 'First event is the successor',
    question: 'Was the first event replayed the one right after the cursor?',
  },
  replay_complete: { title: 'Replay is complete', question: 'Was as much replayed as was owed?' },
  refusal_class: { title: 'Right kind of refusal', question: 'Did the status say what was the matter?' },
  marked_when_new: {
    title: 'Marked when new',
    question: 'Did a stream without a cursor say that it was new?',
  },
  resync_truthful: { title: 'Resync tells the truth', question: 'Did the declared gap match what followed?' },
} as const satisfies Record<CheckId, CheckInfo>;

/** The words for a check's result; "not applicable" counts as holding and is shown quietly. */
export const CHECK_RESULT_INFO = {
  holds: { word: 'holds', glyph: 'tick' },
  fails: { word: 'fails', glyph: 'cross' },
  unknown: { word: 'cannot tell', glyph: 'question' },
  not_applicable: { word: 'does not apply', glyph: 'dash' },
} as const satisfies Record<CheckResult, { readonly word: string; readonly glyph: string }>;
