import { eventId, factId, sessionKey, unixNanos } from '#domain/brand.ts';
import { EMPTY_CONTEXT } from '#domain/context.ts';
import type { EmitFact, Fact, FactCommon, ResumptionFact } from '#domain/facts.ts';
import { judge } from '#domain/judge.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';

export interface JudgingRow {
  readonly what: string;
  readonly facts: number;
  readonly millis: number;
  /** Time per fact against that of the smallest session in the same run: 1 is linear. */
  readonly perFactRatio: number;
}

const ROUNDS = 3;
const MS = 1_000_000n;

/** One long session: an event a millisecond, and every 200th fact a reconnect that replays five events. */
function longSession(count: number): readonly Fact[] {
  return Array.from({ length: count }, (_, index): Fact => {
    const at = unixNanos(1_793_613_600_000_000_000n + BigInt(index) * MS);
    const common = { ...COMMON, id: factId(`f${index}`), spanId: `s${index}`, at, end: at };
    return index % 200 === 199 ? reconnect(common, index) : emission(common, index);
  });
}

const COMMON: Omit<FactCommon, 'id' | 'spanId' | 'at' | 'end'> = {
  session: sessionKey('bench'),
  identified: true,
  observer: 'server',
  service: 'bench',
  instance: 'node-1',
  traceId: 't',
  protocol: '2025-11-25',
  incarnation: 'inc-1',
  attributes: {},
};

const emission = (common: FactCommon, ordinal: number): EmitFact => ({
  ...common,
  kind: 'emit',
  streamId: 'G1',
  origin: 'get',
  connectionId: 'k1',
  eventId: eventId(`G1:${ordinal}`),
  ordinal,
  eventKind: 'notification',
  replayed: false,
});

const reconnect = (common: FactCommon, ordinal: number): ResumptionFact => ({
  ...common,
  kind: 'resumption',
  thin: false,
  lastEventId: eventId(`G1:${ordinal - 6}`),
  sessionState: 'live',
  cursorState: 'resolved',
  cursorSession: 'same',
  streamId: 'G1',
  origin: 'get',
  highWater: ordinal - 1,
  floor: 0,
  predecessor: 'closed',
  status: 200,
  outcome: 'replayed',
  marker: 'none',
  firstEventId: eventId(`G1:${ordinal - 5}`),
  replayedCount: 5,
});

function timed(facts: readonly Fact[]): number {
  const horizon = unixNanos(1_893_613_600_000_000_000n);
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    judge({
      session: sessionKey('bench'),
      facts,
      context: EMPTY_CONTEXT,
      horizon,
      settings: DEFAULT_SETTINGS,
    });
    return performance.now() - from;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

/** Judging one session from scratch, by its size; loading not included. */
export function benchJudging(): readonly JudgingRow[] {
  const sizes = [1_000, 10_000, 100_000];
  const rows = sizes.map((facts) => ({ facts, millis: timed(longSession(facts)) }));
  const [smallest] = rows;
  const base = smallest ? smallest.millis / smallest.facts : 1;
  return rows.map(({ facts, millis }) => ({
    what: 'judge from scratch',
    facts,
    millis: Math.round(millis),
    perFactRatio: Math.round((millis / facts / base) * 100) / 100,
  }));
}
