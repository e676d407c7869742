import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/*
 * A process of its own with the official SDK: node emitter.ts <protobuf|json> <url> <gzip|none>. Its spans are those
 * of an MCP server that knows nothing of our receiver.
 */
const [form, url = '', compression] = process.argv.slice(2);

type Options = ConstructorParameters<typeof ProtobufExporter>[0];
const options = { url, compression } as NonNullable<Options>;
const exporter = form === 'protobuf' ? new ProtobufExporter(options) : new JsonExporter(options);
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({
    'service.name': 'emitter',
    'service.instance.id': 'pod-1',
    'deployment.environment.name': 'test',
  }),
  spanProcessors: [new BatchSpanProcessor(exporter)],
});
const tracer = provider.getTracer('emitter-scope', '1.0.0');

const session = {
  'mcp.session.id': 'secret-session-id-of-the-emitter',
  'mcp.protocol.version': '2025-11-25',
};
const parent = tracer.startSpan('POST /mcp', { kind: SpanKind.SERVER });
const call = tracer.startSpan('tools/call order.create', {
  kind: SpanKind.SERVER,
  attributes: {
    ...session,
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'order.create',
    'jsonrpc.request.id': '7',
    'gen_ai.tool.call.arguments': '{"card":"4111"}',
    'seamark.tool.destructive_hint': true,
  },
});
call.setStatus({ code: SpanStatusCode.ERROR });
call.end();
const segment = tracer.startSpan('seamark.stream.segment', {
  attributes: { ...session, 'seamark.stream.id': 'G1', 'seamark.stream.origin': 'get' },
});
for (const ordinal of [1, 2, 3]) {
  segment.addEvent('seamark.stream.emit', {
    'seamark.event.id': `secret-session-id-of-the-emitter_${ordinal}`,
    'seamark.event.ordinal': ordinal,
  });
}
segment.end();
parent.end();
await provider.shutdown();
