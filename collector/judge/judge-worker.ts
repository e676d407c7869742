import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { isDatabaseAway, isLostRace } from '#db/database-error.ts';
import { markDue, recordFailures } from '#db/queries/dirty-sessions.ts';
import { DIRTY_CHANNEL } from '#db/queries/write-ledger.ts';
import { fromEpochMs } from '#domain/brand.ts';
import { errorCode } from '../error-code.ts';
import { type BatchLimits, type BatchResult, judgeBatch } from './judge-batch.ts';
import type { JudgeRules } from './judge-group.ts';

export interface JudgeWorkerOptions {
  readonly db: Db;
  readonly rules: JudgeRules;
  readonly onBatch: (result: BatchResult) => void;
  /** Told of what went wrong, by a code that holds nothing of what was judged. */
  readonly onProblem: (problem: { readonly what: string; readonly code: string }) => void;
}

export interface JudgeWorker {
  /** Ends after the batch at hand; resolves when all is stored and the worker is gone. */
  stop(): Promise<void>;
}

/** Sessions are looked for this often even when no notice comes. */
const POLL_MS = 500;
const AFTER_TROUBLE_MS = 1_000;
const DUE_AT_ONCE = 500;
const BATCH: BatchLimits = { sessions: 32, facts: 20_000 };
/** A session that takes this long is not judged again before a multiple of it has passed. */
const COSTLY_MS = 200;
const REST_FACTOR = 2;
const LONGEST_REST_MS = 5_000;

/** Starts a loop that judges dirty sessions as long as there are any, and wakes when the store tells of more. */
export async function startJudgeWorker(options: JudgeWorkerOptions): Promise<JudgeWorker> {
  const loop = new JudgeLoop(options);
  await loop.listen();
  const done = loop.run();
  return {
    stop: async () => {
      loop.end();
      await done;
    },
  };
}

class JudgeLoop {
  readonly #options: JudgeWorkerOptions;
  readonly #resting = new Map<string, number>();
  #ended = false;
  #noticed = false;
  #wake: () => void = () => {};
  #unlisten: () => Promise<void> = async () => {};

  constructor(options: JudgeWorkerOptions) {
    this.#options = options;
  }

  /** The driver listens again by itself after a lost connection; until then there is the poll. */
  async listen(): Promise<void> {
    try {
      const listening = await this.#options.db.sql.listen(DIRTY_CHANNEL, () => this.#notice());
      this.#unlisten = () => listening.unlisten();
    } catch (error) {
      this.#options.onProblem({ what: 'listening', code: errorCode(error) });
    }
  }

  end(): void {
    this.#ended = true;
    this.#notice();
  }

  async run(): Promise<void> {
    while (!this.#ended) {
      this.#noticed = false;
      const found = await this.#round();
      if (!found) await this.#rest();
    }
    await this.#unlisten().catch(() => {});
  }

  #notice(): void {
    this.#noticed = true;
    this.#wake();
  }

  /** Waits for a notice or the next poll; a notice that came during the round ends it at once. */
  async #rest(): Promise<void> {
    if (this.#noticed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }

  /** Judges one batch; true when there may be more. */
  async #round(): Promise<boolean> {
    try {
      const { db, rules } = this.#options;
      const now = fromEpochMs(rules.clock());
      await markDue(db.sql, { now, limit: DUE_AT_ONCE });
      const result = await judgeBatch(db, rules, { limits: BATCH, except: this.#restingKeys() });
      return this.#settle(result);
    } catch (error) {
      return this.#recover(error);
    }
  }

  #settle(result: BatchResult): boolean {
    const now = this.#options.rules.clock();
    for (const { keys, ms } of result.judged) {
      if (ms < COSTLY_MS) continue;
      for (const key of keys) this.#resting.set(key, now + Math.min(LONGEST_REST_MS, ms * REST_FACTOR));
    }
    for (const { code } of result.failed) this.#options.onProblem({ what: 'judging', code });
    const worked = result.judged.length + result.failed.length > 0;
    if (worked) this.#options.onBatch(result);
    return worked;
  }

  /** A batch that could not be stored is tried session by session, so that the one at fault is found. */
  async #recover(error: unknown): Promise<boolean> {
    this.#options.onProblem({ what: 'storing judgements', code: errorCode(error) });
    if (isDatabaseAway(error)) {
      await sleep(AFTER_TROUBLE_MS);
      return false;
    }
    try {
      return await this.#oneByOne();
    } catch (again) {
      this.#options.onProblem({ what: 'storing judgements', code: errorCode(again) });
      await sleep(AFTER_TROUBLE_MS);
      return false;
    }
  }

  async #oneByOne(): Promise<boolean> {
    const { db, rules } = this.#options;
    const tried = new Set<string>();
    for (let count = 0; count < BATCH.sessions && !this.#ended; count += 1) {
      const except = [...this.#restingKeys(), ...tried];
      const picked: string[] = [];
      const limits = { ...BATCH, sessions: 1 };
      try {
        const onPicked = (keys: readonly string[]) => picked.push(...keys);
        const result = await judgeBatch(db, rules, { limits, except, onPicked });
        if (picked.length === 0) return true;
        for (const key of picked) tried.add(key);
        this.#settle(result);
      } catch (error) {
        if (isDatabaseAway(error) || picked.length === 0) throw error;
        for (const key of picked) tried.add(key);
        if (isLostRace(error)) continue;
        const code = errorCode(error);
        await recordFailures(
          db.sql,
          picked.map((key) => ({ key, code })),
        );
        this.#options.onProblem({ what: 'storing judgements', code: errorCode(error) });
      }
    }
    return true;
  }

  #restingKeys(): readonly string[] {
    const now = this.#options.rules.clock();
    for (const [key, until] of this.#resting) if (until <= now) this.#resting.delete(key);
    return [...this.#resting.keys()];
  }
}
