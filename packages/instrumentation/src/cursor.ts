import {
  ATTR_SEAMARK_CURSOR_INCARNATION,
  ATTR_SEAMARK_CURSOR_ORDINAL,
  ATTR_SEAMARK_CURSOR_ORIGIN,
  ATTR_SEAMARK_CURSOR_SEQUENCE,
  ATTR_SEAMARK_CURSOR_SESSION,
  ATTR_SEAMARK_CURSOR_STATE,
  ATTR_SEAMARK_CURSOR_STREAM_ID,
  type CursorState,
  type Ownership,
} from '@seamark/semconv';
import type { Facts } from './attributes.ts';
import type { Exchange } from './exchange.ts';
import { isOfSession, type LedgerEntry } from './ledger.ts';
import type { EventIdView } from './options.ts';

/** What `Last-Event-ID` resolves to, from what this process issued, what the store says, or what the id itself says. */
export interface Cursor {
  readonly state: CursorState | undefined;
  readonly entry: LedgerEntry | undefined;
  readonly session: Ownership | undefined;
  readonly incarnation: string | undefined;
  readonly streamId: string | undefined;
  readonly ordinal: number | undefined;
  readonly sequence: string | undefined;
}

/**
 * Resolves the cursor of an attempt. What is not known stays out: an id that this process has not issued is `unknown`
 * only when the store itself did not find it, or when there is no store that could.
 */
export function resolveCursor(
  exchange: Exchange,
  known: { readonly entry: LedgerEntry | undefined; readonly said: EventIdView | undefined },
): Cursor {
  const { entry, said } = known;
  const streamId = entry?.stream.id ?? said?.streamId ?? storeStream(exchange);
  return {
    state: cursorState(exchange, entry !== undefined || said !== undefined || streamId !== undefined),
    entry,
    session: entry ? (isOfSession(entry, exchange.sessionId) ? 'same' : otherSession(exchange)) : undefined,
    incarnation: entry?.incarnation ?? said?.incarnation,
    streamId,
    ordinal: entry?.ordinal ?? said?.ordinal,
    sequence: entry?.sequence ?? said?.sequence,
  };
}

export function cursorFacts(cursor: Cursor): Facts {
  return {
    [ATTR_SEAMARK_CURSOR_STATE]: cursor.state,
    [ATTR_SEAMARK_CURSOR_SESSION]: cursor.session,
    [ATTR_SEAMARK_CURSOR_INCARNATION]: cursor.incarnation,
    [ATTR_SEAMARK_CURSOR_STREAM_ID]: cursor.streamId,
    [ATTR_SEAMARK_CURSOR_SEQUENCE]: cursor.sequence,
    [ATTR_SEAMARK_CURSOR_ORIGIN]: cursor.entry?.stream.origin,
    [ATTR_SEAMARK_CURSOR_ORDINAL]: cursor.ordinal,
  };
}

/** An event of a session that the request did not name. Without a session in the request there is nothing to differ from. */
function otherSession(exchange: Exchange): Ownership | undefined {
  return exchange.sessionId === undefined ? undefined : 'other';
}

/** The stream that the store itself found for the cursor. */
function storeStream(exchange: Exchange): string | undefined {
  return exchange.attempt?.storeStreamId || exchange.replay?.streamId || undefined;
}

function cursorState(exchange: Exchange, resolved: boolean): CursorState | undefined {
  if (exchange.attempt?.lastEventId === undefined) return 'absent';
  if (resolved) return 'resolved';
  const { attempt, replay, transport } = exchange;
  if (attempt.storeStreamId === null) return 'unknown';
  if (replay?.endedAt !== undefined && !replay.failed && !replay.streamId) return 'unknown';
  return transport && !transport.hasStore && !transport.closed ? 'unknown' : undefined;
}
