import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { InstrumentMcpOptions } from '@seamark/instrumentation-mcp';
import type { Response } from 'express';

export type CloseReason = ReturnType<NonNullable<InstrumentMcpOptions['closeReason']>>;

/** A session that a server holds. */
export interface Session {
  readonly id: string;
  /** Its life: stored beside the session, never minted anew while the session lives. */
  readonly incarnation: string;
  readonly transport: StreamableHTTPServerTransport;
  readonly server: McpServer;
}

interface Row {
  readonly session: Session;
  open: number;
  lastSeen: number;
}

const SWEEP_MS = 100;

/** The sessions of one server. Those that nobody has used for a while are closed, if the server wants that. */
export class SessionTable {
  readonly #rows = new Map<string, Row>();
  readonly #ended = new Map<string, CloseReason>();
  readonly #sweep: NodeJS.Timeout | undefined;

  /** @param idleMs a session without a request or an open connection for so long has expired; absent: never */
  constructor(idleMs?: number) {
    if (idleMs !== undefined) this.#sweep = setInterval(() => this.#expire(idleMs), SWEEP_MS);
  }

  get(id: string): Session | undefined {
    return this.#rows.get(id)?.session;
  }

  all(): readonly Session[] {
    return [...this.#rows.values()].map(({ session }) => session);
  }

  add(session: Session): void {
    this.#rows.set(session.id, { session, open: 0, lastSeen: Date.now() });
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  /** A request of the session has come in; its answer keeps the session in use until it has ended. */
  use(id: string, res: Response): void {
    const row = this.#rows.get(id);
    if (!row) return;
    row.open += 1;
    res.once('close', () => {
      row.open -= 1;
      row.lastSeen = Date.now();
    });
  }

  /** Ends a session for a reason that its client did not give. */
  async end(id: string, reason: CloseReason): Promise<void> {
    const session = this.get(id);
    if (!session) return;
    this.#ended.set(id, reason);
    this.delete(id);
    await session.transport.close();
  }

  /** Why a session ended, where it was the server's doing. */
  reasonOf(id: string): CloseReason | undefined {
    return this.#ended.get(id);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const { id } of this.all()) await this.end(id, 'shutdown');
  }

  #expire(idleMs: number): void {
    for (const [id, { open, lastSeen }] of this.#rows) {
      if (open === 0 && Date.now() - lastSeen >= idleMs) void this.end(id, 'expired');
    }
  }
}
