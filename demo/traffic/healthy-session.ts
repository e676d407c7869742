import type { Agent } from '../clients/agent.ts';
import { Network } from '../network/network.ts';
import type { McpNode } from '../servers/mcp-node.ts';
import { SERVICES, type ServiceName } from '../servers/services.ts';
import type { Patience } from '../stage/patience.ts';

/** How a healthy session goes. */
export const HEALTHY_KINDS = ['cut once', 'cut while listening', 'undisturbed', 'cut twice'] as const;
export type HealthyKind = (typeof HEALTHY_KINDS)[number];

/** Attempts with a cursor that each kind makes; reconnects without one come on top and count for nothing. */
export const ATTEMPTS_OF: Readonly<Record<HealthyKind, number>> = {
  'cut once': 1,
  'cut while listening': 1,
  undisturbed: 0,
  'cut twice': 2,
};

export interface HealthyParts {
  readonly kind: HealthyKind;
  readonly service: ServiceName;
  readonly node: McpNode;
  /** Stands in all arguments, so that no two sessions ask for the same. */
  readonly mark: string;
  readonly patience: Patience;
  readonly connect: (url: string) => Promise<Agent>;
}

/** Plays one session on a sound server, through a network that breaks. Answers its raw id: a secret. */
export async function playHealthy(parts: HealthyParts): Promise<string> {
  const network = await Network.to(parts.node.url);
  try {
    const agent = await parts.connect(network.url);
    try {
      await PLAYS[parts.kind](parts, agent, network);
      await agent.end();
    } catch (error) {
      throw new Error(`${String(error)}; troubles of the client: ${agent.troubles || 'none'}`, {
        cause: error,
      });
    } finally {
      await agent.vanish();
    }
    return agent.sessionId;
  } finally {
    await network.close();
  }
}

type Play = (parts: HealthyParts, agent: Agent, network: Network) => Promise<void>;

const PLAYS: Readonly<Record<HealthyKind, Play>> = {
  undisturbed: async (parts, agent) => {
    await callAll(parts, agent);
  },
  'cut once': async (parts, agent, network) => {
    await cutDuringCall(parts, agent, { network, cutAfter: [1] });
    await callAll(parts, agent);
  },
  'cut twice': async (parts, agent, network) => {
    await cutDuringCall(parts, agent, { network, cutAfter: [1, 3] });
  },
  'cut while listening': async (parts, agent, network) => {
    await cutWhileListening(parts, agent, network);
    await callAll(parts, agent);
  },
};

async function callAll({ service, mark }: HealthyParts, agent: Agent): Promise<void> {
  for (const tool of SERVICES[service].tools) {
    const outcome = await agent.call(tool.name, { [tool.argument]: `${tool.argument}-${mark}` });
    if (outcome !== 'result') throw new Error(`${tool.name} of a healthy server ended as ${outcome}`);
  }
}

/** The connection breaks after some steps; the client resumes by itself, and the call comes to its result. */
async function cutDuringCall(
  { service, mark, patience }: HealthyParts,
  agent: Agent,
  { network, cutAfter }: { readonly network: Network; readonly cutAfter: readonly number[] },
): Promise<void> {
  const [tool] = SERVICES[service].tools;
  const before = agent.heard.length;
  const call = agent.call(tool.name, { [tool.argument]: `long-${tool.argument}-${mark}` });
  for (const steps of cutAfter) {
    await patience.until('a step was heard', () => agent.heard.length - before >= steps);
    network.cut();
  }
  const outcome = await call;
  const heard = agent.heard.length - before;
  if (outcome !== 'result' || heard !== tool.steps)
    throw new Error(`a resumed ${tool.name} ended as ${outcome} after ${heard} of ${tool.steps} steps`);
}

/** The standalone stream breaks between messages; what was sent meanwhile is replayed to the client. */
async function cutWhileListening(
  { node, patience }: HealthyParts,
  agent: Agent,
  network: Network,
): Promise<void> {
  const tell = (text: string): Promise<void> => node.notify(agent.sessionId, text);
  const before = agent.heard.length;
  // The first message is sent once the client listens: before it has a cursor nothing can be resumed.
  await patience.until('the client listens', () => node.isListening(agent.sessionId));
  await tell('news 1');
  await patience.until('the first news was heard', () => agent.heard.length > before);
  network.down();
  await patience.pause(60);
  await tell('news 2');
  await tell('news 3');
  network.up();
  await patience.until('all news were heard', () => agent.heard.length - before >= 3);
  await tell('news 4');
  await patience.until('the last news was heard', () => agent.heard.length - before >= 4);
}
