import type { AttemptViews } from '../attempts/views.ts';
import type { UnixNanos } from '../brand.ts';
import type { History } from '../history/history.ts';
import type { StreamHistory } from '../history/streams.ts';

/** A reconnect made one standalone stream stand in for another from a time on. */
interface Link {
  readonly a: string;
  readonly b: string;
  readonly at: UnixNanos;
}

export const isStandalone = (origin: string | undefined): boolean =>
  origin === 'get' || origin === 'legacy_sse';

const served = (views: AttemptViews): string | undefined =>
  views.server?.streamId ?? views.proxy?.streamId ?? views.client?.streamId;

/** Where the attempt's cursor points, by sight or else by the server's word; only for linking slots. */
function cursorStream(history: History, views: AttemptViews): string | undefined {
  const id = views.all.find((view) => view.lastEventId !== undefined)?.lastEventId;
  const seen = id === undefined ? [] : (history.sightings.get(id) ?? []);
  const streams = new Set(seen.map((sighting) => sighting.streamId));
  const only = streams.size === 1 ? [...streams][0] : undefined;
  return only ?? views.server?.tokenStreamId ?? views.server?.cursorStreamId;
}

/** Standalone streams that a reconnect without a cursor may be standing in for. */
export function orphansAt(
  history: History,
  end: UnixNanos,
  except: string | undefined,
): readonly StreamHistory[] {
  return [...history.streams.values()].filter((stream) => {
    if (stream.id === except || !isStandalone(stream.origin) || stream.first >= end) return false;
    if (stream.fences.some((fence) => fence.at <= end)) return false;
    const live = stream.connections.some(
      ({ attached, detached, fenced }) =>
        attached.at < end && !(detached && detached.at <= end) && !(fenced && fenced.at <= end),
    );
    const completed = stream.connections.at(-1)?.detached?.detachReason === 'completed';
    return !live && !completed;
  });
}

function linksOf(history: History, views: AttemptViews): readonly Link[] {
  const to = served(views);
  const status = views.server?.status ?? views.client?.status ?? 0;
  if (to === undefined || status < 200 || status > 299) return [];
  const origin = history.streams.get(to)?.origin ?? views.server?.origin;
  if (!isStandalone(origin)) return [];
  const from = cursorStream(history, views);
  const hasCursor = views.all.some((view) => view.lastEventId !== undefined);
  const others = hasCursor
    ? from === undefined
      ? []
      : [from]
    : orphansAt(history, views.end, to).map((stream) => stream.id);
  return others
    .filter((other) => other !== to && isStandalone(history.streams.get(other)?.origin ?? 'get'))
    .map((other) => ({ a: to, b: other, at: views.end }));
}

/** Which standalone streams share a slot, and since when (domain.md section 2). */
export class Slots {
  readonly #links: readonly Link[];

  constructor(history: History, attempts: readonly AttemptViews[]) {
    this.#links = attempts.flatMap((views) => linksOf(history, views));
  }

  /** Streams that earlier reconnects made share a slot with this one, before a time. */
  matesOf(streamId: string, before: UnixNanos): readonly string[] {
    const found = new Set([streamId]);
    const queue = [streamId];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const link of this.#links) {
        if (link.at >= before) continue;
        const mate = link.a === next ? link.b : link.b === next ? link.a : undefined;
        if (mate === undefined || found.has(mate)) continue;
        found.add(mate);
        queue.push(mate);
      }
    }
    found.delete(streamId);
    return [...found];
  }
}
