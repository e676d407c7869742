import { compareExecutions } from '../executions/executions.ts';
import type { Execution } from '../judgement.ts';
import { addTo } from '../log/grouping.ts';
import type { Scene } from './scene.ts';

/** How many earlier runs are tried by each thing that may join two; an agent that polls makes thousands. */
const TRIED = 16;

/**
 * For each run, the earlier ones that may be the same call: those that share something which may prove it, and those of
 * the same tool, nearest first, back to one whose result had arrived before the later run began: what lies before that was
 * answered for.
 */
export function candidatesOf(scene: Scene): (later: Execution) => readonly Execution[] {
  const all = runsOf(scene);
  const groups = new Map<string, Execution[]>();
  const place = new Map<string, ReadonlyMap<string, number>>();
  for (const run of all) {
    const places = new Map<string, number>();
    for (const key of keysOf(run)) {
      places.set(key, groups.get(key)?.length ?? 0);
      addTo(groups, key, run);
    }
    place.set(run.id, places);
  }
  return (later) => {
    const found = new Set<Execution>();
    for (const [key, index] of place.get(later.id) ?? []) {
      const earlier = (groups.get(key) ?? []).slice(Math.max(0, index - TRIED), index).reverse();
      for (const run of isByCall(key) ? untilAnswered(earlier, later) : earlier) found.add(run);
    }
    return [...found];
  };
}

/** Own runs and those of other sessions, in order of time; without what did not run. */
function runsOf(scene: Scene): readonly Execution[] {
  const runs = new Map<string, Execution>();
  for (const { execution } of scene.context.relatedExecutions) runs.set(execution.id, execution);
  for (const execution of scene.executions) runs.set(execution.id, execution);
  return [...runs.values()].filter(({ deduplicated }) => !deduplicated).sort(compareExecutions);
}

const CALL = 'call';
const isByCall = (key: string): boolean => key.startsWith(CALL);

function keysOf(run: Execution): readonly string[] {
  const keys: string[] = [];
  const request = run.requestIdLowTrust ? undefined : run.requestId;
  if (request !== undefined && run.identified)
    keys.push(['request', run.session, run.incarnation ?? '', request].join('\u0000'));
  if (request !== undefined && run.parentSpanId)
    keys.push(['parent', run.traceId, run.parentSpanId, request].join('\u0000'));
  if (run.idempotencyKey !== undefined) keys.push(['key', run.idempotencyKey].join('\u0000'));
  if (run.tool !== undefined) keys.push([CALL, run.tool, run.argumentsDigest ?? ''].join('\u0000'));
  return keys;
}

function untilAnswered(earlier: readonly Execution[], later: Execution): readonly Execution[] {
  const answered = earlier.findIndex((run) => run.session === later.session && wasDelivered(run, later));
  return answered < 0 ? earlier : earlier.slice(0, answered + 1);
}

/** Whether the result of a run had arrived before another began. */
export const wasDelivered = (earlier: Execution, later: Execution): boolean =>
  earlier.deliveredAt !== undefined && earlier.deliveredAt < later.at;
