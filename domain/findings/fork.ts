import { type UnixNanos, unixNanos } from '../brand.ts';
import type { EmitFact, ReceiveFact } from '../facts.ts';
import { firstFrom } from '../log/deliveries.ts';
import type { ConnectionLog, StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { type Takeover, takeoversOf } from './takeovers.ts';
import { laterOf } from './times.ts';

/** Two readers of what should be one sequence: neither sees all of it. */
export const fork = defineDetector({
  kind: 'fork',
  severity: 'high',
  find: (scene) => [
    ...[...scene.log.streams.values()].flatMap(forksOfStream),
    ...takeoversOf(scene).flatMap((takeover) => forkOfSlot(scene, takeover)),
  ],
  many: (run) => `${run[0]?.what ?? ''}, and so again`,
});

type Sight = EmitFact | ReceiveFact;

/** Sights of events on a connection, in order of time, by connection. */
function sightsByConnection(stream: StreamLog): ReadonlyMap<string, readonly Sight[]> {
  const sights = new Map<string, Sight[]>();
  const all = stream.events.flatMap(({ emissions, receipts }): readonly Sight[] => [
    ...emissions,
    ...receipts,
  ]);
  for (const sight of all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))) {
    if (sight.connectionId === undefined) continue;
    const list = sights.get(sight.connectionId);
    if (list) list.push(sight);
    else sights.set(sight.connectionId, [sight]);
  }
  return sights;
}

/** Two connections of one stream both get events after the second attached. */
function forksOfStream(stream: StreamLog): readonly Occurrence[] {
  const sights = sightsByConnection(stream);
  if (stream.connections.size < 2 || sights.size < 2) return [];
  const connections = [...stream.connections.values()].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
  return connections.flatMap((second, index) => {
    const first = connections
      .slice(Math.max(0, index - 8), index)
      .findLast((other) => fedAfter(sights, { connection: other, at: second.at }));
    const old = first && fedAfter(sights, { connection: first, at: second.at });
    const fresh = fedAfter(sights, { connection: second, at: second.at });
    return first && old && fresh ? [forkOf({ stream, second, old, fresh })] : [];
  });
}

/** The first event that a connection got after a moment while it was not known to have ended. */
function fedAfter(
  sights: ReadonlyMap<string, readonly Sight[]>,
  { connection, at }: { connection: ConnectionLog; at: UnixNanos },
): Sight | undefined {
  const { ended } = connection;
  if (ended !== undefined && ended.kind === 'detach' && ended.at < at) return undefined;
  return sights
    .get(connection.id)
    ?.find(
      (sight) =>
        sight.at >= at && (ended?.kind !== 'detach' || sight.kind === 'receive' || sight.at <= ended.at),
    );
}

interface Forked {
  readonly stream: StreamLog;
  readonly second: ConnectionLog;
  readonly old: Sight;
  readonly fresh: Sight;
}

function forkOf({ stream, second, old, fresh }: Forked): Occurrence {
  return {
    key: stream.key,
    at: second.at,
    until: laterOf(old.at, fresh.at),
    streamId: stream.streamId,
    evidence: [
      seen(old, 'event_on_first_connection', old.eventId ?? old.ordinal),
      seen(fresh, 'event_on_second_connection', fresh.eventId ?? fresh.ordinal),
      ...(second.attach ? [seen(second.attach, 'second_connection_attached', second.id)] : []),
    ],
    what: `Stream ${stream.streamId ?? ''} fed two connections at once: ${old.connectionId ?? ''} still got events after ${second.id} had attached`,
  };
}

/** A standalone stream that a reconnect opened emits while the one that it replaced still does. */
function forkOfSlot(scene: Scene, { attempt, from, to, at }: Takeover): readonly Occurrence[] {
  const fresh = firstFrom(scene.emissionsOn(to), attempt.at);
  const old = firstFrom(scene.emissionsOn(from), unixNanos(at + 1n));
  if (!fresh || !old || isOver(to, old.at)) return [];
  return [
    {
      key: from.key,
      at,
      until: laterOf(old.at, fresh.at),
      streamId: from.streamId,
      attempts: [attempt.id],
      evidence: [
        seen(old, 'event_on_replaced_stream', old.eventId ?? old.ordinal),
        seen(fresh, 'event_on_new_stream', fresh.eventId ?? fresh.ordinal),
      ],
      what: `A reconnect opened stream ${to.streamId ?? ''} in the place of ${from.streamId ?? ''}, and both went on emitting`,
    },
  ];
}

/** Whether every connection that a stream had was gone by a moment. */
function isOver(stream: StreamLog, at: UnixNanos): boolean {
  const connections = [...stream.connections.values()];
  return connections.length > 0 && connections.every(({ ended }) => ended !== undefined && ended.at < at);
}
