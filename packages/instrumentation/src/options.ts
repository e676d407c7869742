import type { TracerProvider } from '@opentelemetry/api';
import type {
  CloseReason,
  EventKind,
  Hint,
  Namespacing,
  SessionOrigin,
  SessionState,
} from '@seamark/semconv';

/** What an event id says of itself. Everything it does not say stays unknown. */
export interface EventIdView {
  readonly incarnation?: string | undefined;
  readonly streamId?: string | undefined;
  readonly sequence?: string | undefined;
  /** Place in its own stream, dense from the first event. */
  readonly ordinal?: number | undefined;
}

/** An event as written to a connection, before it is reported. */
export interface WireEvent {
  readonly id: string | undefined;
  /** SSE event name; `undefined` is `message`. */
  readonly name: string | undefined;
  /** Data as text; absent when empty, or longer than 1 MiB. Never sent anywhere. */
  readonly data: string | undefined;
}

/** What is known of a client when its session begins. */
export interface ClientView {
  readonly sessionId: string | undefined;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** As validated by the server's own authentication, where it has one. */
  readonly authInfo: unknown;
  readonly header: (name: string) => string | undefined;
}

/** One `tools/call` as it came in. */
export interface ToolCallView {
  readonly sessionId: string | undefined;
  readonly requestId: string;
  readonly tool: string | undefined;
  readonly arguments: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface ToolHints {
  readonly readOnly?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly destructive?: boolean | undefined;
}

/** Every hook is guarded: one that throws is logged by `diag` and counts as not given. */
export interface InstrumentMcpOptions {
  /** Default: the global one, also when it is registered later. */
  readonly tracerProvider?: TracerProvider | undefined;
  /**
   * Whether to warn, once a process, when there is no tracer provider and so everything goes nowhere; by `diag` and by
   * `process.emitWarning` with the code `SEAMARK_NO_TRACER`. Default: true, unless `OTEL_SDK_DISABLED` is `true`.
   */
  readonly warnWithoutTracer?: boolean | undefined;
  /**
   * The incarnation that is stored beside the session. Give it where sessions outlive a process or move between
   * nodes. Without it one is minted at `initialize` and attested only by the process that saw it.
   */
  readonly incarnation?: ((sessionId: string) => string | undefined) | undefined;
  /** How a session came here that this process did not initialise. Default: `adopted`. */
  readonly origin?: ((sessionId: string) => Exclude<SessionOrigin, 'initialized'> | undefined) | undefined;
  /** Why a session is being closed, when it was no DELETE. Default: not said. */
  readonly closeReason?: ((sessionId: string) => CloseReason | undefined) | undefined;
  /** State of a session that no instrumented transport of this process holds. Default: `missing` where a refusal shows it. */
  readonly sessionState?: ((sessionId: string) => SessionState | undefined) | undefined;
  /** The principal or installation behind a client. Only its digest is sent; it joins a client's sessions. */
  readonly client?: ((client: ClientView) => string | undefined) | undefined;
  /** Makes all digests HMACs. The same key on all nodes, or their digests do not compare. */
  readonly digestKey?: string | Uint8Array | undefined;
  /** Digests of event data, which tell a redelivered event from another with the same id. Default: true. */
  readonly eventDigests?: boolean | undefined;
  /**
   * How to read event ids. `auto`: as `incarnation.stream.ordinal`, once this process has issued such an id itself.
   * `incarnation.stream.ordinal`: always. `opaque`: never. Default: `auto`.
   */
  readonly eventIds?:
    | 'auto'
    | 'opaque'
    | 'incarnation.stream.ordinal'
    | ((eventId: string) => EventIdView | undefined)
    | undefined;
  /** What event ids name beside a number. Default: not said, unless the id itself shows it. */
  readonly namespacing?: Namespacing | undefined;
  /** The sequence that a stream's event ids are drawn from, where it is not the stream's own. */
  readonly sequence?:
    | ((stream: { readonly id: string; readonly origin: string | undefined }) => string | undefined)
    | undefined;
  /** How long an orphaned connection counts as live, in milliseconds. */
  readonly graceMs?: number | undefined;
  /** Set where the server uses a resumption token beside the event id. The token itself is never sent. */
  readonly token?:
    | { readonly header?: string | undefined; readonly streamId: (token: string) => string | undefined }
    | undefined;
  /** Names of response headers. Defaults: `mcp-stream-resumed`, `mcp-stream-id`. */
  readonly headers?:
    | { readonly streamResumed?: string | undefined; readonly streamId?: string | undefined }
    | undefined;
  /** Kind of an event, for servers with forms of their own (a resync event, a keep-alive). */
  readonly classify?: ((event: WireEvent) => EventKind | undefined) | undefined;
  /** Default: `_meta.idempotencyKey`, then `_meta["idempotency-key"]`. Only its digest is sent. */
  readonly idempotencyKey?: ((call: ToolCallView) => string | undefined) | undefined;
  /** Default: the annotations that the server itself answered to `tools/list`. */
  readonly hints?: ((tool: string) => ToolHints | undefined) | undefined;
  /** Whether a tool's result came from a stored outcome, so that nothing ran. */
  readonly deduplicated?: ((result: unknown, call: ToolCallView) => boolean) | undefined;
  /**
   * Clients hold several standalone GET streams on purpose. Then a second one that is opened while the first is
   * attached is no reconnect. The official clients hold one. Default: false.
   */
  readonly concurrentStreams?: boolean | undefined;
  /** Default: 60,000 ms. 0 sends none. */
  readonly heartbeatMs?: number | undefined;
  /** Event ids that are remembered, oldest forgotten first. Default: 50,000. */
  readonly maxEvents?: number | undefined;
  /** Sessions that are remembered, ended ones forgotten first. Default: 10,000. */
  readonly maxSessions?: number | undefined;
}

/** An eviction or a fence, as an event store tells of it. */
export type StoreNotice =
  | {
      readonly kind: 'evict';
      readonly streamId: string;
      /** The lowest event that is left: its id, or its ordinal; `null` when none is. */
      readonly floor: string | number | null;
    }
  | { readonly kind: 'fence'; readonly streamId: string };

/**
 * What an event store may implement beside the SDK's `EventStore`. It is looked for by name, so that a store needs
 * no import from here. Without it the floor is unknown and ordinals are counted by the instrumentation.
 */
export interface SeamarkEventStore {
  /** The lowest retained event of a stream: its id, or its ordinal; `null` when none is left. */
  seamarkFloor?(streamId: string): string | number | null | undefined;
  /** The latest event of a stream, in the same terms; asked where this process has not seen the log from its start. */
  seamarkHighWater?(streamId: string): string | number | null | undefined;
  /** What the store knows of an event id. Called with each id that it issues and with each cursor: no I/O. */
  seamarkResolve?(eventId: string): EventIdView | undefined;
  /** Registers a listener for evictions and fences; returns how to take it off. */
  seamarkSubscribe?(listener: (notice: StoreNotice) => void): () => void;
}

export function hintText(value: boolean | undefined): Hint | undefined {
  return value === undefined ? undefined : value ? 'true' : 'false';
}
