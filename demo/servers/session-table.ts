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
  /** Requests and streams that are open. */
  open: number;
  /** Sweeps in a row that have found the session unused; absent before its first request. */
  idleSweeps: number | undefined;
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
    this.#rows.set(session.id, { session, open: 0, idleSweeps: undefined });
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  /** A request of the session has come in; its answer keeps the session in use until it has ended. */
  use(id: string, res: Response): void {
    const row = this.#rows.get(id);
    if (!row) return;
    row.open += 1;
    row.idleSweeps = 0;
    res.once('close', () => {
      row.open -= 1;
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

  /** Counts sweeps and not time: a machine that was held up must not expire sessions whose requests wait in line. */
  #expire(idleMs: number): void {
    for (const [id, row] of this.#rows) {
      if (row.idleSweeps === undefined) continue;
      row.idleSweeps = row.open > 0 ? 0 : row.idleSweeps + 1;
      if (row.idleSweeps * SWEEP_MS >= idleMs) void this.end(id, 'expired');
    }
  }
}
