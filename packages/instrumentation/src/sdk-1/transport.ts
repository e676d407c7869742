import { context } from '@opentelemetry/api';
import { HEADER_PROTOCOL_VERSION, METHOD_INITIALIZE } from '@seamark/semconv';
import type { Engine } from '../engine.ts';
import type { Exchange } from '../exchange.ts';
import { Executions } from '../executions.ts';
import { asText, isObject, type JsonObject, requestIdText, viewMessage } from '../json-rpc.ts';
import type { Namespace } from '../ledger.ts';
import type { StoreNotice } from '../options.ts';
import type { SessionLife } from '../sessions.ts';
import type { StreamLog } from '../stream-log.ts';
import { isResponse } from '../wire.ts';
import { watchStore } from './event-store.ts';
import { InstancePatch } from './instance-patch.ts';
import * as shape from './shape.ts';
import { createStoreWatch } from './store-watch.ts';
import type { Stores } from './stores.ts';

const MAX_WAITING = 10_000;

/** One transport of the 1.x SDK, watched from its first request until it is closed. */
export class WatchedTransport {
  readonly core: shape.Core;
  readonly store: shape.EventStore | undefined;
  readonly #engine: Engine;
  readonly #namespace: Namespace | undefined;
  readonly #patch: InstancePatch;
  readonly #executions: Executions;
  readonly #unsubscribe: (() => void) | undefined;
  /** Exchanges that wait for the answer to a request, by its id. */
  readonly #waiting = new Map<string, Exchange>();
  #life: SessionLife | undefined;
  #initializing: string | undefined;

