import { type UnixNanos, unixNanos } from '../brand.ts';
import type { CloseFact, EmitFact, Fact } from '../facts.ts';
import { firstFrom } from '../log/deliveries.ts';
import type { LoggedEvent, StreamLog } from '../log/stream-log.ts';
import { defineDetector, type Occurrence, seen } from './occurrence.ts';
import { type Scene, viewsOf } from './scene.ts';
import { takeoversOf } from './takeovers.ts';
import { countOf } from './telling.ts';

/**
 * Events emitted on a stream after it was fenced, after its slot was taken over, or after its session ended. What is
 * buffered during a cut and replayed later is no orphan, and a replay is no new event.
 */
export const orphanEmission = defineDetector({
  kind: 'orphan_emission',
  severity: 'medium',
  find: (scene) => {
    const closes = closesOf(scene);
    const ends = new Map<StreamLog, Ending[]>();
    for (const stream of scene.log.streams.values()) ends.set(stream, endingsOf(stream, closes));
    for (const { from, at, until, attempt } of takeoversOf(scene)) {
      const [fact] = viewsOf(scene, attempt);
      ends.get(from)?.push({ at, until, fact, why: 'its slot had been taken over by a reconnect' });
    }
    return [...ends].flatMap(([stream, endings]) => orphansOn(scene, { stream, endings }));
  },
  many: (run) =>
    `${countOf(run.length, 'event')} went to stream ${run[0]?.streamId ?? ''}, which nobody reads any more`,
});

/** From when on a stream has nobody to read it. */
interface Ending {
  readonly at: UnixNanos;
  readonly until?: UnixNanos | undefined;
  /** Set where just one connection was closed to writes. */
  readonly connectionId?: string | undefined;
  readonly fact?: Fact | undefined;
  readonly why: string;
}

function endingsOf(stream: StreamLog, closes: ReadonlyMap<string, CloseFact>): Ending[] {
  const fences = stream.fences.map((fact): Ending => {
    const { at, connectionId } = fact;
    const why =
      connectionId === undefined ? 'it had been fenced' : `its connection ${connectionId} had been fenced`;
    return { at, connectionId, fact, why };
  });
  const close = closes.get(stream.incarnation ?? '');
  return close === undefined
    ? fences
    : [...fences, { at: close.at, fact: close, why: 'its session had ended' }];
}

/** The last end of each incarnation that was not opened again after it. */
function closesOf(scene: Scene): ReadonlyMap<string, CloseFact> {
  const closes = new Map<string, CloseFact>();
  for (const fact of scene.log.facts) {
    const incarnation = scene.log.incarnationOf(fact) ?? '';
    if (fact.kind === 'open') closes.delete(incarnation);
    else if (fact.kind === 'close' && !closes.has(incarnation)) closes.set(incarnation, fact);
  }
  return closes;
}

function orphansOn(
  scene: Scene,
  { stream, endings }: { stream: StreamLog; endings: readonly Ending[] },
): readonly Occurrence[] {
  if (endings.length === 0) return [];
  const first = endings.reduce((a, b) => (b.at < a.at ? b : a));
  if (!firstFrom(scene.emissionsOn(stream), unixNanos(first.at + 1n))) return [];
  return stream.events.flatMap((event) => {
    const late = event.emissions.find(
      (fact) => !fact.replayed && endings.some((ending) => isAfter(fact, ending)),
    );
    if (!late || event.emissions.some((fact) => !fact.replayed && fact.at < late.at)) return [];
    const ending = endings.find((end) => isAfter(late, end));
    return ending && !isReadLater(scene, { event, late }) ? [orphanOf(stream, { late, ending })] : [];
  });
}

/** Buffered during a cut and replayed later: that is what buffers are for. */
function isReadLater(scene: Scene, { event, late }: { event: LoggedEvent; late: EmitFact }): boolean {
  const buffered = late.connectionId === undefined;
  const delivered = scene.deliveries
    .of(event)
    .some(({ how, at }) => at > late.at && (how === 'replayed' || (buffered && how === 'received')));
  return (
    delivered ||
    event.emissions.some((fact) => fact.replayed && fact.connectionId !== undefined && fact.at > late.at)
  );
}

function isAfter(fact: EmitFact, { at, until, connectionId }: Ending): boolean {
  if (connectionId !== undefined && fact.connectionId !== connectionId) return false;
  return fact.at > at && (until === undefined || fact.at < until);
}

function orphanOf(stream: StreamLog, { late, ending }: { late: EmitFact; ending: Ending }): Occurrence {
  return {
    key: stream.key,
    at: late.at,
    streamId: stream.streamId,
    evidence: [
      seen(late, 'event_id', late.eventId ?? late.ordinal),
      ...(ending.fact ? [seen(ending.fact, 'ended_by', ending.fact.kind)] : []),
    ],
    what: `An event was emitted on stream ${stream.streamId ?? ''} after ${ending.why}`,
  };
}
