import { parseEventId } from '@seamark/semconv';
import type { Request, Response } from 'express';
import { EventLog, MemoryShelf } from '../servers/event-log.ts';
import { refuse } from '../servers/mcp-node.ts';
import type { Session } from '../servers/session-table.ts';
import type { Scenario } from './scenario.ts';

/** The honest twin of the idle eviction: 404 with a code, so that the client begins anew and knows why. */
export const refusedExpired: Scenario = {
  id: 'refused-expired',
  title: 'an idle session is evicted, and its reconnect is refused with 404',
  service: 'mail-mcp',
  shows: [
    {
      session: 'expired',
      what: 'the honest twin: the session had idled out, and the server said so',
      attempts: [{ verdict: 'refused', reason: 'session_gone' }],
      findings: [{ kind: 'rejected_incarnation' }],
      also: ['lost_result', 'unresolved_request'],
    },
  ],
  async play(stage) {
    const node = await stage.node({ service: 'mail-mcp', idleMs: 2_000 });
    const network = await stage.network(node);
    const who = { url: network.url, name: 'desktop-assistant', version: '1.8.0', installation: 'desk-22' };
    const agent = await stage.agent(who);
    const expired = agent.sessionId;
    const call = agent.call('search_mail', { query: `invoices of May, ${stage.mark}` });
    await stage.until('the first step was heard', () => agent.heard.length > 0);
    network.down();
    await stage.until('the session has expired', () => node.sessions.get(expired) === undefined);
    network.up();
    await stage.until('the client was refused', () => agent.refusals > 0);
    await agent.vanish();
    await call;
    const again = await stage.agent(who);
    await again.call('search_mail', { query: `invoices of June, ${stage.mark}` });
    await again.end();
    return { expired, again: again.sessionId };
  },
};

/** The honest twin of the restart: the successor knows that it is another life, and refuses the cursor of the dead one. */
export const refusedDeadIncarnation: Scenario = {
  id: 'refused-dead-incarnation',
  title: 'a restarted server refuses the cursor of a dead incarnation',
  service: 'orders-mcp',
  shows: [
    {
      session: 'rejected',
      what: 'the honest twin: the successor refused the cursor of a dead incarnation',
      attempts: [{ verdict: 'refused', reason: 'dead_incarnation' }],
      findings: [{ kind: 'rejected_incarnation' }],
      also: ['unresolved_request', 'lost_result'],
    },
  ],
  async play(stage) {
    const shelf = new MemoryShelf();
    const shared = {
      service: 'orders-mcp',
      store: ({ incarnation }: { readonly incarnation: string }) => new EventLog({ incarnation }, shelf),
      seamark: { eventIds: 'incarnation.stream.ordinal' },
    } as const;
    const old = await stage.node(shared);
    const fresh = await stage.node({ ...shared, beforeSdk: refuseOtherLife });
    const network = await stage.network(old);
    const who = { url: network.url, name: 'purchasing-bot', version: '2.0.1', installation: 'plant-7' };
    const agent = await stage.agent(who);
    const rejected = agent.sessionId;
    const call = agent.call('list_orders', { customer: `C-77-${stage.mark}` });
    await stage.until('two steps were heard', () => agent.heard.length >= 2);
    network.down();
    await old.stop();
    await fresh.adopt({ sessionId: rejected, incarnation: 'second-life' });
    network.route(fresh.url);
    network.up();
    await stage.until('the client was refused', () => agent.refusals > 0);
    await agent.vanish();
    await call;
    const again = await stage.agent(who);
    await again.call('list_orders', { customer: `C-78-${stage.mark}` });
    await again.end();
    return { rejected, again: again.sessionId };
  },
};

function refuseOtherLife(session: Session, req: Request, res: Response): boolean {
  const cursor = req.headers['last-event-id'];
  const view = typeof cursor === 'string' ? parseEventId(cursor) : undefined;
  if (!view || view.incarnation === session.incarnation) return false;
  refuse(res, { status: 410, code: 'incarnation_mismatch', message: 'The session began anew' });
  return true;
}
