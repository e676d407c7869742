import { checkHealth } from '#app/_server/health.ts';
import { health } from '../../_contract/endpoints.ts';
import { VERSION } from '../../_contract/version.ts';
import { on, StatusAnswer, serve } from '../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(health, async (_input, services) => {
    const body = { ...(await checkHealth(services)), version: VERSION };
    return new StatusAnswer(body.status === 'ok' ? 200 : 503, body);
  }),
);
