import { OneLogForAll } from '../servers/one-log-for-all.ts';
import type { Scenario } from './scenario.ts';

/** One event log for all sessions. A client that resumes gets what was written after its cursor: somebody else's data. */
export const foreignSession: Scenario = {
  id: 'foreign-session',
  title: "a shared event store replays one customer's events to another",
  service: 'crm-mcp',
  shows: [
    {
      session: 'reader',
      what: "one customer's report was delivered to another: a shared store replayed it",
      attempts: [{ verdict: 'fabricated', reason: 'foreign_session' }],
      findings: [{ kind: 'fabricated_continuity' }, { kind: 'foreign_delivery' }],
      also: ['double_execution', 'duplicate_delivery', 'lost_event', 'lost_result', 'unresolved_request'],
    },
  ],
  async play(stage) {
    const log = new OneLogForAll();
    const node = await stage.node({ service: 'crm-mcp', store: () => log });
    const [mine, theirs] = [await stage.network(node), await stage.network(node)];
    const reader = await stage.agent({
      url: mine.url,
      name: 'support-bot',
      version: '1.1.0',
      installation: 'tenant-a',
    });
    const owner = await stage.agent({
      url: theirs.url,
      name: 'support-bot',
      version: '1.1.0',
      installation: 'tenant-b',
    });
    const call = reader.call('customer_report', { customer: 'A-1001' }, 4_000);
    await stage.until('the first step was heard', () => reader.heard.length > 0);
    mine.down();
    await owner.call('customer_report', { customer: 'B-2002' });
    mine.up();
    await call;
    await reader.end();
    await owner.end();
    return { reader: reader.sessionId, owner: owner.sessionId };
  },
};
