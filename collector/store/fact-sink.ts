import { type FactTarget, type Stored, storeFacts } from '#db/queries/store-facts.ts';
import type { Fact } from '#domain/facts.ts';
import type { FactSink, StoreResult } from '../otlp/server-options.ts';

/** The sink of the OTLP receiver, and what its owner must know of it. */
export interface QueueingSink extends FactSink {
  /** Facts that wait or are being committed. */
  queued(): number;
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>;
}

export interface FactSinkOptions {
  readonly target: FactTarget;
  readonly limits: SinkLimits;
  /** Told of every commit: how many requests shared it, and how long it took in seconds. */
  readonly onCommit: (commit: {
    readonly stored: Stored;
    readonly requests: number;
    readonly seconds: number;
  }) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface SinkLimits {
  /** Facts that share one commit; a request is never split. */
  readonly factsPerCommit: number;
  /** Facts that may wait; more are refused, so that memory stays bounded. */
  readonly factsQueued: number;
  /** Commits at the same time: one is written while another waits for the disk. */
  readonly commits: number;
  /** How long the first request of a commit waits for others, in milliseconds. */
  readonly gatherMs: number;
}

export const DEFAULT_SINK_LIMITS: SinkLimits = {
  factsPerCommit: 5_000,
  factsQueued: 100_000,
  commits: 2,
  gatherMs: 2,
};

interface Waiting {
  readonly facts: readonly Fact[];
  readonly settle: (result: StoreResult) => void;
}

/** Puts the facts of concurrent requests into common transactions (group commit, collector.md section 2). */
export function createFactSink(options: FactSinkOptions): QueueingSink {
  return new GroupCommit(options);
}

class GroupCommit implements QueueingSink {
  readonly #options: FactSinkOptions;
  readonly #waiting: Waiting[] = [];
  readonly #idle: (() => void)[] = [];
  #queued = 0;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FactSinkOptions) {
    this.#options = options;
  }

  store(facts: readonly Fact[]): Promise<StoreResult> {
    if (facts.length === 0) return Promise.resolve({ ok: true, stored: 0, repeated: 0 });
    const { factsQueued } = this.#options.limits;
    // A single request that is larger than the whole queue is taken when nothing else waits.
    if (this.#queued > 0 && this.#queued + facts.length > factsQueued) {
      return Promise.resolve({ ok: false, code: 'queue_full' });
    }
    this.#queued += facts.length;
    return new Promise((settle) => {
      this.#waiting.push({ facts, settle });
      this.#schedule();
    });
  }

  queued(): number {
    return this.#queued;
  }

  drained(): Promise<void> {
    if (this.#queued === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#running >= this.#options.limits.commits) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#commit();
    }, this.#options.limits.gatherMs);
  }

  async #commit(): Promise<void> {
    const requests = this.#take();
    if (requests.length === 0) return;
    this.#running += 1;
    if (this.#waiting.length > 0) this.#schedule();
    const facts = requests.flatMap((request) => request.facts);
    const stored = await this.#write(facts, requests.length);
    this.#running -= 1;
    this.#queued -= facts.length;
    for (const request of requests) request.settle(resultFor(request.facts, stored));
    if (this.#waiting.length > 0) this.#schedule();
    if (this.#queued === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #write(facts: readonly Fact[], requests: number): Promise<Stored | undefined> {
    const started = performance.now();
    try {
      const stored = await storeFacts(this.#options.target, facts);
      this.#options.onCommit({ stored, requests, seconds: (performance.now() - started) / 1000 });
      return stored;
    } catch (error) {
      this.#options.onFailure(error);
      return undefined;
    }
  }

  /** Whole requests up to the size of a commit, at least one. */
  #take(): readonly Waiting[] {
    let facts = 0;
    let count = 0;
    for (const { facts: own } of this.#waiting) {
      if (count > 0 && facts + own.length > this.#options.limits.factsPerCommit) break;
      facts += own.length;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}

/** What one request's share of a commit came to. */
function resultFor(facts: readonly Fact[], stored: Stored | undefined): StoreResult {
  if (stored === undefined) return { ok: false, code: 'unavailable' };
  const repeated = facts.filter((fact) => stored.repeats.has(fact)).length;
  const refused = facts.filter((fact) => stored.refused.has(fact)).length;
  return { ok: true, stored: facts.length - repeated - refused, repeated };
}
