import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { parseEventId } from '@seamark/semconv';
import { EventLog } from '../servers/event-log.ts';
import type { Scenario } from './scenario.ts';

/**
 * The client is gone, but a gateway has not told the server. Its reconnect is refused with 409 by its own predecessor
 * until the gateway lets go; then it is served, and nothing is lost.
 */
export const livePredecessor: Scenario = {
  id: 'live-predecessor',
  title: 'a reconnect is refused with 409 while the old connection seems to live',
  service: 'calendar-mcp',
  shows: [
    {
      session: 'blocked',
      what: 'a reconnect was kept out by its own orphan, and served once that was gone',
      attempts: [{ verdict: 'refused', reason: 'predecessor_live' }, { verdict: 'continuous' }],
      findings: [{ kind: 'blocked_by_orphan' }],
    },
  ],
  async play(stage) {
    const node = await stage.node({
      service: 'calendar-mcp',
      store: ({ incarnation }) => new ExclusiveLog({ incarnation }),
    });
    const network = await stage.network(node);
    const agent = await stage.agent({
      url: network.url,
      name: 'desktop-assistant',
      version: '1.8.0',
      installation: 'desk-31',
    });
    const call = agent.call('find_slot', { week: `2026-W50-${stage.mark}` });
    await stage.until('the first step was heard', () => agent.heard.length > 0);
    network.orphan();
    // Both its streams are kept out: that of the call, and the standalone one.
    await stage.until('the client was refused twice', () => agent.refusals > 1);
    network.cut();
    await call;
    await agent.end();
    return { blocked: agent.sessionId };
  },
};

/** A store that names the stream of a cursor: with that the SDK refuses a second connection to it. */
class ExclusiveLog extends EventLog implements EventStore {
  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return parseEventId(eventId)?.streamId;
  }
}
