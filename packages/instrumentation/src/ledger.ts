import type { HrTime } from '@opentelemetry/api';
import type { MessageView } from './json-rpc.ts';
import type { StreamLog } from './stream-log.ts';

/** One event that this process has issued, or has seen on the wire. */
export interface LedgerEntry {
  readonly eventId: string;
  readonly stream: StreamLog;
  readonly view: MessageView;
  readonly at: HrTime;
  /** Place in its stream; for a priming event the position it marks. Absent when it cannot be attested. */
  readonly ordinal: number | undefined;
  /** The ordinal that its emission carries: none for a priming event in the middle of a log, which has no place. */
  readonly shownOrdinal: number | undefined;
  readonly sequence: string | undefined;
  /** As the event's own id or its store says, else that of the life it was issued in. */
  readonly incarnation: string | undefined;
}

/** Where ids are looked up: those of two stores are unrelated. */
export type Namespace = object;

const MAX_SAME_ID = 8;

/** Event ids by store, oldest forgotten first. Ids are opaque: one may have been issued on several streams. */
export class Ledger {
  readonly #numbers = new WeakMap<Namespace, number>();
  readonly #entries = new Map<string, LedgerEntry[]>();
  readonly #max: number;
  #nextNumber = 1;
  #size = 0;

  constructor(max: number) {
    this.#max = Math.max(1, max);
  }

  add(namespace: Namespace, entry: LedgerEntry): void {
    const key = this.#key(namespace, entry.eventId);
    const same = this.#entries.get(key);
    if (!same) this.#entries.set(key, [entry]);
    else if (same.length < MAX_SAME_ID) same.push(entry);
    else return;
    this.#size += 1;
    if (this.#size > this.#max) this.#forgetOldest();
  }

  all(namespace: Namespace, eventId: string): readonly LedgerEntry[] {
    return this.#entries.get(this.#key(namespace, eventId)) ?? [];
  }

  /**
   * The entry that an id means to one session. Its own come first, on the stream at hand before others. Another
   * session's counts only for ids that are more than a bare number, since those repeat by chance.
   */
  find(
    namespace: Namespace,
    eventId: string,
    at: { readonly sessionId: string | undefined; readonly streamId?: string | undefined },
  ): LedgerEntry | undefined {
    const entries = this.all(namespace, eventId);
    const own = entries.filter((entry) => isOfSession(entry, at.sessionId));
    const onStream = own.findLast((entry) => entry.stream.id === at.streamId);
    if (onStream) return onStream;
    const latest = own.at(-1);
    if (latest) return latest;
    return /^\d+$/.test(eventId) ? undefined : entries.at(-1);
  }

  #key(namespace: Namespace, eventId: string): string {
    let number = this.#numbers.get(namespace);
    if (number === undefined) {
      number = this.#nextNumber;
      this.#nextNumber += 1;
      this.#numbers.set(namespace, number);
    }
    return `${number}:${eventId}`;
  }

  #forgetOldest(): void {
    const oldest = this.#entries.keys().next();
    if (oldest.done) return;
    this.#size -= this.#entries.get(oldest.value)?.length ?? 0;
    this.#entries.delete(oldest.value);
  }
}

export function isOfSession(entry: LedgerEntry, sessionId: string | undefined): boolean {
  return entry.stream.life.id === sessionId;
}
