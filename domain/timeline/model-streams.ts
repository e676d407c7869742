import type { FactJson } from '../api-types.ts';
import type { StreamOrigin } from '../words.ts';
import { STREAM_ORIGIN_INFO } from '../words-info/answers.ts';
import { shortId } from './model-lives.ts';
import type { AttemptPoint, Flag, StreamTrack, TimelineSession } from './model-types.ts';
import { isoMs } from './range.ts';
import type { EventColumn, TickClass } from './ticks.ts';

type StreamJson = TimelineSession['streams'][number];
type EmitJson = Extract<FactJson, { kind: 'emit' }>;
type ReceiveJson = Extract<FactJson, { kind: 'receive' }>;

const ORIGIN_ORDER = ['get', 'legacy_sse', 'post'] as const;

const originRank = (origin: StreamOrigin | undefined): number =>
  origin === undefined ? ORIGIN_ORDER.length : ORIGIN_ORDER.indexOf(origin);

interface StreamInput {
  readonly session: TimelineSession;
  readonly facts: readonly FactJson[];
  readonly attempts: readonly AttemptPoint[];
  readonly flags: readonly Flag[];
}

/** Streams as tracks, GET before POST, each once even if several lives of the session used its id. */
export function modelStreams(input: StreamInput): readonly StreamTrack[] {
  const byId = new Map<string, StreamJson[]>();
  for (const stream of input.session.streams) byId.set(stream.id, [...(byId.get(stream.id) ?? []), stream]);
  const events = eventsByStream(input.facts);
  const evictions = firstEvictions(input.facts);
  const notable = notableStreams(input);
  const tracks = [...byId.entries()].map(([id, parts]) => ({
    order: originRank(parts[0]?.origin),
    track: toTrack(id, {
      parts,
      events: events.get(id),
      evictedAt: evictions.get(id),
      notable: notable.has(id),
    }),
  }));
  return tracks.sort((a, b) => a.order - b.order || a.track.from - b.track.from).map(({ track }) => track);
}

interface TrackInput {
  readonly parts: readonly StreamJson[];
  readonly events: EventColumn | undefined;
  readonly evictedAt: number | undefined;
  readonly notable: boolean;
}

function toTrack(id: string, input: TrackInput): StreamTrack {
  const { parts } = input;
  const first = parts[0];
  const to = Math.max(...parts.map((part) => isoMs(part.end)));
  const fenced = parts.map((part) => part.fencedAt).find((at) => at !== undefined);
  const isPost = first?.origin === 'post';
  return {
    id,
    title: first?.origin === undefined ? 'Stream' : STREAM_ORIGIN_INFO[first.origin],
    sub: first?.requestId === undefined ? shortId(id) : `${shortId(id)} · request ${first.requestId}`,
    from: Math.min(...parts.map((part) => isoMs(part.at))),
    to,
    connections: parts.flatMap((part) =>
      part.connections.map((each) => ({
        from: isoMs(each.at),
        to: each.end === undefined ? isoMs(part.end) : isoMs(each.end),
        open: each.end === undefined,
      })),
    ),
    events: input.events ?? { at: [], kind: [] },
    fencedAt: fenced === undefined ? undefined : isoMs(fenced),
    band: bandOf(parts, input.evictedAt, to),
    notable: input.notable || fenced !== undefined || !isPost,
  };
}

function bandOf(
  parts: readonly StreamJson[],
  evictedAt: number | undefined,
  to: number,
): StreamTrack['band'] {
  const last = [...parts].reverse().find((part) => part.floor !== undefined && part.highWater !== undefined);
  if (evictedAt === undefined || last?.floor === undefined || last.highWater === undefined) return undefined;
  const [floor, high] = [last.floor, last.highWater].map((value) => value.toLocaleString('en-GB'));
  return { from: evictedAt, to: Math.max(to, evictedAt), label: `retained ${floor} … ${high}` };
}

function notableStreams({ attempts, flags }: StreamInput): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const point of attempts) {
    if (point.stream !== undefined) ids.add(point.stream);
    if (point.cursor !== undefined) ids.add(point.cursor.stream);
  }
  for (const flag of flags) ids.add(flag.stream);
  return ids;
}

function firstEvictions(facts: readonly FactJson[]): ReadonlyMap<string, number> {
  const at = new Map<string, number>();
  for (const fact of facts) {
    if (fact.kind !== 'evict' || fact.streamId === undefined) continue;
    at.set(fact.streamId, Math.min(at.get(fact.streamId) ?? Number.POSITIVE_INFINITY, isoMs(fact.at)));
  }
  return at;
}

function eventsByStream(facts: readonly FactJson[]): ReadonlyMap<string, EventColumn> {
  const emitted = new Map<string, EmitJson[]>();
  const received = new Map<string, ReceiveJson[]>();
  for (const fact of facts) {
    if (fact.kind === 'emit' && fact.streamId !== undefined) push(emitted, fact.streamId, fact);
    if (fact.kind === 'receive' && fact.streamId !== undefined) push(received, fact.streamId, fact);
  }
  const columns = new Map<string, EventColumn>();
  for (const [id, list] of received)
    columns.set(
      id,
      column(list, () => false),
    );
  for (const [id, list] of emitted) columns.set(id, column(list, heldTest(list)));
  return columns;
}

/** A result is held when it was only retained, on a stream whose other events name their connections. */
function heldTest(list: readonly EmitJson[]): (fact: EmitJson) => boolean {
  const names = list.some((fact) => fact.connectionId !== undefined);
  return (fact) => names && fact.connectionId === undefined && !fact.replayed && fact.eventKind === 'result';
}

function column<T extends EmitJson | ReceiveJson>(
  list: readonly T[],
  isHeld: (fact: T) => boolean,
): EventColumn {
  const events = list
    .map((fact) => ({ at: isoMs(fact.at), kind: isHeld(fact) ? ('held' as const) : tickClass(fact) }))
    .sort((a, b) => a.at - b.at);
  return { at: events.map((event) => event.at), kind: events.map((event) => event.kind) };
}

function tickClass(fact: EmitJson | ReceiveJson): TickClass {
  if (fact.kind === 'emit' && fact.replayed) return 'replayed';
  switch (fact.eventKind) {
    case 'result':
    case 'error':
    case 'request':
    case 'resync':
      return fact.eventKind;
    case 'priming':
    case 'keepalive':
      return 'quiet';
    default:
      return 'plain';
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
