import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type AgentOptions } from '../clients/agent.ts';
import { Network } from '../network/network.ts';
import { McpNode, type McpNodeOptions } from '../servers/mcp-node.ts';
import { type RemoteNode, type RemoteNodeOptions, startRemoteNode } from '../servers/remote-node.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createPatience, type Patience } from './patience.ts';

/** What a scenario plays on: it puts up servers, networks and clients, and everything is taken down after it. */
export class Stage {
  /** Stands in names and arguments, so that nobody seems to have called twice what was played twice. */
  readonly mark = randomBytes(3).toString('hex');
  readonly pause: Patience['pause'];
  readonly #patience: Patience;
  readonly #telemetry: Telemetry;
  readonly #signal: AbortSignal;
  readonly #agents: Agent[] = [];
  readonly #props: (() => Promise<unknown>)[] = [];

  constructor(telemetry: Telemetry, signal: AbortSignal) {
    this.#telemetry = telemetry;
    this.#signal = signal;
    this.#patience = createPatience(signal);
    this.pause = this.#patience.pause;
  }

  /** Waits until something holds. Throws, naming it and the clients' troubles, when it does not. */
  async until(what: string, holds: () => boolean): Promise<void> {
    try {
      await this.#patience.until(what, holds);
    } catch (error) {
      const troubles = this.#agents.map((agent) => agent.troubles).join('; ');
      throw new Error(`${String(error)}; troubles of the clients: ${troubles || 'none'}`, { cause: error });
    }
  }

  async node(options: Omit<McpNodeOptions, 'telemetry'>): Promise<McpNode> {
    const node = await McpNode.start({ ...options, telemetry: this.#telemetry });
    this.#props.push(() => node.stop());
    return node;
  }

  /** A server in a process of its own. */
  async remoteNode(options: Omit<RemoteNodeOptions, 'telemetry'>): Promise<RemoteNode> {
    const node = await startRemoteNode({ ...options, telemetry: this.#telemetry });
    this.#props.push(() => node.stop());
    return node;
  }

  async network(to: { readonly url: string }): Promise<Network> {
    const network = await Network.to(to.url);
    this.#props.push(() => network.close());
    return network;
  }

  async agent(options: Omit<AgentOptions, 'signal'>): Promise<Agent> {
    const agent = await Agent.connect({
      ...options,
      installation: `${options.installation}-${this.mark}`,
      signal: this.#signal,
    });
    this.#agents.push(agent);
    this.#props.push(() => agent.vanish());
    return agent;
  }

  /** A folder for what processes share; it goes away with the rest. */
  async folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'seamark-demo-'));
    this.#props.push(() => rm(path, { recursive: true, force: true }));
    return path;
  }

  /** Takes everything down, last put up first. */
  async clear(): Promise<void> {
    for (const take of this.#props.splice(0).reverse()) await take();
  }
}
