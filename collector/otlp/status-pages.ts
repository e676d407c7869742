import type { Answer } from './export-request.ts';
import type { OtlpServerOptions } from './server-options.ts';

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json';
/** What an exporter gets whose address lacks the path: the most common mistake of all. */
const ASTRAY = 'POST traces to /v1/traces, logs to /v1/logs';

/** Everything but exports: what this is, whether it lives and is ready, its figures. */
export async function statusPage(
  request: { readonly path: string; readonly method: string },
  options: OtlpServerOptions,
): Promise<Answer> {
  const page = PAGES.get(request.path);
  if (request.method === 'POST') return astray(page !== undefined, options);
  if (!page)
    return text(404, `Nothing is at ${JSON.stringify(request.path.slice(0, 200))}.\n\n${about(options)}`);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { ...text(405, 'This page is read with GET.\n'), headers: ALLOW };
  }
  return page(options);
}

const ALLOW = { allow: 'GET, HEAD' };

/** Text, whatever was sent: exporters show the body of a refusal as it is. */
function astray(isPage: boolean, options: OtlpServerOptions): Answer {
  const answer = text(isPage ? 405 : 404, `${ASTRAY}.\n\n${about(options)}`);
  return { ...answer, ...(isPage ? { headers: ALLOW } : {}), reason: ASTRAY };
}

type Page = (options: OtlpServerOptions) => Answer | Promise<Answer>;

const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['/', (options) => text(200, about(options))],
  ['/healthz', () => text(200, 'ok\n')],
  ['/readyz', readiness],
  ['/metrics', figures],
]);

async function readiness(options: OtlpServerOptions): Promise<Answer> {
  const { ok, detail } = await options.health.ready();
  const body = Buffer.from(`${JSON.stringify({ ready: ok, ...detail })}\n`);
  return { status: ok ? 200 : 503, type: JSON_TYPE, body };
}

async function figures(options: OtlpServerOptions): Promise<Answer> {
  const { contentType, body } = await options.health.metrics();
  return { status: 200, type: contentType, body: Buffer.from(body) };
}

function about(options: OtlpServerOptions): string {
  return [
    "This is Seamark's receiver for OpenTelemetry (OTLP over HTTP).",
    '',
    'Send to it with any OTLP exporter:',
    '  POST /v1/traces   spans',
    '  POST /v1/logs     log records with an event name',
    'as application/x-protobuf or application/json, plain, gzip or deflate.',
    '',
    'GET /healthz, /readyz and /metrics tell how it is.',
    ...(options.webUrl === undefined ? [] : [`What came of it is shown at ${options.webUrl}`]),
    '',
  ].join('\n');
}

function text(status: number, body: string): Answer {
  return { status, type: TEXT, body: Buffer.from(body) };
}
