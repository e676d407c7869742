import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SEAMARK_ERROR_CODE,
  ATTR_SEAMARK_FIRST_EVENT_ID,
  ATTR_SEAMARK_FIRST_INCARNATION,
  ATTR_SEAMARK_FIRST_ORDINAL,
  ATTR_SEAMARK_FIRST_SESSION,
  ATTR_SEAMARK_FIRST_STREAM_ID,
  ATTR_SEAMARK_REPLAY_STATE,
  ATTR_SEAMARK_REPLAYED_COUNT,
  ATTR_SEAMARK_RESPONSE_KIND,
  ATTR_SEAMARK_RESPONSE_RETRY_AFTER,
  ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID,
  ATTR_SEAMARK_RESUMPTION_MARKER,
  ATTR_SEAMARK_RESUMPTION_OUTCOME,
  ATTR_SEAMARK_RESUMPTION_TOKEN,
  ATTR_SEAMARK_RESUMPTION_TOKEN_STREAM_ID,
  ATTR_SEAMARK_RESYNC_EARLIEST,
  ATTR_SEAMARK_RESYNC_UNRECOVERABLE,
  ATTR_SEAMARK_STREAM_ECHO,
  type Echo,
  type Marker,
  type ReplayState,
  type ResumptionOutcome,
} from '@seamark/semconv';
import type { Attempt } from './attempt.ts';
import type { Facts } from './attributes.ts';
import type { Cursor } from './cursor.ts';
import type { Exchange, Head } from './exchange.ts';
import { errorCode } from './json-rpc.ts';
import { isOfSession } from './ledger.ts';
import type { EventIdView, InstrumentMcpOptions } from './options.ts';

export interface HeaderNames {
  readonly streamResumed: string;
  readonly streamId: string;
}

/** What was asked. The token itself never leaves: only whether there was one, and the stream it names. */
export function requestFacts(
  exchange: Exchange,
  attempt: Attempt,
  token: InstrumentMcpOptions['token'],
): Facts {
  const named = attempt.token === undefined ? undefined : token?.streamId(attempt.token);
  const state =
    token === undefined ? 'unused' : attempt.token === undefined ? 'absent' : named ? 'present' : 'unknown';
  return {
    [ATTR_HTTP_REQUEST_METHOD]: exchange.request.method,
    [ATTR_SEAMARK_RESUMPTION_LAST_EVENT_ID]: attempt.lastEventId,
    [ATTR_SEAMARK_RESUMPTION_TOKEN]: state,
    [ATTR_SEAMARK_RESUMPTION_TOKEN_STREAM_ID]: named,
  };
}

/** What was answered, as seen on the wire. */
export function answerFacts(
  exchange: Exchange,
  attempt: Attempt,
  given: {
    readonly cursor: Cursor;
    readonly names: HeaderNames;
    readonly ordinalOf: (eventId: string) => number | undefined;
  },
): Facts {
  const { head } = exchange;
  if (!head) return { [ATTR_SEAMARK_RESUMPTION_OUTCOME]: 'failed' };
  const marker = head.kind === 'stream' ? markerOf(head, attempt, given.names) : undefined;
  return {
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: head.status,
    [ATTR_SEAMARK_RESPONSE_KIND]: head.kind,
    [ATTR_SEAMARK_RESPONSE_RETRY_AFTER]: seconds(head.header('retry-after')),
    [ATTR_SEAMARK_ERROR_CODE]: head.status >= 400 ? errorCode(parsed(exchange.body)) : undefined,
    [ATTR_SEAMARK_RESUMPTION_OUTCOME]: outcomeOf(exchange, head, marker),
    [ATTR_SEAMARK_RESUMPTION_MARKER]: marker,
    [ATTR_SEAMARK_STREAM_ECHO]: streamEcho(exchange, head, given),
    ...resyncFacts(attempt, given.ordinalOf),
  };
}

