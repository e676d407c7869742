import type { FindingKind, Severity, Strength } from '../words.ts';
import type { ColourToken, Shape } from './tokens.ts';

export interface FindingInfo {
  /** As an on-call engineer says it. */
  readonly title: string;
  /** The same after a count, for one and for many: "1 fork", "2 forks". */
  readonly counted: readonly [one: string, many: string];
  readonly colour: ColourToken;
  readonly shape: Shape;
}

/** What each finding is called on screen (domain.md section 6). */
export const FINDING_INFO = {
  fabricated_continuity: {
    title: 'Fabricated continuity',
    counted: ['fabricated', 'fabricated'],
    colour: 'fabricated',
    shape: 'hexagon',
  },
  double_execution: {
    title: 'Ran twice',
    counted: ['ran twice', 'ran twice'],
    colour: 'exec',
    shape: 'twins',
  },
  foreign_delivery: {
    title: 'Events of another session delivered',
    counted: ['foreign delivery', 'foreign deliveries'],
    colour: 'fabricated',
    shape: 'hexagon',
  },
  fork: { title: 'Stream forked', counted: ['fork', 'forks'], colour: 'misrefused', shape: 'broken' },
  lost_result: {
    title: 'Result never delivered',
    counted: ['result lost', 'results lost'],
    colour: 'misrefused',
    shape: 'broken',
  },
  lost_event: {
    title: 'Event never delivered',
    counted: ['event lost', 'events lost'],
    colour: 'resynced',
    shape: 'broken',
  },
  unresolved_request: {
    title: 'Request without an answer',
    counted: ['without an answer', 'without an answer'],
    colour: 'misrefused',
    shape: 'broken',
  },
  duplicate_delivery: {
    title: 'Delivered twice',
    counted: ['delivered twice', 'delivered twice'],
    colour: 'exec',
    shape: 'twins',
  },
  unstable_replay: {
    title: 'Replays differ',
    counted: ['unstable replay', 'unstable replays'],
    colour: 'misrefused',
    shape: 'broken',
  },
  orphan_emission: {
    title: 'Written to an orphan',
    counted: ['written to an orphan', 'written to an orphan'],
    colour: 'resynced',
    shape: 'broken',
  },
  rejected_incarnation: {
    title: 'Rejected incarnation',
    counted: ['rejected incarnation', 'rejected incarnations'],
    colour: 'refused',
    shape: 'bar',
  },
  resync: {
    title: 'Gap declared (resync)',
    counted: ['resync', 'resyncs'],
    colour: 'resynced',
    shape: 'diamond',
  },
  marker_ignored: {
    title: 'Client ignored the marker',
    counted: ['marker ignored', 'markers ignored'],
    colour: 'resynced',
    shape: 'broken',
  },
  cursor_not_last_received: {
    title: 'Cursor is not the last event received',
    counted: ['wrong cursor', 'wrong cursors'],
    colour: 'resynced',
    shape: 'broken',
  },
  cursor_rewritten: {
    title: 'Cursor rewritten on the way',
    counted: ['rewritten cursor', 'rewritten cursors'],
    colour: 'misrefused',
    shape: 'broken',
  },
  fallback: {
    title: 'Fell back to a GET stream',
    counted: ['fallback', 'fallbacks'],
    colour: 'refused',
    shape: 'square',
  },
  client_not_recovering: {
    title: 'Client does not recover',
    counted: ['not recovering', 'not recovering'],
    colour: 'misrefused',
    shape: 'triangle',
  },
  blocked_by_orphan: {
    title: 'Blocked by its own orphan',
    counted: ['blocked by an orphan', 'blocked by an orphan'],
    colour: 'refused',
    shape: 'bar',
  },
  id_reuse: {
    title: 'Event id used twice',
    counted: ['id reused', 'ids reused'],
    colour: 'misrefused',
    shape: 'broken',
  },
  id_regression: {
    title: 'Event ids ran backwards',
    counted: ['id regression', 'id regressions'],
    colour: 'misrefused',
    shape: 'broken',
  },
  unresumable_stream: {
    title: 'Stream cannot be resumed',
    counted: ['unresumable stream', 'unresumable streams'],
    colour: 'unknown',
    shape: 'ring',
  },
  era_violation: {
    title: 'Breaks the protocol era',
    counted: ['era violation', 'era violations'],
    colour: 'unknown',
    shape: 'ring',
  },
} as const satisfies Record<FindingKind, FindingInfo>;

/** Severities in words, the gravest first, with how loudly they are drawn. */
export const SEVERITY_INFO = {
  critical: { title: 'Critical', colour: 'fabricated' },
  high: { title: 'High', colour: 'misrefused' },
  medium: { title: 'Medium', colour: 'resynced' },
  low: { title: 'Low', colour: 'refused' },
  info: { title: 'Info', colour: 'unknown' },
} as const satisfies Record<Severity, { readonly title: string; readonly colour: ColourToken }>;

/** How sure a double execution is (domain.md section 7). */
export const STRENGTH_INFO = {
  proven: { title: 'proven', sentence: 'Same call by its identity: nothing else explains it.' },
  probable: { title: 'probable', sentence: 'Same tool and arguments, with a loss of contact in between.' },
  possible: {
    title: 'possible',
    sentence: 'Same tool and arguments and nothing in between; agents repeat calls on purpose.',
  },
} as const satisfies Record<Strength, { readonly title: string; readonly sentence: string }>;

/** A kind of finding after its count: `1 event lost`, `12 events lost`. */
export function countedFinding(kind: FindingKind, count: number): string {
  const [one, many] = FINDING_INFO[kind].counted;
  return `${count} ${count === 1 ? one : many}`;
}
