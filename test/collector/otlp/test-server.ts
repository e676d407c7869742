import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterEach } from 'vitest';
import { createOtlpServer, type OtlpServer } from '#collector/otlp/server.ts';
import type { ExportReport, OtlpServerOptions, StoreResult } from '#collector/otlp/server-options.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { fromEpochMs } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { fromIso } from '#domain/iso-time.ts';

export const KEY = 'a key for tests only';

export interface TestServer {
  readonly port: number;
  /** What was given to the sink, which stands in for the store at this layer only. */
  readonly facts: Fact[];
  readonly reports: ExportReport[];
  readonly logged: unknown[];
  readonly server: OtlpServer;
}

const running: OtlpServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

interface Changes extends Partial<OtlpServerOptions> {
  readonly store?: (facts: readonly Fact[]) => Promise<StoreResult>;
  readonly port?: number;
}

/** A receiver on a free port unless one is wanted; closed after the test. */
export async function startServer({
  store: ownStore,
  port: wanted = 0,
  ...changes
}: Changes = {}): Promise<TestServer> {
  const facts: Fact[] = [];
  const reports: ExportReport[] = [];
  const logged: unknown[] = [];
  const keep = (data: object, message: string) => void logged.push({ ...data, message });
  const store = async (given: readonly Fact[]): Promise<StoreResult> => {
    facts.push(...given);
    return { ok: true, stored: given.length, repeated: 0 };
  };
  const server = createOtlpServer({
    sink: { store: ownStore ?? store },
    log: { info: keep, warn: keep, error: keep },
    clock: () => fromEpochMs(Date.now()),
    ingest: { sessionIds: createSessionIds({ secretKey: KEY, mode: 'hashed' }), retentionDays: 30 },
    limits: { maxBodyBytes: 1_000_000, maxInFlightBytes: 4_000_000 },
    cors: [],
    health: {
      ready: async () => ({ ok: true, detail: { database: 'reachable' } }),
      metrics: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'seamark_up 1\n' }),
    },
    onExport: (report) => reports.push(report),
    ...changes,
  });
  running.push(server);
  const { port } = await server.listen({ host: '127.0.0.1', port: wanted });
  return { port, facts, reports, logged, server };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request, with every header in the test's hand. A body given in pieces is sent chunked. */
export function send(
  server: { readonly port: number },
  options: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array | readonly Uint8Array[];
  } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        method: options.method ?? 'POST',
        path: options.path ?? '/v1/traces',
        headers: options.headers,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    const { body } = options;
    if (Array.isArray(body)) for (const piece of body) request.write(piece);
    request.end(Array.isArray(body) ? undefined : body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const PROTOBUF_TYPE = { 'content-type': 'application/x-protobuf' };

/** A request with one heartbeat, now unless said otherwise. */
export function heartbeat(
  changes: { readonly at?: string; readonly traceId?: string; readonly name?: string } = {},
) {
  const at = changes.at === undefined ? fromEpochMs(Date.now()) : fromIso(changes.at);
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'orders' } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: changes.traceId ?? '0123456789abcdef0123456789abcdef',
                spanId: '00000000000000ff',
                name: changes.name ?? 'seamark.heartbeat',
                startTimeUnixNano: String(at),
                endTimeUnixNano: String(at),
              },
            ],
          },
        ],
      },
    ],
  };
}
