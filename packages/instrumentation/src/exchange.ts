import type { Context, HrTime } from '@opentelemetry/api';
import {
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_MCP_SESSION_ID,
  HEADER_PROTOCOL_VERSION,
  HEADER_SESSION_ID,
  type ResponseKind,
} from '@seamark/semconv';
import type { Attempt } from './attempt.ts';
import type { Facts } from './attributes.ts';
import type { MessageView } from './json-rpc.ts';
import type { Namespace } from './ledger.ts';
import type { SessionLife } from './sessions.ts';
import type { StreamLog } from './stream-log.ts';

/** A request as it came in. Header names are lower case. */
export interface RequestView {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
  /** The parsed body, where something has parsed it. */
  readonly body: () => unknown;
}

/** Status line and headers as they went out. */
export interface Head {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly at: HrTime;
  readonly kind: ResponseKind;
}

/** How a response came to its end: written out whole, or cut by the other side, the network or a timeout. */
export type Ending = 'finished' | 'closed' | 'network' | 'timeout';

/** What the SDK's transport was when the request reached it. */
export interface TransportView {
  readonly sessionId: string | undefined;
  readonly initialized: boolean;
  readonly stateless: boolean;
  readonly closed: boolean;
  readonly hasStore: boolean;
}

/** One replay that an event store was asked for. */
export interface Replay {
  readonly startedAt: HrTime;
  /** Highest ordinal issued when it began, as counted here. */
  readonly highWater: number | undefined;
  /** The same as its store tells it. */
  readonly storeHighWater: string | number | null | undefined;
  /** Lowest event retained when it began, as the store tells it: the buffer may move on while the replay goes out. */
  readonly floor: string | number | null | undefined;
  /** Ids handed over and not seen on the wire yet, with the time of each handing over. */
  readonly outstanding: Map<string, HrTime[]>;
  endedAt: HrTime | undefined;
  /** The stream that the store says it replayed; empty when it knew none. */
  streamId: string | undefined;
  failed: boolean;
}

/** One HTTP request and its answer, which is one connection when the answer is a stream. */
export class Exchange {
  readonly connectionId: string;
  request: RequestView;
  readonly context: Context;
  readonly startedAt: HrTime;
  readonly askedSession: string | undefined;
  readonly requestIds: string[] = [];
  /** Answers that were produced for this exchange without a store, and are not on the wire yet. */
  readonly unwritten = new Map<string, MessageView>();
  namespace: Namespace | undefined;
  /** What this process knows of the session that was asked for, open or ended. */
  known: SessionLife | undefined;
  /** The life that serves this request. */
  life: SessionLife | undefined;
  stream: StreamLog | undefined;
  /** The stream that the request was for; it stays known when the request is refused. */
  wanted: StreamLog | undefined;
  transport: TransportView | undefined;
  replay: Replay | undefined;
  attempt: Attempt | undefined;
  head: Head | undefined;
  attachedAt: HrTime | undefined;
  endedAt: HrTime | undefined;
  /** First characters of a body that is no stream, for its error code. */
  body = '';

  constructor(exchange: {
    readonly connectionId: string;
    readonly request: RequestView;
    readonly context: Context;
    readonly startedAt: HrTime;
  }) {
    this.connectionId = exchange.connectionId;
    this.request = exchange.request;
    this.context = exchange.context;
    this.startedAt = exchange.startedAt;
    this.askedSession = exchange.request.header(HEADER_SESSION_ID);
  }

  /** The stream that this exchange serves; what was assumed before gives way. */
  serve(stream: StreamLog): void {
    if (this.stream === stream) return;
    this.release();
    this.stream = stream;
    this.wanted = stream;
    if (this.endedAt === undefined) stream.writers += 1;
  }

  release(): void {
    if (this.stream && this.endedAt === undefined) this.stream.writers -= 1;
    this.stream = undefined;
  }

  /** What is kept of an ended exchange is who was where and when, not its request and response. */
  lighten(): void {
    this.request = { method: this.request.method, header: () => undefined, body: () => undefined };
    if (this.head) this.head = { ...this.head, header: () => undefined };
    this.body = '';
    this.unwritten.clear();
  }

  get sessionId(): string | undefined {
    return this.life?.id ?? this.askedSession;
  }

  get attached(): boolean {
    return this.attachedAt !== undefined && this.endedAt === undefined;
  }

  /** Session facts of this exchange; without a life, what the request itself says. */
  facts(): Facts {
    if (this.life) return this.life.facts();
    if (this.known) return this.known.identity();
    return {
      [ATTR_MCP_SESSION_ID]: this.askedSession,
      [ATTR_MCP_PROTOCOL_VERSION]: this.request.header(HEADER_PROTOCOL_VERSION),
    };
  }
}
