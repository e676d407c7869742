import { msToNanos, type UnixNanos, unixNanos } from '../brand.ts';
import { digestOf } from '../digest.ts';
import type { Finding } from '../judgement.ts';
import type { Detector, Occurrence } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { clockOf, repetitionOf } from './telling.ts';
import { laterOf } from './times.ts';

/** Evidence of so many occurrences is kept in full, and that of the last; the count tells of the rest. */
const KEPT = 20;

export interface Gathered {
  readonly findings: readonly Finding[];
  /** When something that has not settled yet may have become a finding; absent: never. */
  readonly judgeAgainAt?: UnixNanos | undefined;
}

/** Runs a detector and makes one finding of each run of repetition (domain.md section 6). */
export function gather(scene: Scene, detector: Detector): Gathered {
  const found = detector.find(scene);
  const waiting = found.filter(({ due }) => due !== undefined && due >= scene.horizon);
  const settled =
    waiting.length === 0 ? found : found.filter(({ due }) => due === undefined || due < scene.horizon);
  const ids = new Set<string>();
  const findings = runsOf(settled, scene).map((run) => {
    const finding = findingOf({ scene, detector, run, taken: ids });
    ids.add(finding.id);
    return finding;
  });
  return { findings, judgeAgainAt: earliestDue(waiting) };
}

/** Just past the due time: what is due at a moment is found only after it. */
function earliestDue(waiting: readonly Occurrence[]): UnixNanos | undefined {
  let first: UnixNanos | undefined;
  for (const { due } of waiting) if (due !== undefined && (first === undefined || due < first)) first = due;
  return first === undefined ? undefined : unixNanos(first + 1n);
}

function compareOccurrences(a: Occurrence, b: Occurrence): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  const left = a.evidence[0]?.fact ?? '';
  const right = b.evidence[0]?.fact ?? '';
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Repetition of the same thing is one run until it pauses for as long as ends an episode. */
function runsOf(occurrences: readonly Occurrence[], scene: Scene): readonly (readonly Occurrence[])[] {
  const pause = msToNanos(scene.settings.episodeIdleMs);
  const open = new Map<string, Occurrence[]>();
  const runs: Occurrence[][] = [];
  for (const occurrence of [...occurrences].sort(compareOccurrences)) {
    const run = open.get(occurrence.key);
    const last = run?.at(-1);
    if (run && last && occurrence.at - (last.until ?? last.at) <= pause) {
      run.push(occurrence);
      continue;
    }
    const begun = [occurrence];
    open.set(occurrence.key, begun);
    runs.push(begun);
  }
  return runs;
}

interface Run {
  readonly scene: Scene;
  readonly detector: Detector;
  readonly run: readonly Occurrence[];
  readonly taken: ReadonlySet<string>;
}

function findingOf({ scene, detector, run, taken }: Run): Finding {
  const [first] = run;
  if (!first) throw new Error('a run of occurrences is never empty');
  const named = digestOf([scene.session, detector.kind, first.evidence[0]?.fact ?? first.key]);
  const same = <K extends keyof Occurrence>(field: K): Occurrence[K] | undefined =>
    run.every((occurrence) => occurrence[field] === first[field]) ? first[field] : undefined;
  const kept = run.length <= KEPT ? run : [...run.slice(0, KEPT - 1), ...run.slice(-1)];
  return {
    id: taken.has(named) ? digestOf([named, first.key]) : named,
    kind: detector.kind,
    severity: first.severity ?? detector.severity,
    strength: first.strength,
    at: first.at,
    until: run.reduce((last, { at, until }) => laterOf(last, until ?? at), first.at),
    count: run.length,
    session: scene.session,
    alsoOn: [...distinct(run, 'alsoOn')].filter((key) => key !== scene.session).sort(),
    service: scene.service,
    tool: same('tool'),
    streamId: same('streamId'),
    requestId: same('requestId'),
    attempts: distinct(run, 'attempts'),
    executions: distinct(run, 'executions'),
    sentence: sentenceOf(detector, run, first),
    evidence: kept.flatMap(({ evidence }) => evidence),
  };
}

/** What the occurrences of a run speak of, each once. */
function distinct<K extends 'alsoOn' | 'attempts' | 'executions'>(
  run: readonly Occurrence[],
  field: K,
): readonly NonNullable<Occurrence[K]>[number][] {
  const [first] = run;
  if (run.length === 1) return first?.[field] ?? [];
  return [
    ...new Set(
      run.flatMap((occurrence): readonly NonNullable<Occurrence[K]>[number][] => occurrence[field] ?? []),
    ),
  ];
}

function sentenceOf(detector: Detector, run: readonly Occurrence[], first: Occurrence): string {
  if (run.length === 1) return `${first.what}.`;
  const told = detector.many?.(run) ?? first.what;
  // Some say how many themselves; then only since when is left to say.
  const counted = told.startsWith(`${run.length} `) || told.includes(`; ${run.length} `);
  return counted
    ? `${told}, since ${clockOf(first.at)}.`
    : `${told}: ${repetitionOf(run.map(({ at }) => at))}.`;
}
