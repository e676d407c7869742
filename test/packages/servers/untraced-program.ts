import { DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { startMcpServer } from './mcp-server.ts';
import { RawClient } from './raw-client.ts';

/*
 * A process of its own, for what is said once a process: two servers with two sessions each, and what came of it. The
 * argument names what is different: `off` (no warning is wanted), `late` (a provider is registered just before the first
 * request), `broken` (the logger fails).
 */

const [how = ''] = process.argv.slice(2);
const logged: unknown[] = [];
const quiet = (): void => {};
const warn = (message: string): void => {
  logged.push(message);
  if (how === 'broken') throw new Error('a logger that fails');
};
diag.setLogger({ error: quiet, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
const warnings: unknown[] = [];
process.on('warning', (warning) => {
  if ('code' in warning && warning.code === 'SEAMARK_NO_TRACER') warnings.push(warning.message);
});

const spans = new InMemorySpanExporter();
let served = 0;
for (const warnWithoutTracer of how === 'off' ? [false, false] : [true, undefined]) {
  const server = await startMcpServer({ seamark: { warnWithoutTracer, heartbeatMs: 20 } });
  await new Promise((resolve) => setTimeout(resolve, 60));
  if (how === 'late' && served === 0) {
    trace.setGlobalTracerProvider(
      new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    );
  }
  for (let session = 0; session < 2; session += 1) {
    const client = new RawClient(server.url);
    await client.initialize();
    served += 1;
  }
  await server.close();
}
await new Promise((resolve) => setTimeout(resolve, 20));
process.stdout.write(JSON.stringify({ served, logged, warnings, spans: spans.getFinishedSpans().length }));
