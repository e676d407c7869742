import { EventLog } from '../servers/event-log.ts';
import type { McpNodeOptions } from '../servers/mcp-node.ts';
import { namedResync } from '../servers/named-resync.ts';
import type { Stage } from '../stage/stage.ts';
import type { Played, Scenario } from './scenario.ts';

/** More steps come while the client is offline than the buffer keeps. The replay begins at its floor, without a word. */
export const clampedBuffer: Scenario = {
  id: 'clamped-buffer',
  title: 'a buffer has evicted what a client missed, and the replay begins at its floor without a word',
  service: 'search-mcp',
  shows: [
    {
      session: 'clamped',
      what: 'search results vanished: the replay began at the floor of the buffer and said nothing',
      attempts: [{ verdict: 'fabricated', reason: 'clamped_to_floor' }],
      findings: [{ kind: 'fabricated_continuity' }],
      later: ['lost_event'],
    },
  ],
  play: async (stage) => ({ clamped: await missMoreThanIsKept(stage, 'clamp') }),
};

/** The same, but the server says so before it goes on. */
export const declaredGap: Scenario = {
  id: 'declared-gap',
  title: 'a buffer has evicted what a client missed, and the server declares the gap by a resync',
  service: 'search-mcp',
  shows: [
    {
      session: 'resynced',
      what: 'the honest twin: the same gap, declared by a resync before the replay goes on',
      attempts: [{ verdict: 'resynced', reason: 'gap' }],
      findings: [{ kind: 'resync' }],
      also: ['lost_event'],
    },
  ],
  play: async (stage): Promise<Played> => ({ resynced: await missMoreThanIsKept(stage, 'resync') }),
};

const KEEP = 4;
/** With so many events evicted, the successor of a cursor at the second or third step is gone. */
const EVICTED = 6;

async function missMoreThanIsKept(stage: Stage, belowFloor: 'clamp' | 'resync'): Promise<string> {
  let evicted = 0;
  const store: McpNodeOptions['store'] = ({ incarnation }) => {
    const log = new EventLog({ incarnation, keep: KEEP, belowFloor });
    log.seamarkSubscribe(() => {
      evicted += 1;
    });
    return log;
  };
  const node = await stage.node({ service: 'search-mcp', store, middleware: [namedResync] });
  const network = await stage.network(node);
  const agent = await stage.agent({
    url: network.url,
    name: 'research-agent',
    version: '0.4.2',
    installation: `lab-${belowFloor}`,
  });
  const call = agent.call('deep_search', { query: `tidal range of the Humber, ${stage.mark}` });
  await stage.until('two steps were heard', () => agent.heard.length >= 2);
  network.down();
  await stage.until('the buffer has moved on', () => evicted >= EVICTED);
  network.up();
  await call;
  await agent.end();
  return agent.sessionId;
}
