import type { OtlpLog } from './server-options.ts';

/** An export that was not taken, in words of ours alone: nothing of what was sent. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  /** Not known of what came to no address. */
  readonly signal: string | undefined;
}

const WINDOW_MS = 60_000;

/** Tells of a refusal at once, and of the same ones after it once a minute: an exporter tries every few seconds. */
export class RefusalLog {
  readonly #log: OtlpLog;
  readonly #open = new Map<string, { readonly refusal: Refusal; again: number; timer: NodeJS.Timeout }>();

  constructor(log: OtlpLog) {
    this.#log = log;
  }

  tell(refusal: Refusal): void {
    const key = `${refusal.signal} ${refusal.status} ${refusal.reason}`;
    const open = this.#open.get(key);
    if (open) {
      open.again += 1;
      return;
    }
    this.#say(refusal, 'an export was refused');
    this.#open.set(key, { refusal, again: 0, timer: this.#later(key) });
  }

  /** Tells what it has kept back. */
  close(): void {
    for (const { refusal, again, timer } of this.#open.values()) {
      clearTimeout(timer);
      if (again > 0) this.#sayAgain(refusal, again);
    }
    this.#open.clear();
  }

  #later(key: string): NodeJS.Timeout {
    return setTimeout(() => this.#sum(key), WINDOW_MS).unref();
  }

  /** The next minute begins where something was kept back; else the next refusal is told at once again. */
  #sum(key: string): void {
    const open = this.#open.get(key);
    if (!open || open.again === 0) {
      this.#open.delete(key);
      return;
    }
    this.#sayAgain(open.refusal, open.again);
    open.again = 0;
    open.timer = this.#later(key);
  }

  #sayAgain(refusal: Refusal, times: number): void {
    this.#say(refusal, `${times} more ${times === 1 ? 'export was' : 'exports were'} refused`, times);
  }

  #say({ status, reason, signal }: Refusal, what: string, times = 1): void {
    const of = signal === undefined ? {} : { signal };
    this.#log.warn({ ...of, status, reason, times }, `${what} (${status}): ${reason}`);
  }
}
