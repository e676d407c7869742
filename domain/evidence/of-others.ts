import type { AttemptViews } from '../attempts/views.ts';
import type { UnixNanos } from '../brand.ts';
import type { History } from '../history/history.ts';
import { firstAfter } from '../history/search.ts';
import type { Sighting } from '../history/sightings.ts';
import type { Connection, StreamHistory } from '../history/streams.ts';
import type { CursorEvidence, OthersEvidence, Place, Rival } from './dossier.ts';
import { attested, derived, type Known, observed } from './known.ts';
import { decidedField } from './of-answer.ts';
import { isStandalone, type Slots } from './slots.ts';

/** The attempt's own new connection: named, else the first that attached to the stream while it ran. */
function ownConnection(stream: StreamHistory, views: AttemptViews): string | undefined {
  const named = views.all.find((view) => view.connectionId !== undefined)?.connectionId;
  if (named !== undefined) return named;
  return stream.connections.find(({ attached }) => attached.at >= views.at && attached.at <= views.end)?.id;
}

/** How a connection of the stream had ended by then, as the server saw it. */
function endOf(history: History, connection: Connection, end: UnixNanos): 'closed' | 'fenced' | undefined {
  if (connection.fenced && connection.fenced.at <= end) return 'fenced';
  if (connection.detached && connection.detached.at <= end) return 'closed';
  const life = history.lives.asOf(end).find((one) => one.id === connection.attached.incarnation);
  return life?.closed ? 'closed' : undefined;
}

const nextAfter = (list: readonly Sighting[], end: UnixNanos): Sighting | undefined =>
  list[firstAfter(list, end)];

type Predecessor = Known<'none' | 'closed' | 'fenced' | 'live'>;

function predecessorSeen(
  history: History,
  stream: StreamHistory,
  views: AttemptViews,
): Predecessor | undefined {
  const own = ownConnection(stream, views);
  const others = stream.connections.filter(({ id, attached }) => id !== own && attached.at <= views.end);
  // An emission on an older connection after the decision: it was live after all.
  const proof = others
    .filter(({ attached }) => attached.at < views.at)
    .map(({ id }) => nextAfter(stream.written.get(id) ?? [], views.end))
    .find((sighting) => sighting !== undefined);
  if (proof) return observed(proof, 'live');
  const ends = others.map((connection) => ({ connection, how: endOf(history, connection, views.end) }));
  if (ends.length === 0 || ends.some(({ how }) => how === undefined)) return undefined;
  const last = ends.at(-1);
  if (!last) return undefined;
  const by = last.connection.fenced ?? last.connection.detached ?? last.connection.attached;
  return observed({ fact: by.id, at: by.at }, last.how ?? 'closed');
}

interface Asked {
  readonly history: History;
  readonly views: AttemptViews;
  readonly slots: Slots;
  readonly cursor: CursorEvidence;
  readonly served: Place;
}

/** Streams of the slot that may still be alive beside the one in question. */
function rivalIds({
  history,
  views,
  slots,
  cursor,
  served,
}: Asked): ReadonlyMap<string, { readonly known: Known<string>; readonly direct: boolean }> {
  const found = new Map<string, { readonly known: Known<string>; readonly direct: boolean }>();
  const stands = (id: string, origin?: string): boolean =>
    isStandalone(origin ?? history.streams.get(id)?.origin);
  const said = attested(views.server, views.server?.rivalStreamId);
  if (said) found.set(said.value, { known: said, direct: true });
  const from = cursor.streamId;
  const to = served.streamId;
  if (
    from &&
    to &&
    from.value !== to.value &&
    stands(from.value, cursor.origin?.value) &&
    stands(to.value, served.origin?.value)
  ) {
    found.set(from.value, { known: from, direct: true });
  }
  const centre = to ?? from;
  for (const mate of centre ? slots.matesOf(centre.value, views.end) : []) {
    if (!found.has(mate)) found.set(mate, { known: derived(mate), direct: false });
  }
  if (to) found.delete(to.value);
  return found;
}

const NANOS_PER_MS = 1_000_000n;

function rivalOf({ history, views }: Asked, known: Known<string>, direct: boolean): Rival {
  const stream = history.streams.get(known.value);
  const named = views.server?.rivalStreamId === known.value;
  const fence = stream?.fences.find((one) => one.at <= views.end);
  const emissions = stream?.emissions ?? [];
  const lastEmit = emissions[firstAfter(emissions, views.end) - 1];
  const seenIdle = lastEmit && observed(lastEmit, Number((views.end - lastEmit.at) / NANOS_PER_MS));
  return {
    streamId: known,
    idleMs: (named ? attested(views.server, views.server?.rivalIdleMs) : undefined) ?? seenIdle,
    fenced: fence && observed({ fact: fence.id, at: fence.at }, 'fenced'),
    emitsAfter: nextAfter(emissions, views.end),
    direct,
  };
}

function predecessorSaid(views: AttemptViews): Predecessor | undefined {
  const said = decidedField(views, 'predecessor');
  return said && said.value !== 'unknown' ? { ...said, value: said.value } : undefined;
}

/** Who else may be attached: the stream's own older connection, and other streams of its slot. */
export function othersOf(asked: Asked): OthersEvidence {
  const { history, views, cursor, served } = asked;
  const id = served.streamId?.value ?? cursor.streamId?.value;
  const stream = id === undefined ? undefined : history.streams.get(id);
  const seen = stream && predecessorSeen(history, stream, views);
  return {
    predecessor: seen ?? predecessorSaid(views),
    rivals: [...rivalIds(asked).values()].map(({ known, direct }) => rivalOf(asked, known, direct)),
    graceMs: decidedField(views, 'graceMs'),
  };
}
