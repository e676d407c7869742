import type { Request, Response } from 'express';
import type { McpNode } from '../servers/mcp-node.ts';
import { refuse } from '../servers/mcp-node.ts';
import type { Scenario } from './scenario.ts';

/**
 * Session and buffer idle out while the client is offline. The GET route does not look and opens a stream anyway, with
 * ids from 1 and the status 200, so the client waits for a result that it will never see, and then sends the mail again.
 */
export const idleEviction: Scenario = {
  id: 'idle-eviction',
  title: 'an idle session is evicted, and its reconnect falls through to a new stream',
  service: 'mail-mcp',
  shows: [
    {
      session: 'evicted',
      what: 'a mail was sent twice: the reconnect got 200, and nothing of what it had missed',
      attempts: [{ verdict: 'fabricated', reason: 'session_gone' }],
      findings: [{ kind: 'fabricated_continuity' }, { kind: 'double_execution', strength: 'probable' }],
      also: ['duplicate_delivery'],
      later: ['lost_result'],
    },
  ],
  async play(stage) {
    const node = await stage.node({ service: 'mail-mcp', idleMs: 2_000, onUnknownSession: fallThrough });
    const network = await stage.network(node);
    const who = { url: network.url, name: 'desktop-assistant', version: '1.8.0', installation: 'desk-17' };
    const agent = await stage.agent(who);
    const evicted = agent.sessionId;
    const patience = new AbortController();
    const call = agent.call('send_mail', { to: `board-${stage.mark}@example.com` }, patience.signal);
    await stage.until('the first step was heard', () => agent.heard.length > 0);
    network.down();
    await stage.until('the session has expired', () => node.sessions.get(evicted) === undefined);
    network.up();
    await stage.until('the client takes the new stream for its own', () => agent.heard.includes(HELLO));
    await stage.pause(1_500);
    patience.abort();
    if ((await call) !== 'given up') throw new Error('the client was not fooled');
    await agent.vanish();
    const again = await stage.agent(who);
    await again.call('send_mail', { to: `board-${stage.mark}@example.com` });
    await again.end();
    return { evicted, again: again.sessionId };
  },
};

const HELLO = 'ready';

/** The fault: whoever asks for a stream gets one. */
function fallThrough(_node: McpNode, req: Request, res: Response): void {
  if (req.method !== 'GET') {
    refuse(res, { status: 404, code: 'session_expired', message: 'Session not found' });
    return;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const hello = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: HELLO } };
  res.write(`id: 1\nevent: message\ndata: ${JSON.stringify(hello)}\n\n`);
}
