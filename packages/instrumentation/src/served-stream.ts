import {
  ATTR_SEAMARK_EVENT_NAMESPACING,
  ATTR_SEAMARK_GRACE_MS,
  ATTR_SEAMARK_PREDECESSOR_STATE,
  ATTR_SEAMARK_RIVAL_IDLE_MS,
  ATTR_SEAMARK_RIVAL_STREAM_ID,
  ATTR_SEAMARK_SEQUENCE_ACTIVE_COUNT,
  ATTR_SEAMARK_STREAM_FLOOR,
  ATTR_SEAMARK_STREAM_HIGH_WATER,
  ATTR_SEAMARK_STREAM_STATE,
  type Namespacing,
  type PredecessorState,
} from '@seamark/semconv';
import type { Attempt } from './attempt.ts';
import type { Facts } from './attributes.ts';
import { elapsedMs } from './clock.ts';
import type { Connections } from './connections.ts';
import type { Cursor } from './cursor.ts';
import type { Exchange } from './exchange.ts';
import type { InstrumentMcpOptions } from './options.ts';
import type { StreamLog } from './stream-log.ts';

/** A bound of a stream as its store tells it: an event id, an ordinal, `null` when nothing is left. */
export type BoundOf = (exchange: Exchange, streamId: string) => string | number | null | undefined;

export interface StreamWitness {
  readonly connections: Connections;
  readonly floorOf: BoundOf;
  readonly highWaterOf: BoundOf;
  readonly ordinalOf: (exchange: Exchange, eventId: string) => number | undefined;
  readonly options: InstrumentMcpOptions;
}

/** The stream that was served, its bounds at the decision, and who else held it. */
export function streamFacts(
  exchange: Exchange,
  at: { readonly attempt: Attempt; readonly cursor: Cursor },
  witness: StreamWitness,
): Facts {
  const log = servedLog(exchange, at.cursor);
  const highWater = log && highWaterOf(exchange, log, { attempt: at.attempt, witness });
  return {
    ...(log?.facts() ?? {}),
    [ATTR_SEAMARK_STREAM_STATE]: log && (log.fenced ? 'fenced' : log.completed ? 'completed' : 'open'),
    [ATTR_SEAMARK_STREAM_HIGH_WATER]: highWater,
    [ATTR_SEAMARK_STREAM_FLOOR]: log && floorOf(exchange, log, { highWater, witness }),
    [ATTR_SEAMARK_SEQUENCE_ACTIVE_COUNT]: activeSequences(exchange),
    [ATTR_SEAMARK_EVENT_NAMESPACING]: witness.options.namespacing ?? shownNamespacing(at.attempt, at.cursor),
    [ATTR_SEAMARK_PREDECESSOR_STATE]: predecessorState(exchange, log, witness.connections),
    [ATTR_SEAMARK_GRACE_MS]: witness.options.graceMs,
    ...rivalFacts(exchange, log, witness),
  };
}

/**
 * The log of the stream that was served: the cursor's own where the store went on with it, also when it belongs to an
 * earlier life. A refusal serves none; the cursor's is reported then, since its bounds are what was decided on, or
 * without a cursor the one that the request was for.
 */
function servedLog(exchange: Exchange, cursor: Cursor): StreamLog | undefined {
  const served = exchange.stream;
  const own = cursor.entry?.stream;
  if (!served) return exchange.head?.kind === 'stream' ? undefined : (own ?? exchange.wanted);
  return own && own.id === served.id ? own : served;
}

/**
 * Highest ordinal at the decision: what was issued when the replay began, or what the replay itself reached. An event
 * that came in meanwhile and was not replayed is the live tail's.
 */
function highWaterOf(
  exchange: Exchange,
  log: StreamLog,
  known: { readonly attempt: Attempt; readonly witness: StreamWitness },
): number | undefined {
  const { replay } = exchange;
  const own = log.attested ? (replay ? replay.highWater : log.highWater) : undefined;
  const told = replay ? replay.storeHighWater : known.witness.highWaterOf(exchange, log.id);
  const atStart = own ?? (typeof told === 'string' ? known.witness.ordinalOf(exchange, told) : told);
  return typeof atStart === 'number' ? Math.max(atStart, known.attempt.lastReplayed) : undefined;
}

function floorOf(
  exchange: Exchange,
  log: StreamLog,
  known: { readonly highWater: number | undefined; readonly witness: StreamWitness },
): number | undefined {
  const floor = exchange.replay ? exchange.replay.floor : known.witness.floorOf(exchange, log.id);
  if (floor === null) return known.highWater === undefined ? undefined : known.highWater + 1;
  return typeof floor === 'string' ? known.witness.ordinalOf(exchange, floor) : floor;
}

/** Sequences in use in the session, where the server names them. */
function activeSequences(exchange: Exchange): number | undefined {
  const names = new Set<string>();
  for (const stream of exchange.life?.streams.values() ?? []) {
    if (stream.sequence !== undefined && stream.hasEvents) names.add(stream.sequence);
  }
  return names.size > 0 ? names.size : undefined;
}

/** Shorter names of streams may stand in an id by chance. */
const MIN_NAME = 8;

/** An id that contains the name of its own stream shows by itself what it is drawn from. */
function shownNamespacing(attempt: Attempt, cursor: Cursor): Namespacing | undefined {
  const { lastEventId } = attempt;
  if (lastEventId === undefined || cursor.streamId === undefined) return undefined;
  return cursor.streamId.length >= MIN_NAME && lastEventId.includes(cursor.streamId) ? 'stream' : undefined;
}

/** Whether an earlier connection of the same stream is still there, now that the server has decided. */
function predecessorState(
  exchange: Exchange,
  log: StreamLog | undefined,
  connections: Connections,
): PredecessorState | undefined {
  if (!log) return undefined;
  const others = connections.others(exchange, log.id).filter((other) => isEarlier(other, exchange));
  if (others.some((other) => other.attached)) return 'live';
  if (others.length > 0) return log.fenced ? 'fenced' : 'closed';
  return log.begunHere && log.life === exchange.life ? 'none' : undefined;
}

function isEarlier(other: Exchange, exchange: Exchange): boolean {
  const [a, b] = [other.startedAt, exchange.startedAt];
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}

/** Another standalone stream that this reconnect may have left behind: the one attached last. */
function rivalFacts(exchange: Exchange, log: StreamLog | undefined, witness: StreamWitness): Facts {
  if (witness.options.concurrentStreams || exchange.request.method !== 'GET') return {};
  if (log?.origin === 'post') return {};
  const rival = witness.connections
    .standalone(exchange.sessionId)
    .findLast(
      (other) => other !== exchange && other.stream?.id !== log?.id && other.stream?.fenced === false,
    );
  const stream = rival?.stream;
  const last = stream?.lastActivity ?? rival?.attachedAt;
  if (!stream || !last) return {};
  return {
    [ATTR_SEAMARK_RIVAL_STREAM_ID]: stream.id,
    [ATTR_SEAMARK_RIVAL_IDLE_MS]: elapsedMs(last, exchange.head?.at ?? exchange.startedAt),
  };
}
