/**
 * The closed vocabularies of the domain (design: domain.md sections 2 to 7). Each array is the source of
 * its union, of the database's checks and of the filters on screen.
 */

export const OBSERVERS = ['server', 'client', 'proxy'] as const;
export type Observer = (typeof OBSERVERS)[number];

export const ERAS = ['sessionful', 'sessionless', 'unknown'] as const;
export type Era = (typeof ERAS)[number];

export const STREAM_ORIGINS = ['post', 'get', 'legacy_sse'] as const;
export type StreamOrigin = (typeof STREAM_ORIGINS)[number];

export const SESSION_ORIGINS = ['initialized', 'restored', 'adopted'] as const;
export type SessionOrigin = (typeof SESSION_ORIGINS)[number];

export const CLOSE_REASONS = ['expired', 'deleted', 'evicted', 'rotated', 'shutdown'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export const DETACH_REASONS = [
  'completed',
  'client_closed',
  'server_closed',
  'network',
  'replaced',
  'timeout',
] as const;
export type DetachReason = (typeof DETACH_REASONS)[number];

export const EVENT_KINDS = [
  'result',
  'error',
  'request',
  'notification',
  'priming',
  'resync',
  'keepalive',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const REQUEST_OUTCOMES = ['result', 'error', 'timeout', 'cancelled', 'lost'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** Is the session the same? (domain.md section 3) */
export const SESSION_ANSWERS = ['live', 'gone', 'other_incarnation', 'unknown', 'not_applicable'] as const;
export type SessionAnswer = (typeof SESSION_ANSWERS)[number];

/** Was the resumption what it claimed to be? (domain.md section 3), worst first. */
export const VERDICTS = [
  'fabricated',
  'misrefused',
  'resynced',
  'refused',
  'new_stream',
  'indeterminate',
  'continuous',
  'not_applicable',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What became of the events? (domain.md section 3) */
export const DELIVERIES = ['clean', 'redelivered', 'lost', 'unresolved', 'misrouted', 'unknown'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** The seventeen checks in the order of domain.md section 4. */
export const CHECKS = [
  'session_live',
  'same_session',
  'same_incarnation',
  'cursor_resolved',
  'stream_identity',
  'attributable',
  'same_namespace',
  'not_fenced',
  'within_high_water',
  'retained',
  'sole_stream',
  'session_reaffirmed',
  'first_is_successor',
  'replay_complete',
  'refusal_class',
  'marked_when_new',
  'resync_truthful',
] as const;
export type CheckId = (typeof CHECKS)[number];

export const CHECK_RESULTS = ['holds', 'fails', 'unknown', 'not_applicable'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** Why a verdict is what it is. The order is that of the checks; `needless` and `wrong_status` lead a misrefusal. */
export const REASONS = [
  'needless',
  'wrong_status',
  'session_gone',
  'foreign_session',
  'dead_incarnation',
  'unparseable_cursor',
  'unknown_cursor',
  'unknown_sequence',
  'missing_token',
  'missing_cursor',
  'unknown_token',
  'foreign_stream',
  'ambiguous_sequence',
  'namespace_mismatch',
  'fenced_stream',
  'ahead_of_high_water',
  'clamped_to_floor',
  'gap',
  'forked',
  'session_reassigned',
  'regressed',
  'nothing_delivered',
  'redelivery',
  'unmarked_new_stream',
  'try_later',
  'unauthorised',
  'unsupported',
  'predecessor_live',
  'rival_live',
  'no_cursor',
] as const;
export type Reason = (typeof REASONS)[number];

export const NOTES = [
  'needless',
  'incomplete_resync',
  'stale_replica',
  'unfenced_rival',
  'strict_floor',
  'cursor_lost_by_client',
  'events_owed',
  'overlapping_services',
] as const;
export type Note = (typeof NOTES)[number];

export const TAGS = ['evidence_conflict', 'clock_conflict'] as const;
export type Tag = (typeof TAGS)[number];

/** What the client was given in answer (domain.md section 5). */
export const GIVEN = ['refusal', 'resync', 'marked_new', 'claim', 'nothing_known'] as const;
export type Given = (typeof GIVEN)[number];

/** What the server owed (domain.md section 4). */
export const OWED = [
  'refuse_session',
  'refuse',
  'refuse_or_resync',
  'new_stream',
  'unknown',
  'replay',
] as const;
export type Owed = (typeof OWED)[number];

export const FINDING_KINDS = [
  'fabricated_continuity',
  'double_execution',
  'foreign_delivery',
  'fork',
  'lost_result',
  'lost_event',
  'unresolved_request',
  'duplicate_delivery',
  'unstable_replay',
  'orphan_emission',
  'rejected_incarnation',
  'resync',
  'marker_ignored',
  'cursor_not_last_received',
  'cursor_rewritten',
  'fallback',
  'client_not_recovering',
  'blocked_by_orphan',
  'id_reuse',
  'id_regression',
  'unresumable_stream',
  'era_violation',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const STRENGTHS = ['proven', 'probable', 'possible'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Kinds of facts, in the order that decides at equal times (domain.md section 9). */
export const FACT_KINDS = [
  'alias',
  'open',
  'attach',
  'execution',
  'emit',
  'receive',
  'request',
  'detach',
  'fence',
  'evict',
  'resumption',
  'close',
  'heartbeat',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Narrows free text to a member of a closed vocabulary, or to nothing. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  text: string | undefined,
): T[number] | undefined {
  return values.find((value) => value === text);
}
