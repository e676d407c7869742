import fc from 'fast-check';
import { eventId, type FactId, factId, sessionKey, unixNanos } from '#domain/brand.ts';
import type { Fact, FactCommon } from '#domain/facts.ts';

const SESSION = sessionKey('sessionaaaaaaaaaaaaaaaaaaa');
/** The same session under its other name, as a proxy in front of the server knows it. */
const ALIAS = sessionKey('aliasbbbbbbbbbbbbbbbbbbbbb');
const START = 1_793_613_600_000_000_000n;
const SECOND = 1_000_000_000n;

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined });

const streams = ['G1', 'G2', 'P7'] as const;
const lives = ['inc-1', 'inc-2'] as const;
const ids = ['G1:1', 'G1:2', 'G1:3', 'G2:1', 'P7:0', 'P7:1', '1', '2'].map(eventId);
const connections = ['k1', 'k2', 'k3'] as const;
const origins = ['get', 'post', 'legacy_sse'] as const;
const ordinals = [0, 1, 2, 3, 4] as const;

const common = fc.record({
  second: fc.integer({ min: 0, max: 12 }),
  lasting: fc.integer({ min: 0, max: 2 }),
  observer: oneOf('server', 'server', 'server', 'client', 'proxy'),
  instance: maybe('node-1', 'node-2'),
  incarnation: maybe(...lives),
  trace: oneOf('t1', 't2', 't3', 't4'),
  session: oneOf(SESSION, SESSION, SESSION, ALIAS),
});

const stream = {
  streamId: maybe(...streams),
  origin: maybe(...origins),
  sequence: maybe('s1', 's2'),
  connectionId: maybe(...connections),
};
const event = {
  ...stream,
  eventId: maybe(...ids),
  ordinal: maybe(...ordinals),
  eventKind: maybe('result', 'error', 'notification', 'priming', 'keepalive'),
  requestId: maybe('7', '"7"', '8'),
  digest: maybe('d1', 'd2'),
} as const;

const own: readonly fc.Arbitrary<Record<string, unknown>>[] = [
  fc.record({
    kind: fc.constant('open'),
    sessionOrigin: maybe('initialized', 'restored', 'adopted'),
    inferred: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('close'), closeReason: maybe('expired', 'shutdown') }),
  fc.record({ kind: fc.constant('attach'), ...stream }),
  fc.record({ kind: fc.constant('detach'), ...stream, detachReason: maybe('network', 'completed') }),
  fc.record({ kind: fc.constant('fence'), ...stream }),
  fc.record({ kind: fc.constant('alias'), session: fc.constant(SESSION), aliasOf: fc.constant(ALIAS) }),
  fc.record({ kind: fc.constant('evict'), ...stream, floor: maybe(...ordinals) }),
  fc.record({ kind: fc.constant('emit'), ...event, replayed: fc.boolean() }),
  fc.record({ kind: fc.constant('emit'), ...event, replayed: fc.constant(false) }),
  fc.record({ kind: fc.constant('receive'), ...event }),
  fc.record({
    kind: fc.constant('execution'),
    requestId: maybe('7', '8', '9'),
    requestIdLowTrust: fc.boolean(),
    tool: maybe('mail.send', 'read'),
    argumentsDigest: maybe('a1', 'a2'),
    idempotencyKey: maybe('i1'),
    deduplicated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('request'),
    requestId: maybe('7', '8'),
    outcome: maybe('result', 'lost', 'timeout', 'cancelled'),
  }),
];