  constructor(core: shape.Core, parts: { readonly engine: Engine; readonly stores: Stores }) {
    const { engine, stores } = parts;
    this.core = core;
    this.#engine = engine;
    this.#executions = new Executions(engine);
    this.store = shape.storeOf(core);
    this.#namespace = this.store && stores.namespaceOf(this.store);
    this.#patch = new InstancePatch(core);
    this.#install();
    const subscribe = this.store?.seamarkSubscribe?.bind(this.store);
    this.#unsubscribe =
      subscribe &&
      engine.guard.run('seamarkSubscribe', () => subscribe((notice) => this.#notice(notice)), undefined);
  }

  /** Puts everything back as it was found. */
  restore(): void {
    this.#patch.restore();
    this.#leaveStore();
    this.#executions.endAll('uninstrumented');
  }

  /** A request has come to this transport and is about to be handled. */
  take(exchange: Exchange): void {
    const id = shape.sessionIdOf(this.core);
    exchange.transport = {
      sessionId: id,
      initialized: shape.isInitialized(this.core),
      stateless: shape.isStateless(this.core),
      closed: shape.isClosed(this.core),
      hasStore: this.store !== undefined,
    };
    exchange.namespace = this.#namespace ?? exchange.namespace;
    const { transport } = exchange;
    const serves =
      !transport.closed && (transport.stateless || (transport.initialized && id === exchange.askedSession));
    if (serves) {
      exchange.life = this.#currentLife(exchange);
      this.#takeStandalone(exchange, exchange.life);
    } else if (id !== undefined || transport.closed) {
      exchange.life = undefined;
    }
    this.#wrapOnmessage();
  }

  /** The request was handled, or refused; the answer may still be going out. */
  handled(exchange: Exchange): void {
    exchange.life ??= this.#lifeIfInitialized(exchange);
    if (exchange.life && exchange.life === this.#life && this.#initializing === undefined) {
      this.#engine.sessions.announce(exchange.life, exchange.context);
    }
  }

  /** A GET without a cursor opens the standalone stream, unless the transport refuses it. */
  #takeStandalone(exchange: Exchange, life: SessionLife | undefined): void {
    if (!life || exchange.request.method !== 'GET') return;
    if (exchange.attempt?.lastEventId !== undefined && this.store) return;
    const id = shape.standaloneStreamId(this.core);
    exchange.serve(this.#engine.sessions.stream(life, id, { origin: 'get' }));
  }

  #install(): void {
    const { core, store } = this;
    const namespace = this.#namespace;
    if (store && namespace) {
      const watch = createStoreWatch({
        engine: this.#engine,
        store,
        namespace,
        life: () => this.#currentLife(this.#exchange()),
        streamFor: (life, id) => this.#streamFor(life, id),
        exchange: () => this.#exchange(),
      });
      this.#patch.set('_eventStore', watchStore(store, watch));
    }
    this.#patch.wrapMethod('send', (original, args) => this.#send(original, args));
    this.#patch.wrapMethod('close', (original) => {
      this.#engine.guard.do('close', () => this.#closing());
      return Reflect.apply(original, core, []);
    });
  }

  #exchange(): Exchange | undefined {
    const current = this.#engine.current.getStore();
    return current?.transport === this.core ? current.exchange : undefined;
  }

  #lifeIfInitialized(exchange: Exchange): SessionLife | undefined {
    const isOurs = shape.sessionIdOf(this.core) !== undefined && exchange.askedSession === undefined;
    return isOurs && exchange.head?.status !== undefined && exchange.head.status < 300
      ? this.#currentLife(exchange)
      : undefined;
  }

  /** The life that this transport serves. A session id that no `initialize` of this process led to was adopted. */
  #currentLife(exchange: Exchange | undefined): SessionLife | undefined {
    const id = shape.sessionIdOf(this.core);
    if (this.#life && this.#life.id === id) return this.#life;
    if (id === undefined && !shape.isStateless(this.core)) return undefined;
    const at = exchange?.startedAt ?? this.#engine.reporter.clock.now();
    const life = this.#engine.sessions.begin({ id, initialized: exchange?.askedSession === undefined, at });
    life.namespace = this.#namespace ?? life;
    life.stored = this.store !== undefined;
    life.protocolVersion = exchange?.request.header(HEADER_PROTOCOL_VERSION);
    this.#life = life;
    if (exchange && life.origin !== 'initialized') this.#engine.sessions.announce(life, exchange.context);
    if (exchange && exchange.life === undefined && !exchange.transport?.closed) exchange.life = life;
    return life;
  }

  /** A stream named by the store's user: the standalone one, or that of the POST in which it is first named. */
  #streamFor(life: SessionLife, streamId: string): StreamLog {
    const { sessions } = this.#engine;
    if (streamId === shape.standaloneStreamId(this.core))
      return sessions.stream(life, streamId, { origin: 'get' });
    const exchange = this.#exchange();
    const isNew =
      exchange?.request.method === 'POST' && exchange.stream === undefined && exchange.endedAt === undefined;
    if (!isNew || life.streams.has(streamId)) return sessions.stream(life, streamId, {});
    const stream = sessions.stream(life, streamId, { origin: 'post', fresh: true });
    exchange.serve(stream);
    return stream;
  }

  /** `onmessage` is set by whoever connects to the transport, before the first request or anew. */
  #wrapOnmessage(): void {
    this.#patch.wrapProperty('onmessage', (original, args) => {
      const [message, extra] = args;
      const run = (): unknown => Reflect.apply(original, this.core, args);
      const within = this.#engine.guard.run('message', () => this.#received(message, extra), undefined);
      return within ? context.with(within, run) : run();
    });
  }

  /** A message came in; answers the context in which it is to be handled, when that is another than the present one. */
  #received(message: unknown, extra: unknown): ReturnType<Executions['begin']> {
    const exchange = this.#exchange();
    const life = this.#currentLife(exchange);
    if (!life || !isObject(message)) return undefined;
    const view = viewMessage(message);
    if (view?.method === 'notifications/cancelled') this.#cancelled(life, message);
    if (view?.kind !== 'request' || view.requestId === undefined) return undefined;
    if (view.method === METHOD_INITIALIZE)
      this.#initialize(life, { message, extra, exchange, requestId: view.requestId });
    if (exchange) this.#link(exchange, life, { id: message.id, text: view.requestId });
    return this.#executions.begin(life, message);
  }

  #link(
    exchange: Exchange,
    life: SessionLife,
    request: { readonly id: unknown; readonly text: string },
  ): void {
    exchange.requestIds.push(request.text);
    if (this.#waiting.size >= MAX_WAITING) this.#waiting.clear();
    this.#waiting.set(request.text, exchange);
    const streamId = shape.streamOfRequest(this.core, request.id);
    if (streamId !== undefined) {
      exchange.serve(this.#engine.sessions.stream(life, streamId, { origin: 'post', fresh: true }));
    }
    exchange.stream?.addRequest(request.text);
  }

  #initialize(
    life: SessionLife,
    request: {
      readonly message: JsonObject;
      readonly extra: unknown;
      readonly exchange: Exchange | undefined;
      readonly requestId: string;
    },
  ): void {
    const params = request.message.params;
    const info = isObject(params) ? params.clientInfo : undefined;
    this.#initializing = request.requestId;
    this.#engine.sessions.introduce(life, {
      sessionId: life.id,
      name: isObject(info) ? asText(info.name) : undefined,
      version: isObject(info) ? asText(info.version) : undefined,
      authInfo: isObject(request.extra) ? request.extra.authInfo : undefined,
      header: request.exchange?.request.header ?? (() => undefined),
    });
  }

  #cancelled(life: SessionLife, message: JsonObject): void {
    const params = message.params;
    const id = isObject(params) ? requestIdText(params.requestId) : undefined;
    if (id === undefined) return;
    this.#waiting.delete(id);
    this.#engine.requests.cancelled(life, id, this.#executions.cancelled(id));
  }

  #send(original: shape.AnyMethod, args: readonly unknown[]): unknown {
    const [message] = args;
    const answer = this.#engine.guard.run('send', () => this.#answering(message), undefined);
    const result: unknown = Reflect.apply(original, this.core, [...args]);
    if (answer && result instanceof Promise) {
      result.catch(() => this.#engine.guard.do('send', answer.failed));
    }
    return result;
  }

  /** An answer is on its way out; where no store keeps it, it is lost when it cannot be written. */
  #answering(message: unknown): { readonly failed: () => void } | undefined {
    const view = viewMessage(message);
    if (!isObject(message) || !view || !isResponse(view) || view.requestId === undefined) return undefined;
    this.#executions.answered(message);
    if (view.requestId === this.#initializing) this.#initialized(message.result);
    const { requestId } = view;
    const exchange = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    if (this.store || !exchange) return undefined;
    exchange.unwritten.set(requestId, view);
    const failed = (): void => {
      if (exchange.unwritten.delete(requestId)) this.#engine.requests.lost(exchange, view);
    };
    return { failed };
  }

  #initialized(result: unknown): void {
    this.#initializing = undefined;
    const life = this.#life;
    if (!life) return;
    life.protocolVersion =
      (isObject(result) ? asText(result.protocolVersion) : undefined) ?? life.protocolVersion;
    this.#engine.sessions.announce(life, this.#exchange()?.context);
  }

  #closing(): void {
    const exchange = this.#exchange();
    if (this.#life) this.#engine.sessions.close(this.#life, exchange?.request.method === 'DELETE');
    this.#executions.endAll('session_closed');
    this.#waiting.clear();
    this.#leaveStore();
  }

  #leaveStore(): void {
    this.#engine.guard.do('seamarkSubscribe', () => this.#unsubscribe?.());
  }

  #notice(notice: StoreNotice): void {
    this.#engine.guard.do('store notice', () => {
      const stream = this.#life?.streams.get(notice.streamId);
      if (!stream) return;
      if (notice.kind === 'fence') this.#engine.sessions.fenced(stream);
      else this.#engine.sessions.evicted(stream, this.#ordinal(stream, notice.floor));
    });
  }

  #ordinal(stream: StreamLog, floor: string | number | null): number | undefined {
    if (typeof floor === 'number') return floor;
    if (floor === null) return stream.highWater === undefined ? undefined : stream.highWater + 1;
    if (!this.store || !this.#namespace) return undefined;
    const at = { sessionId: stream.life.id, streamId: stream.id };
    const known = this.#engine.ledger.find(this.#namespace, floor, at);
    return (known ?? this.store.seamarkResolve?.(floor) ?? this.#engine.eventIds.view(floor))?.ordinal;
  }
}
