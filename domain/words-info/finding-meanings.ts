import type { FindingKind } from '../words.ts';

/** What makes each finding, in one sentence (domain.md section 6). The page is `/docs/findings/<kind>`. */
export const FINDING_MEANING = {
  fabricated_continuity: 'A reconnect was answered as if its stream went on, and the facts refute it.',
  double_execution: 'One call of a tool was executed twice, and the client meant it once.',
  foreign_delivery: 'An event of another session reached this client.',
  fork: 'Two connections of one place both got events.',
  lost_result: 'A result was produced, and no connection ever carried it to the client.',
  lost_event: 'An event with an id was never delivered, though a later one of its stream was.',
  unresolved_request:
    'The stream of a request ended, or its client gave up, and no result of it was ever seen.',
  duplicate_delivery: 'One result was delivered twice, or one event on two streams.',
  unstable_replay: 'Two reconnects with one cursor, in one life of the session, were replayed differently.',
  orphan_emission:
    'Events were written to a stream after it was fenced, taken over, or its session had ended: nobody reads it.',
  rejected_incarnation: 'A reconnect was refused because its session, or the life it came from, is gone.',
  resync: 'The server told the client that events are gone, and from where it goes on.',
  marker_ignored:
    'The client was told that its stream is new or has a gap, and came again with a cursor from before.',
  cursor_not_last_received:
    'The cursor is not the last event that the client received: one from before asks for events again, one from ahead loses some.',
  cursor_rewritten:
    'Client and server report different ids for one reconnect or event: something between them rewrites ids.',
  fallback: 'The stream of a request was left without its response, and a GET stream was opened instead.',
  client_not_recovering:
    'The client was told that its session is gone, and presented it again or opened no new one.',
  blocked_by_orphan:
    'A reconnect was refused for no other reason than that an older connection still counted as live.',
  id_reuse: 'An event id was issued again with other content: a cursor with it has two meanings.',
  id_regression: 'Ids ran backwards: what was issued later sorts before what was issued earlier.',
  unresumable_stream:
    'A stream got its result before any event with an id: had it broken, nothing could have resumed it.',
  era_violation: "The server or the client used what the session's protocol version does not have.",
} as const satisfies Record<FindingKind, string>;
