import { parseEventId } from '@seamark/semconv';
import type { Request, Response } from 'express';
import { refuse } from '../servers/mcp-node.ts';
import type { Session } from '../servers/session-table.ts';
import type { Scenario } from './scenario.ts';

/**
 * The opposite fault: the session lives and its buffer is whole, but the server answers any cursor with 404. By the
 * protocol the client must drop the session then, with everything that it holds.
 */
export const wrongRefusal: Scenario = {
  id: 'wrong-refusal',
  title: 'a server answers 404 to a cursor that it could have served',
  service: 'calendar-mcp',
  shows: [
    {
      session: 'dropped',
      what: 'a healthy session was thrown away: 404 said that it was gone, and it was not',
      attempts: [{ verdict: 'misrefused', reason: 'wrong_status' }],
      findings: [],
      also: ['lost_result', 'lost_event', 'unresolved_request', 'double_execution'],
    },
  ],
  async play(stage) {
    const node = await stage.node({ service: 'calendar-mcp', beforeSdk: refuseAnyCursor });
    const network = await stage.network(node);
    const who = { url: network.url, name: 'desktop-assistant', version: '1.8.0', installation: 'desk-40' };
    const agent = await stage.agent(who);
    const dropped = agent.sessionId;
    const call = agent.call('find_slot', { week: `2027-W02-${stage.mark}` });
    await stage.until('the first step was heard', () => agent.heard.length > 0);
    network.cut();
    await stage.until('the client was refused', () => agent.refusals > 0);
    await agent.vanish();
    await call;
    const again = await stage.agent(who);
    await again.call('find_slot', { week: `2027-W03-${stage.mark}` });
    await again.end();
    return { dropped, again: again.sessionId };
  },
};

function refuseAnyCursor(_session: Session, req: Request, res: Response): boolean {
  const cursor = req.headers['last-event-id'];
  if (typeof cursor !== 'string' || !parseEventId(cursor)) return false;
  refuse(res, { status: 404, code: 'unknown_cursor', message: 'Unknown Last-Event-ID' });
  return true;
}
