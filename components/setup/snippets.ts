/** Where things are sent, and where this page was served from. */
export interface Places {
  /** OTLP over HTTP, without a path: `http://127.0.0.1:4318`. */
  readonly otlp: string;
  /** The web of Seamark: `http://127.0.0.1:3000`. */
  readonly web: string;
}

/** Every snippet works as it stands when pasted. The address stays the same over versions, and the tarball needs no other of ours. */
export const installSnippet = ({ web }: Places): string =>
  ['npm install', `  ${web}/packages/seamark-instrumentation-mcp.tgz`, OTEL_PACKAGES].join(' \\\n');

const OTEL_PACKAGES = `  @opentelemetry/api @opentelemetry/resources \\
  @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-proto`;

export const tracingSnippet = ({ otlp }: Places): string =>
  `// tracing.js, in a package with "type": "module"
import { randomUUID } from 'node:crypto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider }
  from '@opentelemetry/sdk-trace-node';

const exporter = new OTLPTraceExporter({
  url: '${otlp}/v1/traces',
});
export const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({
    'service.name': 'my-mcp',
    'service.instance.id': randomUUID(), // one for each process
  }),
  spanProcessors: [
    new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1000 }),
  ],
});
provider.register();
// what is still held goes out before the process ends
process.once('SIGTERM', () =>
  provider.shutdown().finally(() => process.exit()));`;

export const serverSnippet = (): string =>
  `import './tracing.js';
import { StreamableHTTPServerTransport }
  from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { instrumentMcp } from '@seamark/instrumentation-mcp';

const seamark = instrumentMcp(StreamableHTTPServerTransport);
// before your own handlers of the endpoint
app.use('/mcp', seamark.express());`;

export const environmentSnippet = ({ otlp }: Places): string =>
  `OTEL_SERVICE_NAME=my-mcp
OTEL_EXPORTER_OTLP_ENDPOINT=${otlp}
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
OTEL_TRACES_SAMPLER=always_on`;

/**
 * For a Collector from 0.146 on, whose filter knows `trace_conditions`: what matches is dropped, so the condition says what is
 * no MCP span. The queue lies on disk and is tried without end: a resumption that was lost on the way can never be judged.
 */
export const collectorSnippet = ({ otlp }: Places): string =>
  `extensions:
  file_storage/seamark:
    directory: /var/lib/otelcol/seamark
    create_directory: true

processors:
  filter/seamark:
    error_mode: ignore
    trace_conditions:
      - >-
        not IsMatch(span.name, "^seamark[.]")
        and span.attributes["mcp.method.name"] == nil
        and span.attributes["http.request.header.mcp-session-id"] == nil

exporters:
  otlp_http/seamark:
    endpoint: ${otlp}
    compression: gzip
    retry_on_failure:
      max_elapsed_time: 0s
    sending_queue:
      storage: file_storage/seamark

service:
  extensions: [file_storage/seamark]
  pipelines:
    traces/seamark:
      receivers: [otlp]
      processors: [filter/seamark]
      exporters: [otlp_http/seamark]`;

const attribute = (key: string, value: string | number): string =>
  typeof value === 'number'
    ? `{"key":"${key}","value":{"intValue":"${value}"}}`
    : `{"key":"${key}","value":{"stringValue":"${value}"}}`;

/** A server whose buffer holds ordinals 10 to 12 answers a cursor at 4 as if nothing were missing. */
const HAND_MADE = [
  attribute('mcp.session.id', "hand-made-'$NOW'"),
  attribute('mcp.protocol.version', '2025-11-25'),
  attribute('http.request.method', 'GET'),
  attribute('http.response.status_code', 200),
  attribute('seamark.response.kind', 'stream'),
  attribute('seamark.resumption.last_event_id', 'G1:4'),
  attribute('seamark.resumption.outcome', 'replayed'),
  attribute('seamark.resumption.marker', 'none'),
  attribute('seamark.session.state', 'live'),
  attribute('seamark.session.incarnation', 'inc-1'),
  attribute('seamark.cursor.state', 'resolved'),
  attribute('seamark.cursor.session', 'same'),
  attribute('seamark.cursor.incarnation', 'inc-1'),
  attribute('seamark.cursor.stream_id', 'G1'),
  attribute('seamark.cursor.ordinal', 4),
  attribute('seamark.stream.id', 'G1'),
  attribute('seamark.stream.origin', 'get'),
  attribute('seamark.stream.floor', 10),
  attribute('seamark.stream.high_water', 12),
  attribute('seamark.predecessor.state', 'closed'),
  attribute('seamark.event.namespacing', 'stream'),
  attribute('seamark.first.stream_id', 'G1'),
  attribute('seamark.first.incarnation', 'inc-1'),
  attribute('seamark.first.ordinal', 10),
  attribute('seamark.replayed.count', 3),
];

export const curlSnippet = ({ otlp }: Places): string =>
  `NOW=$(date +%s)
TRACE=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
SPAN=$(od -An -N8 -tx1 /dev/urandom | tr -d ' \\n')
curl -sS ${otlp}/v1/traces \\
 -H 'content-type: application/json' -d '
{"resourceSpans":[{
 "resource":{"attributes":[
   ${attribute('service.name', 'by-hand')},
   ${attribute('service.instance.id', 'shell')}]},
 "scopeSpans":[{"spans":[{
  "traceId":"'$TRACE'","spanId":"'$SPAN'",
  "name":"seamark.resumption","kind":2,
  "startTimeUnixNano":"'$NOW'000000000",
  "endTimeUnixNano":"'$NOW'020000000",
  "attributes":[
   ${HAND_MADE.join(',\n   ')}
 ]}]}]}]}'`;
