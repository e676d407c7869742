import type { EventId, FactId, SessionKey, UnixNanos } from '../brand.ts';
import type { SessionContext } from '../context.ts';
import { type Answers, answersOf } from '../executions/results.ts';
import type { EmitFact, Fact, ResumptionFact } from '../facts.ts';
import type { Attempt, Disturbance, Execution } from '../judgement.ts';
import { type Deliveries, deliveriesOf } from '../log/deliveries.ts';
import { groupBy } from '../log/grouping.ts';
import { type SessionLog, sessionLogOf, streamIn } from '../log/session-log.ts';
import type { LoggedEvent, StreamLog } from '../log/stream-log.ts';
import { compareFacts } from '../order.ts';
import type { JudgeSettings } from '../settings.ts';
import type { Era } from '../words.ts';

/** All that findings are made of: the facts of a session, what was judged of them, and what others know. */
export interface FindingsInput {
  readonly facts: readonly Fact[];
  readonly attempts: readonly Attempt[];
  readonly executions: readonly Execution[];
  readonly disturbances: readonly Disturbance[];
  readonly context: SessionContext;
  /** The time up to which is judged. */
  readonly horizon: UnixNanos;
  readonly settings: JudgeSettings;
  readonly era: Era;
  readonly session: SessionKey;
  /** The facts arranged already, where the caller has them so. */
  readonly log?: SessionLog | undefined;
  readonly deliveries?: Deliveries | undefined;
}

/** The input, arranged once for all detectors. */
export interface Scene extends FindingsInput {
  readonly log: SessionLog;
  readonly deliveries: Deliveries;
  readonly answers: Answers;
  readonly factById: ReadonlyMap<FactId, Fact>;
  readonly service: string;
  readonly executionsById: ReadonlyMap<string, Execution>;
  /** Of this session and of those that its calls may come from, in order of time, each once. */
  readonly allDisturbances: readonly Disturbance[];
  readonly executionsByRequest: ReadonlyMap<string | undefined, readonly Execution[]>;
  /** What was emitted on a stream, replays included, in order of time. */
  readonly emissionsOn: (stream: StreamLog) => readonly EmitFact[];
}

/** Arranges what the detectors read. */
export function sceneOf(input: FindingsInput): Scene {
  const log = input.log ?? sessionLogOf(input.facts);
  const deliveries = input.deliveries ?? deliveriesOf(log);
  const executions = input.executions.map((execution) => inSession(execution, input.session));
  const server = log.facts.find((fact) => fact.observer === 'server') ?? log.facts[0];
  return {
    ...input,
    attempts: [...input.attempts].sort((a, b) =>
      a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1,
    ),
    log,
    deliveries,
    executions,
    answers: answersOf({ log, deliveries }, executions),
    factById: new Map(log.facts.map((fact) => [fact.id, fact])),
    service: server?.service ?? '',
    executionsById: new Map(executions.map((execution) => [execution.id, execution])),
    allDisturbances: allDisturbances(input),
    executionsByRequest: groupBy(executions, ({ requestId }) => requestId),
    emissionsOn: remembering((stream: StreamLog) =>
      stream.events.flatMap(({ emissions }) => emissions).sort(compareFacts),
    ),
  };
}

/** Whether a key is the group of a trace: facts that name no session. */
export const isTraceKey = (session: SessionKey): boolean => session.startsWith('t:');

function allDisturbances({ context, disturbances, session }: FindingsInput): readonly Disturbance[] {
  const elsewhere = context.relatedExecutions.flatMap((related) => related.disturbances);
  const own = disturbances.map((disturbance) => ({ ...disturbance, session }));
  const all = [...elsewhere, ...(context.clientDisturbances ?? []), ...own];
  const each = new Map(all.map((one) => [`${one.fact} ${one.kind}`, one]));
  return [...each.values()].sort((a, b) =>
    a.at !== b.at ? (a.at < b.at ? -1 : 1) : a.fact < b.fact ? -1 : 1,
  );
}

/** What was reported under an alias is of the session that the alias names. */
function inSession(execution: Execution, session: SessionKey): Execution {
  return execution.identified && execution.session !== session ? { ...execution, session } : execution;
}

/** Works something out once for each thing that it is asked for. */
function remembering<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? work(key);
    known.set(key, value);
    return value;
  };
}

/** The views of an attempt as they were reported. */
export function viewsOf(scene: Scene, attempt: Attempt): readonly ResumptionFact[] {
  return attempt.facts
    .map((id) => scene.factById.get(id))
    .filter((fact): fact is ResumptionFact => fact?.kind === 'resumption');
}

/** The event that an id names, where it was seen on one stream only, or the server says which one it means. */
export function eventNamed(
  scene: Scene,
  id: EventId | undefined,
  streamId?: string,
): LoggedEvent | undefined {
  if (id === undefined) return undefined;
  const events = scene.log.events.get(id) ?? [];
  const streams = new Set(events.map((event) => event.stream));
  if (streams.size === 1) return events.at(-1);
  const named = events.filter((event) => event.stream.streamId === streamId);
  return new Set(named.map((event) => event.stream)).size === 1 ? named.at(-1) : undefined;
}

/** The stream that an attempt's cursor points into: as seen, else as the server says. */
export function cursorStreamOf(scene: Scene, attempt: Attempt): StreamLog | undefined {
  const seen = eventNamed(scene, attempt.lastEventId, attempt.cursor.streamId)?.stream;
  return seen ?? streamIn(scene.log, attempt.cursor.streamId, attempt.cursor.incarnation);
}

/** The ordinal of an attempt's cursor on its stream: as seen, else as the server says. */
export function cursorOrdinalOf(scene: Scene, attempt: Attempt): number | undefined {
  return eventNamed(scene, attempt.lastEventId, attempt.cursor.streamId)?.ordinal ?? attempt.cursor.ordinal;
}

/** Whether an answer gave the client a stream. */
export function servedStream(attempt: Attempt): boolean {
  return (
    attempt.given === 'claim' ||
    attempt.given === 'resync' ||
    attempt.given === 'marked_new' ||
    (attempt.given === 'nothing_known' && isSuccess(attempt.status))
  );
}

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
