import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem, getJson, postJson, queryOf } from '#app/_client/api.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(response: Response) {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => response);
  vi.stubGlobal('fetch', asked);
  return asked;
}

describe('asking the API', () => {
  test('sends nothing for what is not set, and lists as repeated values', () => {
    expect(queryOf({ service: undefined, verdict: ['refused', 'fabricated'], tool: '', limit: 5 })).toBe(
      '?verdict=refused&verdict=fabricated&limit=5',
    );
    expect(queryOf({ verdict: [] })).toBe('');
  });

  test('keeps what is searched for out of the address, and leaves out empty lists', async () => {
    const asked = answering(Response.json({ sessions: [], nextCursor: null }));
    await postJson('/sessions/search', { query: 'raw', verdict: [], service: undefined });
    const [url, init] = asked.mock.calls[0] ?? [];
    expect(url).toBe('/api/v1/sessions/search');
    expect(init?.body).toBe('{"query":"raw"}');
  });

  test('gives an error its code and what to do', async () => {
    answering(
      Response.json(
        { error: { code: 'SMK-204', message: 'No such session.', help: 'Search.' } },
        { status: 404 },
      ),
    );
    await expect(getJson('/sessions/x')).rejects.toMatchObject({
      code: 'SMK-204',
      status: 404,
      help: 'Search.',
    });
  });

  test('does not choke on an answer that is no JSON', async () => {
    answering(new Response('<html>', { status: 502 }));
    const problem = await getJson('/sessions').catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ApiProblem);
    expect(problem).toMatchObject({ code: 'HTTP 502' });
  });
});
