import { randomBytes } from 'node:crypto';
import { Agent } from '../clients/agent.ts';
import { McpNode } from '../servers/mcp-node.ts';
import { SERVICE_NAMES, type ServiceName } from '../servers/services.ts';
import { createPatience } from '../stage/patience.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { ATTEMPTS_OF, HEALTHY_KINDS, playHealthy } from './healthy-session.ts';

export interface TrafficOptions {
  readonly telemetry: Telemetry;
  /** Attempts to resume a minute. */
  readonly rate: number;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  /** A session has come to its end; with its raw id, a secret. */
  readonly onSession: (rawId: string) => void;
  readonly onProblem: (problem: string) => void;
}

const CLIENTS = [
  { name: 'desktop-assistant', version: '1.8.0' },
  { name: 'ide-agent', version: '3.2.0' },
  { name: 'support-bot', version: '1.1.0' },
  { name: 'batch-runner', version: '0.9.3' },
] as const;
/** More at once would only wait for each other. */
const MOST_AT_ONCE = 16;
const MINUTE_MS = 60_000;

/** Sound servers of all services, and sessions on them one after another. */
export class HealthyTraffic {
  readonly #options: TrafficOptions;
  readonly #nodes: ReadonlyMap<ServiceName, McpNode>;
  readonly #running = new Set<Promise<void>>();
  readonly #run = randomBytes(3).toString('hex');
  #begun = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: TrafficOptions, nodes: ReadonlyMap<ServiceName, McpNode>) {
    this.#options = options;
    this.#nodes = nodes;
  }

  static async start(options: TrafficOptions): Promise<HealthyTraffic> {
    const { telemetry } = options;
    const nodes = new Map<ServiceName, McpNode>();
    for (const service of SERVICE_NAMES) nodes.set(service, await McpNode.start({ service, telemetry }));
    const traffic = new HealthyTraffic(options, nodes);
    const average = HEALTHY_KINDS.reduce((sum, kind) => sum + ATTEMPTS_OF[kind], 0) / HEALTHY_KINDS.length;
    traffic.#timer = setInterval(() => traffic.#begin(), (MINUTE_MS * average) / options.rate);
    traffic.#begin();
    return traffic;
  }

  /** Begins no further session, and waits for those that have begun. */
  async finish(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    await this.finish();
    await Promise.all([...this.#nodes.values()].map((node) => node.stop()));
  }

  #begin(): void {
    if (this.#running.size >= MOST_AT_ONCE || this.#options.signal.aborted) return;
    const play = this.#play(this.#begun++).finally(() => this.#running.delete(play));
    this.#running.add(play);
  }

  async #play(number: number): Promise<void> {
    const { signal, onSession, onProblem } = this.#options;
    const service = SERVICE_NAMES[number % SERVICE_NAMES.length] ?? 'mail-mcp';
    const kind = HEALTHY_KINDS[number % HEALTHY_KINDS.length] ?? 'undisturbed';
    const node = this.#nodes.get(service);
    const client = CLIENTS[Math.floor(number / 3) % CLIENTS.length] ?? CLIENTS[0];
    if (!node) return;
    try {
      const mark = `${this.#run}-${number}`;
      const installation = `visitor-${mark}`;
      const connect = (url: string): Promise<Agent> =>
        Agent.connect({ ...client, url, installation, signal });
      const patience = createPatience(signal);
      onSession(await playHealthy({ kind, service, node, mark, patience, connect }));
    } catch (error) {
      if (!signal.aborted) onProblem(`a healthy session (${kind}): ${String(error)}`);
    }
  }
}
