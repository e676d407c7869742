import { parseEventId } from '@seamark/semconv';
import type { EventIdView, InstrumentMcpOptions } from './options.ts';

/** Reads event ids as the server's options say; in `auto` only a form that the server was seen to issue. */
export class EventIds {
  readonly #read: (id: string) => EventIdView | undefined;
  #confirmed: boolean;
  readonly #auto: boolean;

  constructor(form: InstrumentMcpOptions['eventIds']) {
    this.#read = typeof form === 'function' ? form : form === 'opaque' ? () => undefined : parseEventId;
    this.#auto = form === undefined || form === 'auto';
    this.#confirmed = !this.#auto;
  }

  view(id: string): EventIdView | undefined {
    return this.#confirmed ? this.#read(id) : undefined;
  }

  /** Learns the form from an id issued here: it has to name the very incarnation and stream it was issued for. */
  learn(id: string, issuedAs: { readonly incarnation: string | undefined; readonly streamId: string }): void {
    if (this.#confirmed || !this.#auto || issuedAs.incarnation === undefined) return;
    const view = this.#read(id);
    this.#confirmed = view?.incarnation === issuedAs.incarnation && view.streamId === issuedAs.streamId;
  }
}
