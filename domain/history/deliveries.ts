import type { UnixNanos } from '../brand.ts';
import type { ResumptionFact } from '../facts.ts';
import type { History } from './history.ts';
import { isContent, type Sighting } from './sightings.ts';
import type { StreamHistory } from './streams.ts';

/** One event of a stream: when it was issued, and when it was first seen reaching anybody. */
interface Issued {
  readonly sighting: Sighting;
  readonly deliveredAt?: UnixNanos | undefined;
}

interface Replay {
  readonly from: number;
  readonly to: number;
  readonly at: UnixNanos;
  readonly incarnation?: string | undefined;
}

const keyOf = (seen: Sighting): string =>
  seen.eventId ?? `${seen.incarnation ?? ''}#${seen.ordinal ?? seen.fact}`;

/** Ordinals that an attempt says it replayed; they were delivered though no emission says so one by one. */
function replayOf(
  history: History,
  fact: ResumptionFact,
): (Replay & { readonly streamId: string }) | undefined {
  const status = fact.status ?? 0;
  const seen = fact.firstEventId === undefined ? undefined : history.sightings.get(fact.firstEventId)?.[0];
  const streamId = fact.firstStreamId ?? seen?.streamId ?? fact.streamId;
  const from = fact.firstOrdinal ?? seen?.ordinal;
  if (status < 200 || status > 299 || streamId === undefined || from === undefined || !fact.replayedCount)
    return undefined;
  return {
    streamId,
    from,
    to: from + fact.replayedCount - 1,
    at: fact.end,
    incarnation: fact.firstIncarnation,
  };
}

function replaysByStream(history: History): ReadonlyMap<string, readonly Replay[]> {
  const replays = new Map<string, Replay[]>();
  for (const fact of history.facts) {
    const replay = fact.kind === 'resumption' ? replayOf(history, fact) : undefined;
    if (!replay) continue;
    const list = replays.get(replay.streamId);
    if (list) list.push(replay);
    else replays.set(replay.streamId, [replay]);
  }
  return replays;
}

const earliest = (a: UnixNanos | undefined, b: UnixNanos | undefined): UnixNanos | undefined =>
  a === undefined ? b : b === undefined || a < b ? a : b;

function replayedAt(seen: Sighting, replays: readonly Replay[]): UnixNanos | undefined {
  const { ordinal } = seen;
  if (ordinal === undefined) return undefined;
  return replays
    .filter((replay) => ordinal >= replay.from && ordinal <= replay.to)
    .filter(
      (replay) =>
        replay.incarnation === undefined ||
        seen.incarnation === undefined ||
        replay.incarnation === seen.incarnation,
    )
    .reduce<UnixNanos | undefined>((first, replay) => earliest(first, replay.at), undefined);
}

function issuedOn(stream: StreamHistory, replays: readonly Replay[]): readonly Issued[] {
  const issued = new Map<string, Issued>();
  for (const seen of stream.sightings) {
    if (!isContent(seen.kind)) continue;
    const key = keyOf(seen);
    const known = issued.get(key);
    const reached = seen.how === 'receive' || seen.connectionId !== undefined ? seen.at : undefined;
    const deliveredAt = earliest(known?.deliveredAt, reached);
    issued.set(key, { sighting: known?.sighting ?? seen, deliveredAt });
  }
  if (replays.length === 0) return [...issued.values()];
  return [...issued.values()].map((event) => ({
    ...event,
    deliveredAt: earliest(event.deliveredAt, replayedAt(event.sighting, replays)),
  }));
}

/** What was issued and what of it reached a connection or a client, per stream; worked out when first asked. */
export class Deliveries {
  readonly #history: History;
  readonly #replays: ReadonlyMap<string, readonly Replay[]>;
  readonly #byStream = new Map<string, readonly Issued[]>();

  constructor(history: History) {
    this.#history = history;
    this.#replays = replaysByStream(history);
  }

  #issued(streamId: string): readonly Issued[] {
    const known = this.#byStream.get(streamId);
    if (known) return known;
    const stream = this.#history.streams.get(streamId);
    const issued = stream ? issuedOn(stream, this.#replays.get(streamId) ?? []) : [];
    this.#byStream.set(streamId, issued);
    return issued;
  }

  /** Content events of a stream issued before a time and not delivered by then. */
  undelivered(streamId: string, end: UnixNanos): readonly Sighting[] {
    return this.#issued(streamId)
      .filter(
        ({ sighting, deliveredAt }) => sighting.at < end && (deliveredAt === undefined || deliveredAt > end),
      )
      .map(({ sighting }) => sighting);
  }
}
