import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import {
  type EventStore,
  StreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { type InstrumentMcpOptions, instrumentMcp, type Seamark } from '@seamark/instrumentation-mcp';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { EventLog } from './event-log.ts';
import { takeOver } from './sdk-internals.ts';
import { SERVICES, type ServiceName } from './services.ts';
import { type Session, SessionTable } from './session-table.ts';
import { createMcpServer } from './tools.ts';

/** Which life of which session a store is made for. */
export interface Life {
  readonly sessionId: string;
  readonly incarnation: string;
}

/** Everything but telemetry has the answer of a sound server as its default; what is given is what goes wrong. */
export interface McpNodeOptions {
  readonly service: ServiceName;
  readonly telemetry: Telemetry;
  /** Sessions idle for so long expire; absent: never. */
  readonly idleMs?: number;
  /** Default: an `EventLog` of its own for each session. */
  readonly store?: (life: Life) => EventStore | undefined;
  /** Default: minted for each session. */
  readonly incarnation?: () => string;
  /** Default: 404 with the code `session_expired`. */
  readonly onUnknownSession?: (node: McpNode, req: Request, res: Response) => Promise<void> | void;
  /** Runs before the SDK gets a request of a known session; answers whether it has answered it. */
  readonly beforeSdk?: (session: Session, req: Request, res: Response) => boolean;
  readonly middleware?: readonly RequestHandler[];
  readonly seamark?: InstrumentMcpOptions;
}

/** The header by which the demo's clients say who they are. A real server takes this from its authentication. */
export const INSTALLATION_HEADER = 'x-installation-id';
const RETRY_MS = 150;
/** Long, so that only the network ends connections: on a busy machine idle ones would be closed under a request. */
const KEEP_ALIVE_MS = 60_000;

/** One server process's worth of an MCP service: Express, the official SDK, Seamark's instrumentation, an exporter. */
export class McpNode {
  readonly sessions: SessionTable;
  readonly #options: McpNodeOptions;
  readonly #provider: NodeTracerProvider;
  readonly #seamark: Seamark;
  readonly #http: Server;
  readonly #done = new Map<string, number>();
  /** Latest GET of each session. */
  readonly #listeners = new Map<string, Response>();
  /** A class of its own for each node: several in one process are as apart as several processes. */
  readonly #Transport = class extends StreamableHTTPServerTransport {};

  private constructor(options: McpNodeOptions) {
    const { service, telemetry } = options;
    this.#options = options;
    this.sessions = new SessionTable(options.idleMs);
    this.#provider = telemetry.provider({
      service,
      version: SERVICES[service].version,
      instance: `${service}-${randomBytes(2).toString('hex')}`,
    });
    this.#seamark = instrumentMcp(this.#Transport, {
      tracerProvider: this.#provider,
      incarnation: (id) => this.sessions.get(id)?.incarnation,
      sessionState: (id) => (this.sessions.get(id) ? 'live' : undefined),
      closeReason: (id) => this.sessions.reasonOf(id),
      client: (client) => client.header(INSTALLATION_HEADER),
      ...options.seamark,
    });
    const app = express();
    app.use(express.json());
    app.use('/mcp', this.#seamark.express(), ...(options.middleware ?? []));
    app.all('/mcp', (req, res) => this.#handle(req, res));
    this.#http = createServer(app);
    this.#http.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  static async start(options: McpNodeOptions): Promise<McpNode> {
    const node = new McpNode(options);
    await new Promise<void>((resolve, reject) => {
      node.#http.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return node;
  }

  get url(): string {
    const address = this.#http.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`;
  }

  /** How often a tool has come to its end here. */
  done(tool: string): number {
    return this.#done.get(tool) ?? 0;
  }

  /** Takes over a session that another process began. */
  async adopt(life: Life): Promise<Session> {
    const session = await this.#begin(life);
    takeOver(session.transport, life.sessionId);
    this.sessions.add(session);
    return session;
  }

  /** Whether the session's standalone stream has a reader. */
  isListening(sessionId: string): boolean {
    const res = this.#listeners.get(sessionId);
    return res?.headersSent === true && !res.closed;
  }

  /** Sends a server-initiated message on the session's standalone stream. */
  async notify(sessionId: string, text: string): Promise<void> {
    await this.sessions.get(sessionId)?.server.server.sendLoggingMessage({ level: 'info', data: text });
  }

  /** Ends all sessions, hands over what is still to be reported, and stops. */
  async stop(): Promise<void> {
    await this.sessions.close();
    // The end of a session is reported once what was on its way has gone out.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
    this.#seamark.uninstrument();
    // What could not be sent has been counted where it was sent from.
    await this.#provider.shutdown().catch(() => {});
  }

  async #handle(req: Request, res: Response): Promise<void> {
    const asked = req.headers['mcp-session-id'];
    const session = typeof asked === 'string' ? this.sessions.get(asked) : undefined;
    if (session) {
      this.sessions.use(session.id, res);
      if (this.#options.beforeSdk?.(session, req, res)) return;
      if (req.method === 'GET') this.#listeners.set(session.id, res);
      await session.transport.handleRequest(req, res, req.body);
    } else if (asked === undefined && req.method === 'POST' && isInitializeRequest(req.body)) {
      const begun = await this.#begin({ sessionId: randomUUID(), incarnation: this.#mint() });
      await begun.transport.handleRequest(req, res, req.body);
    } else if (this.#options.onUnknownSession) {
      await this.#options.onUnknownSession(this, req, res);
    } else {
      refuse(res, { status: 404, code: 'session_expired', message: 'Session not found' });
    }
  }

  #mint(): string {
    return this.#options.incarnation?.() ?? randomBytes(8).toString('hex');
  }

  async #begin(life: Life): Promise<Session> {
    const { service, store } = this.#options;
    const { sessionId, incarnation } = life;
    const eventStore = store ? store(life) : new EventLog({ incarnation });
    const transport = new this.#Transport({
      sessionIdGenerator: () => sessionId,
      onsessioninitialized: () => this.sessions.add(session),
      ...(eventStore ? { eventStore, retryInterval: RETRY_MS } : {}),
    });
    const server = createMcpServer(service, SERVICES[service], (tool) =>
      this.#done.set(tool, this.done(tool) + 1),
    );
    const session: Session = { id: sessionId, incarnation, transport, server };
    transport.onclose = () => {
      this.sessions.delete(sessionId);
      this.#listeners.delete(sessionId);
    };
    await server.connect(transport);
    return session;
  }
}

/** A refusal that a program can read: JSON-RPC's number, and a code in words. */
export function refuse(
  res: Response,
  why: { readonly status: number; readonly code: string; readonly message: string },
): void {
  const error = { code: -32001, message: why.message, data: { code: why.code } };
  res.status(why.status).json({ jsonrpc: '2.0', error, id: null });
}
