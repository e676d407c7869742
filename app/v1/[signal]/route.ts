import { services } from '#app/_server/services.ts';
import { Problem } from '../../api/_http/problem.ts';
import { serveBy } from '../../api/_http/serve.ts';

const SIGNALS = ['traces', 'logs', 'metrics'];

/** The paths of OTLP/HTTP, which the collector listens to: an exporter that mixed up the ports is told where. */
export const { GET, POST, PUT, PATCH, DELETE } = serveBy('otlp', async (_request, { params }) => {
  const { signal } = await params;
  if (typeof signal !== 'string' || !SIGNALS.includes(signal))
    return new Problem('unknown_path', 'There is no such call.');
  return new Problem('otlp_elsewhere', `OTLP is received at ${services().otlpHttp}/v1/${signal}.`);
});
