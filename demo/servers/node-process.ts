import { createHash, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { EventLog } from './event-log.ts';
import { FileShelf } from './file-shelf.ts';
import { McpNode, refuse } from './mcp-node.ts';
import type { NodeProcessReport, NodeProcessSettings } from './node-process-messages.ts';
import { SERVICES, type ServiceName } from './services.ts';

/*
 * A server in a process of its own, with the fault of the deployment that this demo restarts: sessions and events lie
 * in a store that all processes share, but the incarnation is minted by each process. So a process takes up the
 * sessions of a dead one and replays what belongs to a life whose running calls died with it.
 */

const report = (message: NodeProcessReport): void => {
  process.send?.(message);
};

async function main(settings: NodeProcessSettings): Promise<void> {
  const { folder, service } = settings;
  const incarnation = randomBytes(8).toString('hex');
  const shelf = new FileShelf(folder);
  const telemetry = createTelemetry(settings.otlpUrl);
  const node = await McpNode.start({
    service,
    telemetry,
    incarnation: () => incarnation,
    store: ({ sessionId }) => {
      writeFileSync(recordOf(folder, sessionId), '');
      return new EventLog({ incarnation }, shelf);
    },
    onUnknownSession: (self, req, res) => adopt(self, { folder, incarnation }, req, res),
    seamark: { eventIds: 'incarnation.stream.ordinal' },
  });
  const stop = async (): Promise<void> => {
    await node.stop();
    report({ kind: 'stopped', counts: { ...telemetry.counts } });
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  // Ctrl+C reaches the whole group; the demo itself says when to stop.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(0));
  report({ kind: 'listening', url: node.url });
}

async function adopt(
  node: McpNode,
  shared: { readonly folder: string; readonly incarnation: string },
  req: Request,
  res: Response,
): Promise<void> {
  const asked = req.headers['mcp-session-id'];
  if (typeof asked !== 'string' || !existsSync(recordOf(shared.folder, asked))) {
    refuse(res, { status: 404, code: 'session_not_found', message: 'Session not found' });
    return;
  }
  const session = await node.adopt({ sessionId: asked, incarnation: shared.incarnation });
  await session.transport.handleRequest(req, res, req.body);
}

/** The shared record of a session. Its name is a digest: the id itself is a secret. */
function recordOf(folder: string, sessionId: string): string {
  return join(folder, `session-${createHash('sha256').update(sessionId).digest('hex')}`);
}

function settingsOf(argument: string | undefined): NodeProcessSettings {
  const settings: { folder?: unknown; otlpUrl?: unknown; service?: unknown } = JSON.parse(argument ?? '{}');
  const { folder, otlpUrl, service } = settings;
  if (typeof folder !== 'string' || typeof otlpUrl !== 'string' || !isService(service))
    throw new Error('this program is started by the demo');
  return { folder, otlpUrl, service };
}

function isService(name: unknown): name is ServiceName {
  return typeof name === 'string' && Object.hasOwn(SERVICES, name);
}

await main(settingsOf(process.argv[2]));
