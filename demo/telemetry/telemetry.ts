import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { CountingExporter, type ExportCounts } from './counting-exporter.ts';

/** One instance of a service, as its resource names it. */
export interface ServiceInstance {
  readonly service: string;
  readonly version: string;
  readonly instance: string;
}

/** Makes tracer providers that send to one collector. */
export interface Telemetry {
  /** Origin of the receiver. */
  readonly otlpUrl: string;
  readonly counts: Readonly<ExportCounts>;
  provider(instance: ServiceInstance): NodeTracerProvider;
  /** Takes over what another process has counted. */
  add(counts: Readonly<ExportCounts>): void;
}

const EXPORT_EVERY_MS = 500;

/**
 * Telemetry to an OTLP/HTTP receiver, in protobuf. Each instance gets a provider and an exporter of its own, as if it
 * were a process; nothing is registered globally. Whoever asks for a provider shuts it down.
 *
 * @param otlpUrl origin of the receiver, such as `http://127.0.0.1:4318`
 */
export function createTelemetry(otlpUrl: string): Telemetry {
  const counts: ExportCounts = { sent: 0, failed: 0, problem: undefined };
  return {
    otlpUrl,
    counts,
    add: (other) => {
      counts.sent += other.sent;
      counts.failed += other.failed;
      counts.problem = other.problem ?? counts.problem;
    },
    provider: ({ service, version, instance }) =>
      new NodeTracerProvider({
        resource: resourceFromAttributes({
          'service.name': service,
          'service.version': version,
          'service.instance.id': instance,
          'deployment.environment.name': 'demo',
        }),
        spanProcessors: [
          new BatchSpanProcessor(
            new CountingExporter(new OTLPTraceExporter({ url: `${otlpUrl}/v1/traces` }), counts),
            { scheduledDelayMillis: EXPORT_EVERY_MS, maxQueueSize: 16_384 },
          ),
        ],
      }),
  };
}
