import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { planOf } from './plan.ts';
import type { Played, Scenario } from './scenarios/scenario.ts';
import { Stage } from './stage/stage.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { HealthyTraffic } from './traffic/healthy-traffic.ts';

export interface RunOptions {
  readonly scenarios: readonly Scenario[];
  readonly telemetry: Telemetry;
  /** How long new things are begun. What has begun is played to its end. */
  readonly durationMs: number;
  /** Healthy attempts to resume a minute. */
  readonly rate: number;
  /** Ends the demo at once; what it has put up is still taken down. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** How far the demo is. */
export interface Progress {
  /** 0 to 1. */
  readonly done: number;
  readonly healthySessions: number;
  readonly played: number;
  readonly planned: number;
  /** Set when something has just been played or gone wrong. */
  readonly news?: string;
}

/** What was played. Raw session ids are secrets: for asking Seamark about them and nothing else. */
export interface RunReport {
  readonly played: readonly { readonly scenario: Scenario; readonly sessions: Played }[];
  readonly healthy: readonly string[];
  /** What could not be played as it was meant to be. */
  readonly problems: readonly string[];
}

const TICK_MS = 250;

/** Plays all scenarios, with healthy traffic around them, and hands over all that is to be reported. */
export async function runDemo(options: RunOptions): Promise<RunReport> {
  // Everything that waits listens to it, and many things wait at once.
  setMaxListeners(0, options.signal);
  return new Run(options).play();
}

class Run {
  readonly #options: RunOptions;
  readonly #played: { readonly scenario: Scenario; readonly sessions: Played }[] = [];
  readonly #healthy: string[] = [];
  readonly #problems: string[] = [];
  readonly #startedAt = Date.now();
  readonly #planned: ReturnType<typeof planOf<Scenario>>;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#planned = planOf(options.scenarios, options.durationMs);
  }

  async play(): Promise<RunReport> {
    const { telemetry, rate, signal, durationMs } = this.#options;
    const ticker = setInterval(() => this.#tell(), TICK_MS);
    const traffic = await HealthyTraffic.start({
      telemetry,
      rate,
      signal,
      onSession: (id) => this.#healthy.push(id),
      onProblem: (problem) => this.#complain(problem),
    });
    try {
      const scenarios = this.#planned.map(({ at, item }) => this.#playAt(at, item));
      await this.#wait(durationMs);
      await Promise.all([traffic.finish(), ...scenarios]);
    } finally {
      clearInterval(ticker);
      await traffic.stop();
    }
    this.#tell();
    return { played: this.#played, healthy: this.#healthy, problems: this.#problems };
  }

  async #playAt(at: number, scenario: Scenario): Promise<void> {
    const { telemetry, signal } = this.#options;
    if (!(await this.#wait(at))) return;
    const stage = new Stage(telemetry, signal);
    try {
      const sessions = await scenario.play(stage);
      // A scenario that was stopped on its way shows nothing that it promises.
      if (signal.aborted) return;
      this.#played.push({ scenario, sessions });
      this.#tell(`${scenario.service}: ${scenario.title}`);
    } catch (error) {
      if (!signal.aborted) this.#complain(`${scenario.id}: ${String(error)}`);
    } finally {
      await stage.clear();
    }
  }

  /** Answers whether the time has come without the demo having been stopped. */
  #wait(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.#options.signal }).catch(() => false);
  }

  #complain(problem: string): void {
    this.#problems.push(problem);
    this.#tell(`could not be played: ${problem}`);
  }

  #tell(news?: string): void {
    const { durationMs, onProgress } = this.#options;
    const time = Math.min(1, (Date.now() - this.#startedAt) / durationMs);
    const played = this.#played.length + this.#problems.length;
    const planned = this.#planned.length;
    onProgress({
      done: Math.min(time, planned === 0 ? 1 : (time + played / planned) / 2),
      healthySessions: this.#healthy.length,
      played: this.#played.length,
      planned,
      ...(news === undefined ? {} : { news }),
    });
  }
}