const resumption: fc.Arbitrary<Record<string, unknown>> = fc.record({
  kind: fc.constant('resumption'),
  thin: fc.constant(false),
  lastEventId: maybe(...ids),
  token: maybe('present', 'absent', 'unknown', 'unused'),
  tokenStreamId: maybe(...streams),
  sessionState: maybe('live', 'live', 'live', 'missing', 'expired', 'none'),
  sessionEcho: maybe('same', 'different'),
  cursorState: maybe('resolved', 'resolved', 'unknown', 'evicted', 'unparseable', 'absent'),
  cursorSession: maybe('same', 'same', 'other'),
  cursorIncarnation: maybe(...lives),
  cursorStreamId: maybe(...streams),
  cursorOrdinal: maybe(...ordinals),
  cursorOrigin: maybe(...origins),
  ...stream,
  streamState: maybe('open', 'fenced'),
  floor: maybe(...ordinals),
  highWater: maybe(...ordinals),
  activeSequences: maybe(1, 2),
  namespacing: maybe('none', 'stream'),
  predecessor: maybe('none', 'closed', 'fenced', 'live'),
  rivalStreamId: maybe(...streams),
  rivalIdleMs: maybe(500, 5000),
  graceMs: maybe(1000),
  status: maybe(200, 200, 200, 200, 400, 404, 409, 503),
  responseKind: maybe('stream', 'json'),
  outcome: maybe('replayed', 'resynced', 'refused', 'new_stream'),
  marker: maybe('none', 'none', 'resumed', 'new_stream', 'resync'),
  firstEventId: maybe(...ids),
  firstSession: maybe('same', 'other'),
  firstStreamId: maybe(...streams),
  firstIncarnation: maybe(...lives),
  firstOrdinal: maybe(...ordinals),
  replayedCount: maybe(...ordinals),
  replayState: maybe('complete', 'aborted', 'running'),
  resyncEarliest: maybe(...ordinals),
});

/** What an honest server would report of a resume on G1, so that soundness is met and not only its opposite. */
const sound: fc.Arbitrary<Record<string, unknown>> = fc
  .record({ cursor: fc.integer({ min: 0, max: 3 }), ahead: fc.integer({ min: 1, max: 3 }) })
  .map(({ cursor, ahead }) => ({
    kind: 'resumption',
    thin: false,
    observer: 'server',
    incarnation: 'inc-1',
    lastEventId: eventId(`s:${cursor}`),
    sessionState: 'live',
    sessionEcho: 'same',
    cursorState: 'resolved',
    cursorSession: 'same',
    cursorIncarnation: 'inc-1',
    cursorStreamId: 'G9',
    cursorOrdinal: cursor,
    streamId: 'G9',
    origin: 'get',
    streamState: 'open',
    floor: 0,
    highWater: cursor + ahead,
    predecessor: 'closed',
    status: 200,
    outcome: 'replayed',
    marker: 'none',
    firstStreamId: 'G9',
    firstIncarnation: 'inc-1',
    firstOrdinal: cursor + 1,
    replayedCount: ahead,
  }));

/** The same with a few of its words changed. */
const nearlySound = fc
  .tuple(sound, resumption, fc.array(fc.nat({ max: 99 }), { maxLength: 2 }))
  .map(([honest, other, picks]) => {
    const fields = Object.keys(other).filter((field) => field !== 'kind');
    const changed = picks.map((pick) => fields[pick % fields.length] ?? 'floor');
    return { ...honest, ...Object.fromEntries(changed.map((field) => [field, other[field]])) };
  });

function build(
  index: number,
  base: { second: number; lasting: number; trace: string } & object,
  rest: Record<string, unknown>,
): Fact {
  const { second, lasting, trace, ...shared } = base;
  const at = unixNanos(START + BigInt(second) * SECOND);
  const id: FactId = factId(`${trace}:s${index}:s`);
  const fact: Omit<FactCommon, 'observer' | 'session'> = {
    id,
    at,
    end:
      rest.kind === 'resumption' || rest.kind === 'execution' ? unixNanos(at + BigInt(lasting) * SECOND) : at,
    identified: true,
    service: 'orders-mcp',
    traceId: trace,
    spanId: `s${index}`,
    protocol: '2025-11-25',
    attributes: {},
  };
  return { ...fact, ...shared, ...rest } as unknown as Fact;
}

/** Sessions of up to forty facts over few names, so that they meet and contradict each other often. */
export const arbitraryFacts: fc.Arbitrary<readonly Fact[]> = fc
  .array(
    fc.tuple(
      common,
      fc.oneof({ weight: 3, arbitrary: resumption }, { weight: 3, arbitrary: nearlySound }, ...own),
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((drafts) => drafts.map(([base, rest], index) => build(index, base, rest)));
