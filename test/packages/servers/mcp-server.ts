import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  type EventStore,
  StreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { InstrumentMcpOptions, Seamark } from '@seamark/instrumentation-mcp';
import { instrumentMcp } from '@seamark/instrumentation-mcp';
import express, { type Express, type Request, type Response } from 'express';
import { z } from 'zod';

export interface ServerOptions {
  readonly seamark?: InstrumentMcpOptions;
  /** The store of a session, or of all when it answers the same one. */
  readonly store?: (sessionId: string) => EventStore | undefined;
  /** What the application does with a session that it does not know. Default: 404, as the protocol wants. */
  readonly onUnknownSession?: (server: RunningServer, req: Request, res: Response) => Promise<void> | void;
  /** Whether the route is watched too. Default: yes. */
  readonly watchRoute?: boolean;
  readonly json?: boolean;
  readonly port?: number;
}

/** A plain Express server on the official SDK, one transport a session, as its examples have it. */
export interface RunningServer {
  readonly url: string;
  readonly seamark: Seamark;
  readonly app: Express;
  readonly sessions: Map<string, Session>;
  readonly options: ServerOptions;
  /** Executions of `order_create`, in order. */
  readonly orders: string[];
  /** A session under an id that came from elsewhere, as a node that takes over would make it. */
  adopt(sessionId: string): Promise<Session>;
  /** Runs before each request is handled. */
  beforeEach(hook: (req: Request, res: Response) => void): void;
  /** Asked before anything else whether it has answered a request itself. */
  takeOver(handler: (req: Request, res: Response) => boolean): void;
  /** A server-initiated message on a session's standalone stream. */
  notify(sessionId: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly server: McpServer;
}

export async function startMcpServer(options: ServerOptions = {}): Promise<RunningServer> {
  // A class of its own for each server, so that several in one process are as apart as several processes.
  class Transport extends StreamableHTTPServerTransport {}
  const seamark = instrumentMcp(Transport, { heartbeatMs: 0, ...options.seamark });
  const app = express();
  app.use(express.json());
  if (options.watchRoute !== false) app.use('/mcp', seamark.express());
  const http = createServer(app);
  const running = new Running({ app, http, seamark, options, Transport });
  app.all('/mcp', (req, res) => running.handle(req, res));
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  return running;
}

class Running implements RunningServer {
  readonly app: Express;
  readonly seamark: Seamark;
  readonly options: ServerOptions;
  readonly sessions = new Map<string, Session>();
  readonly orders: string[] = [];
  readonly #hooks: ((req: Request, res: Response) => void)[] = [];
  #own: ((req: Request, res: Response) => boolean) | undefined;
  readonly #http: Server;
  readonly #Transport: typeof StreamableHTTPServerTransport;

  constructor(parts: {
    readonly app: Express;
    readonly http: Server;
    readonly seamark: Seamark;
    readonly options: ServerOptions;
    readonly Transport: typeof StreamableHTTPServerTransport;
  }) {
    this.app = parts.app;
    this.seamark = parts.seamark;
    this.options = parts.options;
    this.#http = parts.http;
    this.#Transport = parts.Transport;
  }

  get url(): string {
    const address = this.#http.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`;
  }

  async handle(req: Request, res: Response): Promise<void> {
    for (const hook of this.#hooks) hook(req, res);
    if (this.#own?.(req, res)) return;
    const asked = req.headers['mcp-session-id'];
    const session = typeof asked === 'string' ? this.sessions.get(asked) : undefined;
    if (session) {
      await session.transport.handleRequest(req, res, req.body);
    } else if (asked === undefined && req.method === 'POST' && isInitializeRequest(req.body)) {
      const begun = await this.#begin(randomUUID());
      await begun.transport.handleRequest(req, res, req.body);
    } else if (this.options.onUnknownSession) {
      await this.options.onUnknownSession(this, req, res);
    } else {
      res
        .status(404)
        .json({ jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null });
    }
  }

  beforeEach(hook: (req: Request, res: Response) => void): void {
    this.#hooks.push(hook);
  }

  takeOver(handler: (req: Request, res: Response) => boolean): void {
    this.#own = handler;
  }

  async adopt(sessionId: string): Promise<Session> {
    const session = await this.#begin(sessionId);
    const inner = Reflect.get(session.transport, '_webStandardTransport');
    Object.assign(inner, { sessionId, _initialized: true });
    this.sessions.set(sessionId, session);
    return session;
  }

  async notify(sessionId: string, text: string): Promise<void> {
    await this.sessions.get(sessionId)?.server.server.sendLoggingMessage({ level: 'info', data: text });
  }

  async close(): Promise<void> {
    for (const session of [...this.sessions.values()]) await session.transport.close();
    this.seamark.uninstrument();
    this.#http.closeAllConnections();
    await new Promise<void>((resolve) => this.#http.close(() => resolve()));
  }

  async #begin(sessionId: string): Promise<Session> {
    const eventStore = this.options.store?.(sessionId);
    const transport = new this.#Transport({
      sessionIdGenerator: () => sessionId,
      onsessioninitialized: (id) => {
        this.sessions.set(id, session);
      },
      ...(eventStore ? { eventStore, retryInterval: 50 } : {}),
      ...(this.options.json ? { enableJsonResponse: true } : {}),
    });
    const server = createTools(this.orders);
    const session = { transport, server };
    transport.onclose = () => {
      this.sessions.delete(sessionId);
    };
    await server.connect(transport);
    return session;
  }
}

/** Tools that take a while, tell of their progress, and leave a trace when they run. */
function createTools(orders: string[]): McpServer {
  const server = new McpServer({ name: 'orders', version: '1.0.0' }, { capabilities: { logging: {} } });
  server.registerTool(
    'order_create',
    {
      description: 'Creates an order.',
      inputSchema: { item: z.string(), ms: z.number().optional() },
      annotations: { destructiveHint: true, idempotentHint: false },
    },
    async ({ item, ms }) => {
      orders.push(item);
      await new Promise((resolve) => setTimeout(resolve, ms ?? 0));
      return { content: [{ type: 'text', text: `ordered ${item}` }] };
    },
  );
  server.registerTool(
    'report',
    {
      description: 'Writes a report in steps.',
      inputSchema: { steps: z.number(), ms: z.number() },
      annotations: { readOnlyHint: true },
    },
    async ({ steps, ms }, extra) => {
      for (let step = 1; step <= steps; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        await extra.sendNotification({
          method: 'notifications/message',
          params: { level: 'info', data: `step ${step}` },
        });
      }
      return { content: [{ type: 'text', text: 'done' }] };
    },
  );
  server.registerTool(
    'burst',
    { description: 'Tells much at once.', inputSchema: { events: z.number() } },
    async ({ events }, extra) => {
      for (let event = 1; event <= events; event += 1) {
        await extra.sendNotification({
          method: 'notifications/message',
          params: { level: 'info', data: event },
        });
      }
      return { content: [{ type: 'text', text: 'done' }] };
    },
  );
  server.registerTool('fails', { description: 'Fails.' }, async () => ({
    isError: true,
    content: [{ type: 'text', text: 'no' }],
  }));
  return server;
}
