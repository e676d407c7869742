import type { Reason } from '../words.ts';

export interface ReasonInfo {
  readonly title: string;
  /** What is the matter, as a clause that can follow "because" or a colon. */
  readonly fact: string;
  /** What the server did when it claimed continuity all the same. */
  readonly fabricated: string;
}

/** Why an attempt was judged as it was (domain.md section 4). The page is `/docs/verdicts/<reason>`. */
export const REASON_INFO = {
  needless: {
    title: 'Needless refusal',
    fact: 'everything was there and nothing stood against a replay',
    fabricated: 'The server turned away a reconnect that it could have served.',
  },
  wrong_status: {
    title: 'Wrong status',
    fact: 'the status tells the client something that is not so',
    fabricated: 'The status tells the client something that is not so.',
  },
  session_gone: {
    title: 'Session gone',
    fact: 'the session had ended',
    fabricated: 'The server answered with a stream although the session had ended.',
  },
  foreign_session: {
    title: 'Foreign session',
    fact: 'cursor or events belong to another session',
    fabricated: 'The server replayed events of another session to this client.',
  },
  dead_incarnation: {
    title: 'Dead incarnation',
    fact: 'the cursor came from a life of this session that had ended',
    fabricated: 'The server replayed events from a life of this session that had already ended.',
  },
  unparseable_cursor: {
    title: 'Unparseable cursor',
    fact: 'the cursor could not be read',
    fabricated: 'The server went on as if it understood a cursor that it could not read.',
  },
  unknown_cursor: {
    title: 'Unknown cursor',
    fact: 'the cursor was never issued here',
    fabricated: 'The server went on from a cursor that it had never issued.',
  },
  unknown_sequence: {
    title: 'Unknown sequence',
    fact: 'the cursor names a sequence that the session does not have',
    fabricated: 'The server went on from a sequence that this session does not have.',
  },
  missing_token: {
    title: 'Missing token',
    fact: 'this server uses resumption tokens and the request carried none',
    fabricated: 'The server went on without the token that ties a client to its stream.',
  },
  missing_cursor: {
    title: 'Missing cursor',
    fact: 'a token came without a cursor',
    fabricated: 'The server went on from a token alone, with no cursor to say where.',
  },
  unknown_token: {
    title: 'Unknown token',
    fact: 'the token names no stream',
    fabricated: 'The server went on from a token that names no stream.',
  },
  foreign_stream: {
    title: 'Foreign stream',
    fact: 'cursor and stream served are not the same stream',
    fabricated: 'The server replayed another stream than the one the cursor belongs to.',
  },
  ambiguous_sequence: {
    title: 'Ambiguous id',
    fact: 'the event id may belong to several streams',
    fabricated: 'The server guessed: the event id it was given was issued on more than one stream.',
  },
  namespace_mismatch: {
    title: 'Namespace mismatch',
    fact: 'the cursor was drawn from another sequence than the one served',
    fabricated: 'The server read a cursor of one namespace as a position in another.',
  },
  fenced_stream: {
    title: 'Fenced stream',
    fact: 'the stream had been closed to writes',
    fabricated: 'The server went on with a stream that it had itself fenced.',
  },
  ahead_of_high_water: {
    title: 'Ahead of the log',
    fact: 'the cursor lies ahead of everything the server has issued',
    fabricated: 'The server accepted a cursor that lies ahead of everything it has issued.',
  },
  clamped_to_floor: {
    title: 'Clamped to the floor',
    fact: 'the events after the cursor had left the buffer',
    fabricated:
      'Events had left the buffer, and the server silently went on from the oldest one it still had.',
  },
  gap: {
    title: 'Gap',
    fact: 'events after the cursor were missing',
    fabricated: 'Events after the cursor were skipped, and nothing told the client.',
  },
  forked: {
    title: 'Forked',
    fact: 'another connection of the same stream was still live',
    fabricated: 'Two connections of one stream were live at once, each getting events.',
  },
  session_reassigned: {
    title: 'Session reassigned',
    fact: 'the answer carried another session id',
    fabricated: 'The answer moved the client to another session without saying so.',
  },
  regressed: {
    title: 'Regressed',
    fact: 'the replay began on another stream or before the cursor',
    fabricated: 'The replay did not follow the cursor: it began somewhere else.',
  },
  nothing_delivered: {
    title: 'Nothing delivered',
    fact: 'events were owed and none were sent',
    fabricated: 'Events were owed and the answer carried none of them.',
  },
  redelivery: {
    title: 'Redelivery',
    fact: 'events were sent that the client already had',
    fabricated: 'The server sent events again that the client already had.',
  },
  unmarked_new_stream: {
    title: 'Unmarked new stream',
    fact: 'a new stream was opened without saying so while events were owed on the old one',
    fabricated:
      'The server opened a new stream without saying so; the old one still held undelivered events.',
  },
  try_later: {
    title: 'Try later',
    fact: 'the server asked the client to come back later',
    fabricated: 'The server asked the client to come back later.',
  },
  unauthorised: {
    title: 'Unauthorised',
    fact: 'the request was not authorised',
    fabricated: 'The request was not authorised.',
  },
  unsupported: {
    title: 'Unsupported',
    fact: 'this server does not take reconnects here',
    fabricated: 'This server does not take reconnects here.',
  },
  predecessor_live: {
    title: 'Predecessor still attached',
    fact: "the client's own old connection still counted as live",
    fabricated: "The client's own old connection still counted as live.",
  },
  rival_live: {
    title: 'Rival still live',
    fact: 'another stream of the same slot still counted as live',
    fabricated: 'Another stream of the same slot still counted as live.',
  },
  no_cursor: {
    title: 'No cursor',
    fact: 'the reconnect named no event to go on from',
    fabricated: 'The reconnect named no event to go on from.',
  },
} as const satisfies Record<Reason, ReasonInfo>;
