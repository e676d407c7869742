import type { StoreKnowledge } from '../engine.ts';
import type { Exchange } from '../exchange.ts';
import type { Namespace } from '../ledger.ts';
import type { EventStore } from './shape.ts';

/**
 * One namespace of event ids for each store: transports that share a store share its ids. What remembers an id holds
 * the namespace and not the store, which may hold all that a host has ever sent.
 */
export class Stores {
  readonly #namespaces = new WeakMap<EventStore, Namespace>();
  readonly #stores = new WeakMap<Namespace, WeakRef<EventStore>>();

  namespaceOf(store: EventStore): Namespace {
    const known = this.#namespaces.get(store);
    if (known) return known;
    const namespace: Namespace = {};
    this.#namespaces.set(store, namespace);
    this.#stores.set(namespace, new WeakRef(store));
    return namespace;
  }

  /** What the store of an exchange says, where it implements the optional methods. */
  knowledge(): StoreKnowledge {
    return {
      floorOf: (exchange, streamId) => this.#storeOf(exchange)?.seamarkFloor?.(streamId),
      highWaterOf: (exchange, streamId) => this.#storeOf(exchange)?.seamarkHighWater?.(streamId),
      ownerView: (exchange, eventId) => this.#storeOf(exchange)?.seamarkResolve?.(eventId),
    };
  }

  #storeOf(exchange: Exchange): EventStore | undefined {
    return exchange.namespace && this.#stores.get(exchange.namespace)?.deref();
  }
}
