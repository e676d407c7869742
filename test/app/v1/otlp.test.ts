import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELETE, GET, POST } from '#app/v1/[signal]/route.ts';
import { pointWebAt } from '#test/support/api.ts';

let restore: () => Promise<void>;

beforeEach(() => {
  // Nothing here asks the database.
  restore = pointWebAt({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    secretKey: 'a secret key for tests',
  });
  process.env.SEAMARK_OTLP_HTTP_PORT = '5318';
});
afterEach(() => restore());

function ask(handler: typeof POST, signal: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://127.0.0.1:4300/v1/${signal}`, {
    method: 'POST',
    headers: { host: '127.0.0.1:4300', 'content-type': 'application/x-protobuf', ...headers },
    body: new Uint8Array([0x0a, 0x00]),
  });
  return handler(request, { params: Promise.resolve({ signal }) });
}

describe('OTLP that was sent to the port of the pages', () => {
  it.each(['traces', 'logs', 'metrics'])('is answered with the address that receives %s', async (signal) => {
    for (const handler of [POST, GET, DELETE]) {
      const answer = await ask(handler, signal);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({
        error: {
          code: 'SMK-215',
          message: `OTLP is received at http://127.0.0.1:5318/v1/${signal}.`,
          help: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'),
        },
      });
    }
  });

  it('is nothing that any other path or a foreign host is told of', async () => {
    expect(await (await ask(POST, 'users')).json()).toMatchObject({ error: { code: 'SMK-211' } });
    const foreign = await ask(POST, 'traces', { host: 'rebound.example' });
    expect(await foreign.json()).toMatchObject({ error: { code: 'SMK-207' } });
  });
});
