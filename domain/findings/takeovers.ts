import { type UnixNanos, unixNanos } from '../brand.ts';
import type { Attempt } from '../judgement.ts';
import { firstFrom } from '../log/deliveries.ts';
import { streamIn } from '../log/session-log.ts';
import type { StreamLog } from '../log/stream-log.ts';
import { cursorStreamOf, type Scene, servedStream, viewsOf } from './scene.ts';

/** A reconnect opened one standalone stream in the place of another (domain.md section 2, slot). */
export interface Takeover {
  readonly attempt: Attempt;
  readonly from: StreamLog;
  readonly to: StreamLog;
  /** The end of the decision. */
  readonly at: UnixNanos;
  /** When the replaced stream was attached or served again; absent: never. */
  readonly until?: UnixNanos | undefined;
}

/** The takeovers of a session in order of time. */
export function takeoversOf(scene: Scene): readonly Takeover[] {
  const standalone = [...scene.log.streams.values()].filter(isStandalone);
  const returns = returnsOf(scene);
  // An orphan is replaced once: what came in its place is what a later reconnect replaces.
  const replaced = new Set<StreamLog>();
  return scene.attempts.flatMap((attempt) => {
    const to = servedStream(attempt) ? servedBy(scene, attempt) : undefined;
    if (!to || !isStandalone(to)) return [];
    const orphans = attempt.lastEventId === undefined ? orphansAt(standalone, attempt.end) : [];
    const from = replacedBy(scene, {
      attempt,
      to,
      orphans: orphans.filter((stream) => !replaced.has(stream)),
    });
    for (const stream of from) replaced.add(stream);
    replaced.delete(to);
    return from.map((stream) => ({
      attempt,
      from: stream,
      to,
      at: attempt.end,
      until: firstFrom(returns.get(stream.streamId ?? '') ?? [], unixNanos(attempt.end + 1n))?.at,
    }));
  });
}

const isStandalone = (stream: StreamLog): boolean =>
  stream.origin === 'get' || stream.origin === 'legacy_sse';

function servedBy(scene: Scene, attempt: Attempt): StreamLog | undefined {
  const incarnation =
    attempt.served.incarnation ??
    viewsOf(scene, attempt).find((view) => view.incarnation !== undefined)?.incarnation;
  return streamIn(scene.log, attempt.served.streamId ?? attempt.first.streamId, incarnation);
}

interface Replacing {
  readonly attempt: Attempt;
  readonly to: StreamLog;
  readonly orphans: readonly StreamLog[];
}

/** What the server attests as rival, and where the cursor pointed; without a cursor, what stood orphaned then. */
function replacedBy(scene: Scene, { attempt, to, orphans }: Replacing): readonly StreamLog[] {
  const rivals = viewsOf(scene, attempt).map((view) =>
    streamIn(scene.log, view.rivalStreamId, to.incarnation),
  );
  const all = new Set(
    [...rivals, cursorStreamOf(scene, attempt), ...orphans].filter((stream) => stream !== undefined),
  );
  return [...all].filter(
    (stream) => stream !== to && isStandalone(stream) && stream.incarnation === to.incarnation,
  );
}

/** Streams that were open once, were not closed on purpose and have no live connection. */
function orphansAt(standalone: readonly StreamLog[], end: UnixNanos): readonly StreamLog[] {
  return standalone.filter((stream) => {
    const connections = [...stream.connections.values()].filter(({ at }) => at < end);
    const last = connections.at(-1)?.ended;
    if (connections.length === 0 || (last?.kind === 'detach' && last.detachReason === 'completed'))
      return false;
    return connections.every(({ ended }) => ended !== undefined && ended.at <= end);
  });
}

/** When streams were attached or served again: from then on they are no orphans. In order of time. */
function returnsOf(scene: Scene): ReadonlyMap<string, readonly { readonly at: UnixNanos }[]> {
  const returns = new Map<string, { readonly at: UnixNanos }[]>();
  const note = (streamId: string | undefined, at: UnixNanos): void => {
    if (streamId === undefined) return;
    const list = returns.get(streamId);
    if (list) list.push({ at });
    else returns.set(streamId, [{ at }]);
  };
  for (const fact of scene.log.facts) if (fact.kind === 'attach') note(fact.streamId, fact.at);
  for (const attempt of scene.attempts) if (servedStream(attempt)) note(attempt.served.streamId, attempt.at);
  for (const list of returns.values()) list.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return returns;
}
