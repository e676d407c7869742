import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

export interface AgentOptions {
  readonly url: string;
  readonly name: string;
  readonly version: string;
  /** Who runs it. Two sessions of one installation are one client. */
  readonly installation: string;
  /** Ends all calls. */
  readonly signal: AbortSignal;
}

/** What came of a call. */
export type CallOutcome = 'result' | 'given up' | 'failed';

const CALL_MS = 60_000;
const MOST_TROUBLES = 4;

const RECONNECT = {
  initialReconnectionDelay: 150,
  maxReconnectionDelay: 600,
  reconnectionDelayGrowFactor: 1.3,
  maxRetries: 60,
};

/** A user of an MCP server: the official client of the SDK, which reconnects and resumes by itself. */
export class Agent {
  readonly #client: Client;
  readonly #transport: StreamableHTTPClientTransport;
  readonly #url: string;
  readonly #signal: AbortSignal;
  /** Texts of all messages received so far, of calls and of the standalone stream. */
  readonly heard: string[] = [];
  #sessionId = '';
  #protocolVersion = '';
  #refusals = 0;
  readonly #troubles: string[] = [];

  private constructor(options: AgentOptions) {
    this.#url = options.url;
    this.#signal = options.signal;
    this.#client = new Client({ name: options.name, version: options.version });
    this.#transport = new StreamableHTTPClientTransport(new URL(options.url), {
      reconnectionOptions: RECONNECT,
      requestInit: { headers: { 'x-installation-id': options.installation } },
    });
    this.#client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      this.heard.push(String(params.data));
    });
    this.#client.onerror = (error) => {
      this.#note(error);
      if (error instanceof StreamableHTTPError && isRefusal(error.code)) this.#refusals += 1;
    };
  }

  /** Connects, and learns what tools there are. */
  static async connect(options: AgentOptions): Promise<Agent> {
    options.signal.throwIfAborted();
    const agent = new Agent(options);
    try {
      await agent.#client.connect(agent.#transport);
      agent.#sessionId = agent.#transport.sessionId ?? '';
      agent.#protocolVersion = agent.#transport.protocolVersion ?? '';
      await agent.#client.listTools();
      return agent;
    } catch (error) {
      await agent.vanish();
      throw error;
    }
  }

  /** The raw session id: a secret, for asking Seamark about it and nothing else. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /** The last that went wrong for it, for whoever wonders why a scenario does not go on. */
  get troubles(): string {
    return this.#troubles.join('; ');
  }

  /** How often the server has refused to go on with the session. */
  get refusals(): number {
    return this.#refusals;
  }

  /**
   * Calls a tool and waits for what comes of it; it fails when the demo is stopped.
   *
   * @param giveUp makes the client lose its patience, as a timeout would: it cancels the call
   */
  async call(tool: string, args: Record<string, string>, giveUp?: AbortSignal): Promise<CallOutcome> {
    const signal = giveUp ? AbortSignal.any([this.#signal, giveUp]) : this.#signal;
    try {
      await this.#client.callTool({ name: tool, arguments: args }, undefined, { timeout: CALL_MS, signal });
      return 'result';
    } catch (error) {
      this.#note(error);
      return giveUp?.aborted ? 'given up' : 'failed';
    }
  }

  /**
   * Leaves politely: the session is deleted. Its connections are closed first, since the SDK's transport takes their
   * end for a cut, and would try to resume what has just been deleted.
   */
  async end(): Promise<void> {
    await this.vanish();
    const headers = { 'mcp-session-id': this.#sessionId, 'mcp-protocol-version': this.#protocolVersion };
    await fetch(this.#url, { method: 'DELETE', headers }).catch(() => {});
  }

  #note(error: unknown): void {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    this.#troubles.push(`${String(error)}${cause}`);
    if (this.#troubles.length > MOST_TROUBLES) this.#troubles.shift();
  }

  /** Leaves without a word. */
  async vanish(): Promise<void> {
    await this.#client.close().catch(() => {});
  }
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
