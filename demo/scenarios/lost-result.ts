import type { Scenario } from './scenario.ts';

/** A server without an event store. The connection breaks before the result is there; the client begins anew, and again. */
export const lostResult: Scenario = {
  id: 'lost-result',
  title: 'a connection breaks before the result arrives, and the client calls again in a new session',
  service: 'billing-mcp',
  shows: [
    {
      session: 'first',
      what: 'a card was charged twice: the first result was lost with its connection',
      attempts: [],
      findings: [{ kind: 'double_execution', strength: 'probable' }],
      also: ['unresumable_stream', 'unresolved_request'],
      later: ['lost_result'],
    },
  ],
  async play(stage) {
    const node = await stage.node({ service: 'billing-mcp', store: () => undefined });
    const network = await stage.network(node);
    const who = { url: network.url, name: 'checkout-agent', version: '5.0.0', installation: 'shop-9' };
    const agent = await stage.agent(who);
    const first = agent.sessionId;
    const call = agent.call('charge_card', { invoice: `INV-${stage.mark}` });
    await stage.until('the tool runs', () => agent.heard.length > 0);
    network.cut();
    await stage.until('the tool has ended', () => node.done('charge_card') === 1);
    await stage.pause(100);
    await agent.vanish();
    await call;
    const again = await stage.agent(who);
    await again.call('charge_card', { invoice: `INV-${stage.mark}` });
    await again.end();
    return { first, again: again.sessionId };
  },
};
