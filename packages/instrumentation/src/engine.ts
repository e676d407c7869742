import { AsyncLocalStorage } from 'node:async_hooks';
import { HEADER_RESUMPTION_TOKEN, HEADER_STREAM_ID, HEADER_STREAM_RESUMED } from '@seamark/semconv';
import { Attempts } from './attempts.ts';
import { Clock } from './clock.ts';
import { Connections } from './connections.ts';
import { Digests } from './digest.ts';
import { Emissions } from './emissions.ts';
import { EventIds } from './event-ids.ts';
import type { HeaderNames } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import { Guard } from './guard.ts';
import { Ledger } from './ledger.ts';
import type { EventIdView, InstrumentMcpOptions } from './options.ts';
import { Recorder } from './recorder.ts';
import { Reporter } from './reporter.ts';
import { Requests } from './requests.ts';
import { Segments } from './segments.ts';
import type { BoundOf } from './served-stream.ts';
import { SessionBook } from './session-book.ts';
import { SessionRegistry } from './sessions.ts';
import { ToolHintTable } from './tool-hints.ts';
import { Wire } from './wire.ts';

/** What an adapter for one line of the SDK knows of its stores. */
export interface StoreKnowledge {
  readonly floorOf: BoundOf;
  readonly highWaterOf: BoundOf;
  readonly ownerView: (exchange: Exchange, eventId: string) => EventIdView | undefined;
}

/** Which exchange the code that runs belongs to, and the transport that has already taken it. */
export interface Current {
  readonly exchange: Exchange;
  readonly transport: object | undefined;
}

/** The parts of one instrumentation, put together. Adapters for lines of the SDK and routes build on it. */
export interface Engine {
  readonly options: InstrumentMcpOptions;
  readonly guard: Guard;
  readonly reporter: Reporter;
  readonly digests: Digests;
  readonly registry: SessionRegistry;
  readonly ledger: Ledger;
  readonly eventIds: EventIds;
  readonly emissions: Emissions;
  readonly attempts: Attempts;
  readonly connections: Connections;
  readonly requests: Requests;
  readonly recorder: Recorder;
  readonly segments: Segments;
  readonly hints: ToolHintTable;
  readonly current: AsyncLocalStorage<Current>;
  readonly sessions: SessionBook;
}

export function createEngine(options: InstrumentMcpOptions, stores: StoreKnowledge): Engine {
  const guard = new Guard();
  const reporter = new Reporter(new Clock(), options);
  const digests = new Digests(options.digestKey);
  const registry = new SessionRegistry(options.maxSessions ?? 10_000);
  const ledger = new Ledger(options.maxEvents ?? 50_000);
  const eventIds = new EventIds(options.eventIds);
  const connections = new Connections();
  const segments = new Segments(reporter, guard);
  const emissions = new Emissions({
    segments,
    ledger,
    eventIds,
    guard,
    clock: reporter.clock,
    digests: options.eventDigests === false ? undefined : digests,
  });
  const shared = { options, guard, reporter, registry, ledger, eventIds, connections, emissions };
  const attempts = createAttempts(shared, stores);
  const requests = new Requests(reporter, emissions);
  return {
    ...shared,
    digests,
    attempts,
    requests,
    segments,
    recorder: createRecorder(shared, attempts, requests),
    sessions: new SessionBook({ reporter, registry, connections, digests, guard, options }),
    hints: new ToolHintTable(),
    current: new AsyncLocalStorage(),
  };
}

/** What attempts and exchanges are both made of. */
interface Shared {
  readonly options: InstrumentMcpOptions;
  readonly guard: Guard;
  readonly reporter: Reporter;
  readonly registry: SessionRegistry;
  readonly ledger: Ledger;
  readonly eventIds: EventIds;
  readonly connections: Connections;
  readonly emissions: Emissions;
}

function createAttempts(shared: Shared, stores: StoreKnowledge): Attempts {
  const { options, guard, registry, connections } = shared;
  const attempts: Attempts = new Attempts({
    ...shared,
    names: headerNames(options),
    tokenHeader: options.token && (options.token.header ?? HEADER_RESUMPTION_TOKEN).toLowerCase(),
    ownerView: (exchange, id) => guard.run('seamarkResolve', () => stores.ownerView(exchange, id), undefined),
    sessions: {
      registry,
      ask: (id) => guard.run('sessionState', () => options.sessionState?.(id), undefined),
    },
    streams: {
      connections,
      options,
      floorOf: (exchange, streamId) =>
        guard.run('seamarkFloor', () => stores.floorOf(exchange, streamId), undefined),
      highWaterOf: (exchange, streamId) =>
        guard.run('seamarkHighWater', () => stores.highWaterOf(exchange, streamId), undefined),
      ordinalOf: (exchange, eventId) => attempts.ordinalOf(exchange, eventId),
    },
  });
  return attempts;
}

function createRecorder(shared: Shared, attempts: Attempts, requests: Requests): Recorder {
  const { options, reporter } = shared;
  const wire = new Wire({ ...shared, clock: reporter.clock, classify: options.classify });
  return new Recorder({
    ...shared,
    clock: reporter.clock,
    attempts,
    requests,
    wire,
    names: headerNames(options),
  });
}

function headerNames(options: InstrumentMcpOptions): HeaderNames {
  return {
    streamResumed: (options.headers?.streamResumed ?? HEADER_STREAM_RESUMED).toLowerCase(),
    streamId: (options.headers?.streamId ?? HEADER_STREAM_ID).toLowerCase(),
  };
}
