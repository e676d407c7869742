import { createServer, type Server } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { instrumentMcp, type NodeHandler, type Seamark } from '@seamark/instrumentation-mcp';
import { formatEventId } from '@seamark/semconv';

/** One line of the benchmark's table. */
export interface InstrumentationRow {
  readonly what: string;
  /** Processor time of one event from the tool to the client in microseconds, everything included. */
  readonly cpuMicrosPerEvent: number;
  /** The same beyond a bare server: what the instrumentation costs. */
  readonly addedMicros: number;
  /** Against a bare server in the same run. */
  readonly ratioToBare: number;
}

const EVENTS = 4_000;
const ROUNDS = 7;
const SESSION = 'bench-session';

/**
 * Cost of an event with the instrumentation against the same server without it: a real SDK server with an event
 * store, a real HTTP client, one stream of notifications. Rounds alternate, the median of each counts. What counts is
 * processor time, which other load on the machine disturbs least. Spans go through a batch processor into an exporter that
 * drops them, so that no network is measured.
 */
export async function benchInstrumentation(): Promise<readonly InstrumentationRow[]> {
  const variants = [
    { what: 'bare', start: () => startServer(undefined) },
    { what: 'instrumented', start: () => startServer({}) },
    { what: 'instrumented, no event digests', start: () => startServer({ eventDigests: false }) },
  ];
  const times = new Map<string, number[]>(variants.map(({ what }) => [what, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { what, start } of variants) {
      const micros = await measure(start);
      // The first round only warms up.
      if (round > 0) times.get(what)?.push(micros);
    }
  }
  const bare = median(times.get('bare') ?? []);
  return variants.map(({ what }) => {
    const micros = median(times.get(what) ?? []);
    return {
      what,
      cpuMicrosPerEvent: Math.round((micros / EVENTS) * 10) / 10,
      addedMicros: Math.round(((micros - bare) / EVENTS) * 10) / 10,
      ratioToBare: Math.round((micros / bare) * 100) / 100,
    };
  });
}

interface Bench {
  readonly url: string;
  stop(): Promise<void>;
}

/** Processor time of one burst, in microseconds. */
async function measure(start: () => Promise<Bench>): Promise<number> {
  const bench = await start();
  try {
    await post(bench.url, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    const began = process.cpuUsage();
    const received = await post(bench.url, 'tools/call', { name: 'burst', arguments: {} });
    const { user, system } = process.cpuUsage(began);
    const events = received.split('\n\n').length - 1;
    if (events < EVENTS) throw new Error(`only ${events} events came`);
    return user + system;
  } finally {
    await bench.stop();
  }
}

async function startServer(options: { readonly eventDigests?: boolean } | undefined): Promise<Bench> {
  class Transport extends StreamableHTTPServerTransport {}
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new DroppingExporter())],
  });
  const seamark =
    options && instrumentMcp(Transport, { tracerProvider: provider, heartbeatMs: 0, ...options });
  const transport = new Transport({ sessionIdGenerator: () => SESSION, eventStore: new CountingStore() });
  await createBurst().connect(transport);
  const http = createServer(handlerOf(transport, seamark));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: urlOf(http),
    stop: async () => {
      seamark?.uninstrument();
      await transport.close();
      await provider.shutdown();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

function handlerOf(
  transport: StreamableHTTPServerTransport,
  seamark: Seamark | undefined,
): NodeHandler<Promise<void>> {
  const handle: NodeHandler<Promise<void>> = (req, res) => transport.handleRequest(req, res);
  return seamark ? seamark.route(handle) : handle;
}

function createBurst(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1' }, { capabilities: { logging: {} } });
  server.registerTool('burst', { description: 'Tells much at once.' }, async (extra) => {
    const data = 'a line of progress, as long as such lines are wont to be';
    for (let event = 0; event < EVENTS; event += 1) {
      await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
    }
    return { content: [{ type: 'text', text: 'done' }] };
  });
  return server;
}

/** Gives ids and keeps nothing, so that the store costs next to nothing. */
class CountingStore {
  #last = 0;

  async storeEvent(streamId: string): Promise<string> {
    this.#last += 1;
    return formatEventId({ incarnation: 'bench', streamId, ordinal: this.#last });
  }

  async replayEventsAfter(): Promise<string> {
    return '';
  }
}

class DroppingExporter implements SpanExporter {
  export(_spans: unknown, done: Parameters<SpanExporter['export']>[1]): void {
    done({ code: 0 });
  }

  async shutdown(): Promise<void> {}
}

async function post(url: string, method: string, params: unknown): Promise<string> {
  const session: Record<string, string> = method === 'initialize' ? {} : { 'mcp-session-id': SESSION };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      ...session,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.text();
}

function urlOf(http: Server): string {
  const address = http.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
