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
      also: ['duplicate_delivery'],
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
    await stage.until('the reader listens', () => node.isListening(reader.sessionId));
    await node.notify(reader.sessionId, `case A-${stage.mark} was assigned to you`);
    await stage.until('the reader has heard it', () => reader.heard.length > 0);
    mine.down();
    await owner.call('customer_report', { customer: `B-${stage.mark}` });
    mine.up();
    await stage.until('the reader has heard what was not for it', () => reader.heard.length > 1);
    await reader.call('customer_report', { customer: `A-${stage.mark}` });
    await reader.end();
    await owner.end();
    return { reader: reader.sessionId, owner: owner.sessionId };
  },
};
