import type {
  CloseReason,
  Delivery,
  Given,
  Note,
  Owed,
  SessionAnswer,
  SessionOrigin,
  StreamOrigin,
  Tag,
} from '../words.ts';

/** Is the session the same? (domain.md section 3) */
export const SESSION_ANSWER_INFO = {
  live: 'live, the same one',
  gone: 'gone',
  other_incarnation: 'another incarnation',
  unknown: 'cannot tell',
  not_applicable: 'does not apply',
} as const satisfies Record<SessionAnswer, string>;

/** What became of the events? */
export const DELIVERY_INFO = {
  clean: { word: 'clean', sentence: 'each owed event once, in order' },
  redelivered: { word: 'sent again', sentence: 'the client got events that it already had' },
  lost: { word: 'events lost', sentence: 'events after the cursor never came' },
  unresolved: { word: 'still owed', sentence: 'results were owed when the client was turned away' },
  misrouted: { word: 'misrouted', sentence: 'events of another stream, session or life were served' },
  unknown: { word: 'cannot tell', sentence: 'not enough was reported to say' },
} as const satisfies Record<Delivery, { readonly word: string; readonly sentence: string }>;

/** What the server owed, as the object of "it owed …". */
export const OWED_INFO = {
  refuse_session: 'a refusal of the session',
  refuse: 'a refusal',
  refuse_or_resync: 'a refusal or a declared gap',
  new_stream: 'a stream marked as new',
  unknown: 'something that cannot be told',
  replay: 'a replay',
} as const satisfies Record<Owed, string>;

/** What the client was given, as the object of "it gave …". */
export const GIVEN_INFO = {
  refusal: 'a refusal',
  resync: 'a declared gap',
  marked_new: 'a stream marked as new',
  claim: 'a stream that claims to go on',
  nothing_known: 'an answer that nobody reported',
} as const satisfies Record<Given, string>;

export const NOTE_INFO = {
  needless: 'everything was there: a replay would have been possible',
  incomplete_resync: 'the resync did not say from where it goes on, or what cannot be recovered',
  stale_replica: 'the replica that refused knew less than others did, and said so honestly',
  unfenced_rival: 'a rival stream was not fenced',
  strict_floor: 'a strict policy would call for a refusal at the edge of the buffer',
  cursor_lost_by_client: 'the client lost its cursor',
  events_owed: 'events were owed on the stream that was left behind',
  overlapping_services: 'several services report this session at the same time',
} as const satisfies Record<Note, string>;

export const TAG_INFO = {
  evidence_conflict: 'sources disagree; what was seen outranks what was said',
  clock_conflict: 'clocks disagree; order is uncertain',
} as const satisfies Record<Tag, string>;

export const CLOSE_REASON_INFO = {
  expired: 'expired',
  deleted: 'deleted by the client',
  evicted: 'evicted',
  rotated: 'rotated',
  shutdown: 'shut down',
} as const satisfies Record<CloseReason, string>;

export const SESSION_ORIGIN_INFO = {
  initialized: 'initialised',
  restored: 'restored',
  adopted: 'adopted',
} as const satisfies Record<SessionOrigin, string>;

export const STREAM_ORIGIN_INFO = {
  post: 'POST stream',
  get: 'GET stream',
  legacy_sse: 'Legacy SSE stream',
} as const satisfies Record<StreamOrigin, string>;
