import { msToNanos, unixNanos } from '../brand.ts';
import type { AttachFact, DetachFact } from '../facts.ts';
import { firstFrom } from '../log/deliveries.ts';
import { groupBy } from '../log/grouping.ts';
import type { StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { lengthOf } from './telling.ts';

/** A post stream was left without its response and a get stream opened in the same incarnation. */
export const fallback = defineDetector({
  kind: 'fallback',
  severity: 'info',
  find: (scene) => {
    const opened = openings(scene);
    return [...scene.log.streams.values()].flatMap((stream) => {
      const left = stream.origin === 'post' || stream.requestId !== undefined ? leftAt(stream) : undefined;
      const opening = left && firstFrom(opened.get(stream.incarnation) ?? [], left.at);
      if (!left || !opening || opening.at - left.at > msToNanos(scene.settings.episodeIdleMs)) return [];
      // Resumed before: the client went on with the stream and did not fall back.
      if (stream.attaches.some((fact) => fact.at > left.at && fact.at < opening.at)) return [];
      return [occurrenceOf({ stream, left, opening: opening.fact })];
    });
  },
  many: (run) => `${run[0]?.what ?? ''}, and so with ${run.length} requests`,
});

interface Opening {
  readonly at: AttachFact['at'];
  readonly fact: AttachFact;
}

/** The first attach of each get stream, by incarnation, in order of time. */
function openings(scene: Scene): ReadonlyMap<string | undefined, readonly Opening[]> {
  const gets = [...scene.log.streams.values()].filter(
    ({ origin }) => origin === 'get' || origin === 'legacy_sse',
  );
  const opened = gets.flatMap((stream) => {
    const [fact] = stream.attaches;
    return fact ? [{ incarnation: stream.incarnation, at: fact.at, fact }] : [];
  });
  opened.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.fact.id < b.fact.id ? -1 : 1));
  return groupBy(opened, ({ incarnation }) => incarnation);
}

/** The first detach before which no response was issued on the stream. */
function leftAt(stream: StreamLog): DetachFact | undefined {
  const response = stream.events.find(({ kind }) => kind === 'result' || kind === 'error')?.at;
  const [left] = stream.detaches;
  if (!left || left.detachReason === 'completed' || left.detachReason === 'replaced') return undefined;
  return response !== undefined && response <= left.at ? undefined : left;
}

function occurrenceOf({
  stream,
  left,
  opening,
}: {
  stream: StreamLog;
  left: DetachFact;
  opening: AttachFact;
}): Occurrence {
  return {
    key: stream.incarnation ?? '',
    at: opening.at,
    streamId: stream.streamId,
    requestId: stream.requestId,
    evidence: [
      seen(left, 'post_stream_left', left.detachReason ?? ''),
      seen(opening, 'get_stream_opened', opening.streamId),
    ],
    what: `The client left post stream ${stream.streamId ?? ''} without its response and opened get stream ${opening.streamId ?? ''} ${lengthOf(unixNanos(opening.at - left.at))} later`,
  };
}
