import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { errorCode } from '../error-code.ts';
import { type AnsweredSignal, RPC_CODES } from './answers.ts';
import { corsAnswer, preflightHeaders } from './cors.ts';
import { type Answer, comeAgain, ExportRequests, refusal } from './export-request.ts';
import { isLoopbackHost } from './loopback-host.ts';
import { mediaTypeOf } from './media-type.ts';
import { RefusalLog } from './refusal-log.ts';
import type { OtlpServerOptions } from './server-options.ts';
import { statusPage } from './status-pages.ts';

/** Longer than the minute after which load balancers and SDKs let an idle connection go. */
const KEEP_ALIVE_MS = 65_000;
const REQUEST_MS = 120_000;

/** With any path before it, as where a proxy serves several receivers; with a slash or more after it. */
const EXPORT_PATH = /(?:^|\/)v1\/(traces|logs|metrics)\/*$/;

export interface OtlpServer {
  /** Port 0 takes a free one. Rejects with the error of the system, such as EADDRINUSE. */
  listen(where: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  /** Stops accepting, finishes what is in flight, then resolves. */
  close(): Promise<void>;
}

/** The OTLP/HTTP receiver (collector.md section 1): traces and logs in protobuf or JSON. */
export function createOtlpServer(options: OtlpServerOptions): OtlpServer {
  const exports = new ExportRequests(options);
  const refusals = new RefusalLog(options.log);
  const inFlight = new Set<ServerResponse>();
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS },
    (request, response) => {
      inFlight.add(response);
      response.once('close', () => inFlight.delete(response));
      handle({ request, response, exports, refusals, options }).catch((error: unknown) => {
        options.log.error({ code: errorCode(error) }, 'a request could not be answered');
        const type = mediaTypeOf(request.headers['content-type']) ?? 'json';
        if (!response.headersSent) send(response, { answer: comeAgain(type, 'failed') });
      });
    },
  );
  server.headersTimeout = KEEP_ALIVE_MS + 1000;
  return {
    listen: (where) => listen(server, where),
    close: () => {
      // A connection that was kept alive would keep the server from closing.
      for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
      return new Promise((resolve) => {
        server.close(() => {
          refusals.close();
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exports: ExportRequests;
  readonly refusals: RefusalLog;
  readonly options: OtlpServerOptions;
}

async function handle(exchange: Exchange): Promise<void> {
  const { request, options } = exchange;
  if (!isLoopbackHost(request.headers.host)) {
    const message = 'the Host header must name this machine, as localhost or 127.0.0.1 do';
    const why = { status: 403, code: RPC_CODES.permissionDenied, message };
    reply(exchange, { answer: refusalFor(request, why) });
    return;
  }
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const signal = EXPORT_PATH.exec(path)?.[1];
  if (isSignal(signal)) {
    await handleExport(exchange, signal);
    return;
  }
  reply(exchange, { answer: await statusPage({ path, method: request.method ?? 'GET' }, options) });
}

async function handleExport(exchange: Exchange, signal: AnsweredSignal): Promise<void> {
  const { request, response, exports, options } = exchange;
  const cors = corsAnswer(request, options.cors);
  const headers = cors.kind === 'allowed' ? cors.headers : {};
  if (cors.kind === 'refused') {
    const message = 'this origin may not send; SEAMARK_CORS_ORIGINS names those that may';
    const why = { status: 403, code: RPC_CODES.permissionDenied, message };
    reply(exchange, { signal, answer: refusalFor(request, why) });
  } else if (request.method === 'OPTIONS' && cors.kind === 'allowed') {
    response.writeHead(204, { ...headers, ...preflightHeaders(request) }).end();
  } else if (request.method !== 'POST') {
    const message = `send telemetry with POST, not ${request.method ?? 'nothing'}`;
    const answer = refusalFor(request, { status: 405, code: RPC_CODES.unimplemented, message });
    reply(exchange, { signal, answer: { ...answer, headers: { allow: 'POST, OPTIONS' } }, headers });
  } else {
    const answer = await exports.answer(signal, request);
    if (answer) reply(exchange, { signal, answer, headers });
  }
}

/** Answers, and lets the log know of what was refused to a sender; who merely looks around is none. */
function reply(
  { request, response, refusals }: Exchange,
  what: {
    readonly answer: Answer;
    readonly headers?: OutgoingHttpHeaders;
    readonly signal?: AnsweredSignal;
  },
): void {
  const { status, reason } = what.answer;
  const isSender = request.method !== 'GET' && request.method !== 'HEAD';
  if (isSender && reason !== undefined) refusals.tell({ status, reason, signal: what.signal });
  send(response, what);
}

function refusalFor(request: IncomingMessage, why: Parameters<typeof refusal>[1]): Answer {
  return refusal(mediaTypeOf(request.headers['content-type']) ?? 'json', why);
}

function send(
  response: ServerResponse,
  what: { readonly answer: Answer; readonly headers?: OutgoingHttpHeaders },
): void {
  const { answer } = what;
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'content-length': answer.body.length,
    'x-content-type-options': 'nosniff',
    ...what.headers,
    ...answer.headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : answer.body);
}

function isSignal(name: string | undefined): name is AnsweredSignal {
  return name === 'traces' || name === 'logs' || name === 'metrics';
}

function listen(
  server: Server,
  where: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where.port, where.host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve({ port: typeof address === 'object' && address ? address.port : where.port });
    });
  });
}