function markerOf(head: Head, attempt: Attempt, names: HeaderNames): Marker {
  if (attempt.resync) return 'resync';
  const resumed = head.header(names.streamResumed)?.trim().toLowerCase();
  return resumed === 'true' ? 'resumed' : resumed === 'false' ? 'new_stream' : 'none';
}

function outcomeOf(exchange: Exchange, head: Head, marker: Marker | undefined): ResumptionOutcome {
  if (head.status >= 500) return 'failed';
  if (head.status >= 400 || head.kind !== 'stream') return 'refused';
  if (marker === 'resync') return 'resynced';
  if (marker === 'new_stream') return 'new_stream';
  return exchange.replay || marker === 'resumed' ? 'replayed' : 'new_stream';
}

function streamEcho(
  exchange: Exchange,
  head: Head,
  given: { readonly cursor: Cursor; readonly names: HeaderNames },
): Echo | undefined {
  if (head.kind !== 'stream') return undefined;
  const echoed = head.header(given.names.streamId);
  if (echoed === undefined) return 'absent';
  const expected = given.cursor.streamId ?? exchange.stream?.id;
  return expected === undefined ? undefined : echoed === expected ? 'same' : 'different';
}

function resyncFacts(attempt: Attempt, ordinalOf: (eventId: string) => number | undefined): Facts {
  const { resync } = attempt;
  if (!resync) return {};
  const { earliest, unrecoverable } = resync;
  return {
    [ATTR_SEAMARK_RESYNC_EARLIEST]:
      typeof earliest === 'string' ? (wholeNumber(earliest) ?? ordinalOf(earliest)) : earliest,
    [ATTR_SEAMARK_RESYNC_UNRECOVERABLE]: unrecoverable === undefined ? undefined : String(unrecoverable),
  };
}

/** The first event served, and how much of a replay went out. */
export function servedFacts(
  exchange: Exchange,
  attempt: Attempt,
  read: (id: string) => EventIdView | undefined,
): Facts {
  const { first } = attempt;
  const entry = first?.entry;
  const own = entry !== undefined && isOfSession(entry, exchange.sessionId);
  const said = entry || first?.eventId === undefined ? undefined : read(first.eventId);
  const unknown = entry === undefined && said === undefined;
  return {
    [ATTR_SEAMARK_FIRST_EVENT_ID]: first?.eventId,
    [ATTR_SEAMARK_FIRST_SESSION]:
      entry && exchange.sessionId !== undefined ? (own ? 'same' : 'other') : undefined,
    [ATTR_SEAMARK_FIRST_STREAM_ID]:
      unknown && first && !exchange.replay ? exchange.stream?.id : (entry?.stream.id ?? said?.streamId),
    [ATTR_SEAMARK_FIRST_INCARNATION]: entry?.incarnation ?? said?.incarnation,
    [ATTR_SEAMARK_FIRST_ORDINAL]: entry?.ordinal ?? said?.ordinal,
    ...replayFacts(exchange, attempt),
  };
}

/** Only a watched store's replay can be told from live events, so only its count is one. */
function replayFacts(exchange: Exchange, attempt: Attempt): Facts {
  const { replay, head } = exchange;
  if (head?.kind !== 'stream' || head.status >= 400) return {};
  if (!replay) return exchange.transport?.hasStore ? { [ATTR_SEAMARK_REPLAYED_COUNT]: 0 } : {};
  const cut = exchange.endedAt !== undefined && replay.outstanding.size > 0;
  const whole = replay.endedAt !== undefined && replay.outstanding.size === 0;
  const state: ReplayState = whole ? 'complete' : cut || replay.failed ? 'aborted' : 'running';
  return { [ATTR_SEAMARK_REPLAYED_COUNT]: attempt.replayed, [ATTR_SEAMARK_REPLAY_STATE]: state };
}

function seconds(header: string | undefined): number | undefined {
  return header === undefined ? undefined : wholeNumber(header.trim());
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
