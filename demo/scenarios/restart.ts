import type { Scenario } from './scenario.ts';

/**
 * A rolling update. The new process finds session and events in the shared store, takes the id up and replays what the
 * old one had written. The call itself died with the old process, so its result never comes, and the order is placed
 * again.
 */
export const restart: Scenario = {
  id: 'restart',
  title: 'a restarted server adopts a session id and replays the life of a dead process',
  service: 'orders-mcp',
  shows: [
    {
      session: 'moved',
      what: 'an order was placed twice: a new process replayed the stream of one that had died with the call',
      attempts: [{ verdict: 'fabricated', reason: 'dead_incarnation' }],
      findings: [{ kind: 'fabricated_continuity' }, { kind: 'double_execution', strength: 'probable' }],
      also: ['unresolved_request'],
    },
  ],
  async play(stage) {
    const folder = await stage.folder();
    const [old, fresh] = await Promise.all([
      stage.remoteNode({ service: 'orders-mcp', folder }),
      stage.remoteNode({ service: 'orders-mcp', folder }),
    ]);
    const network = await stage.network(old);
    const agent = await stage.agent({
      url: network.url,
      name: 'purchasing-bot',
      version: '2.0.1',
      installation: 'plant-3',
    });
    const patience = new AbortController();
    const call = agent.call('place_order', { sku: `M8-bolt-${stage.mark}` }, patience.signal);
    await stage.until('two steps were heard', () => agent.heard.length >= 2);
    network.down();
    // The old process goes on for some steps, and what it says goes to the store.
    await stage.pause(350);
    await old.stop();
    network.route(fresh.url);
    const before = agent.heard.length;
    network.up();
    await stage.until('the client takes the replay for its own', () => agent.heard.length > before);
    await stage.pause(1_500);
    patience.abort();
    if ((await call) === 'result') throw new Error('the call outlived its process');
    await agent.call('place_order', { sku: `M8-bolt-${stage.mark}` });
    await agent.end();
    return { moved: agent.sessionId };
  },
};
