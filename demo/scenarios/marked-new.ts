import { HEADER_STREAM_RESUMED } from '@seamark/semconv';
import type { Request, RequestHandler } from 'express';
import { nameStandaloneStream } from '../servers/sdk-internals.ts';
import type { Scenario } from './scenario.ts';

/**
 * The honest twin of the lost cursor: the client comes without one while messages wait for it, and the server says
 * that what it gives is a new stream.
 */
export const markedNew: Scenario = {
  id: 'marked-new',
  title: 'a client reconnects without a cursor, and its new stream is marked as new',
  service: 'files-mcp',
  shows: [
    {
      session: 'marked',
      what: 'the honest twin: the client had lost its place, and its stream was marked as a new one',
      attempts: [{ verdict: 'new_stream' }],
      findings: [],
      also: ['lost_event'],
    },
  ],
  async play(stage) {
    let streams = 0;
    const node = await stage.node({
      service: 'files-mcp',
      middleware: [markNewStreams],
      beforeSdk: (session, req) => {
        if (!isFresh(req)) return false;
        streams += 1;
        nameStandaloneStream(session.transport, `watch-${streams}`);
        return false;
      },
    });
    const network = await stage.network(node);
    const agent = await stage.agent({
      url: network.url,
      name: 'ide-agent',
      version: '3.2.0',
      installation: 'dev-box-8',
    });
    const { sessionId } = agent;
    await stage.until('the client listens', () => node.isListening(sessionId));
    network.down();
    await stage.until('the server has seen it go', () => !node.isListening(sessionId));
    await node.notify(sessionId, 'changed: plans/a.txt');
    network.up();
    await stage.until('the client listens again', () => node.isListening(sessionId));
    await node.notify(sessionId, 'changed: plans/b.txt');
    await stage.until('the client has heard of it', () => agent.heard.length > 0);
    await agent.call('read_folder', { path: `/srv/plans/${stage.mark}` });
    await agent.end();
    return { marked: sessionId };
  },
};

const isFresh = (req: Request): boolean => req.method === 'GET' && req.headers['last-event-id'] === undefined;

/** Each GET without a cursor gets a stream of its own, and is told so. */
const markNewStreams: RequestHandler = (req, res, next) => {
  if (isFresh(req)) res.setHeader(HEADER_STREAM_RESUMED, 'false');
  next();
};
