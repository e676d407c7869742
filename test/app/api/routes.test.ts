import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#app/api/_contract/endpoints.ts';
import { PROBLEMS } from '#app/api/_http/problem.ts';
import { callApi, ROUTE_PATHS } from '#test/support/api.ts';
import { OpenapiValidator } from '#test/support/openapi-validator.ts';

const validator = new OpenapiValidator();
const FOLDER = fileURLToPath(new URL('../../../app/api/v1', import.meta.url));

/** None of these tests reaches the database: everything here is refused before. */
describe('every call', () => {
  it('has its route file, and every route file its call', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('route.ts') && !file.startsWith('[...'))
      .map(
        (file) =>
          `/api/v1/${file
            .replaceAll('\\', '/')
            .replace(/\/route\.ts$/, '')
            .replace('[id]', '{id}')}`,
      );
    expect(files.sort()).toEqual(ENDPOINTS.map(({ path }) => path).sort());
    expect([...ROUTE_PATHS].sort()).toEqual(files.sort());
  });

  it.each(ENDPOINTS.map(({ method, path }) => ({ method, path })))(
    '$method $path refuses unknown parameters and other methods',
    async ({ method, path }) => {
      const address = path.replace('{id}', 'abcdefghijklmnopqrstuvwxyz');
      const body = { body: { colour: 1 } };
      const unknown = await (method === 'GET' ? callApi(`${address}?colour=1`) : callApi(address, body));
      expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'SMK-201' } } });
      expect(validator.problems(unknown)).toEqual([]);
      const other = await callApi(address, { method: 'DELETE' });
      expect(other).toMatchObject({ status: 405, body: { error: { code: 'SMK-212' } } });
      expect(other.headers.get('allow')).toContain(method);
    },
  );

  it.each(ENDPOINTS.map(({ method, path }) => ({ method, path })))(
    '$method $path refuses a host that is no loopback name',
    async ({ method, path }) => {
      const headers = { host: 'rebound.example:4300' };
      const answer = await callApi(path.replace('{id}', 'x'), { method, headers });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'SMK-207' } } });
      expect(validator.problems(answer)).toEqual([]);
    },
  );

  it('answers a path that no call has with an error of the same form', async () => {
    const { GET } = await import('#app/api/v1/[...path]/route.ts');
    const request = new Request('http://127.0.0.1:4300/api/v1/nothing', {
      headers: { host: '127.0.0.1:4300' },
    });
    const response = await GET(request, { params: Promise.resolve({ path: ['nothing'] }) });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'SMK-211' } });
  });
});

describe('a search', () => {
  const search = (given: Parameters<typeof callApi>[1]) =>
    callApi('/api/v1/sessions/search', { method: 'POST', ...given });

  it.each([
    ['not JSON', { body: '{"query":' }, 400, 'SMK-203'],
    ['no object', { body: '["a"]' }, 400, 'SMK-203'],
    ['another content type', { body: '{}', headers: { 'content-type': 'text/plain' } }, 400, 'SMK-203'],
    ['too large', { body: JSON.stringify({ query: 'x'.repeat(70_000) }) }, 413, 'SMK-213'],
    ['from another site', { body: '{}', headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'SMK-208'],
    ['without a value', { body: { query: '  ' } }, 400, 'SMK-202'],
    ['with a NUL', { body: { query: 'a\0b' } }, 400, 'SMK-202'],
  ])('that is %s is refused', async (_name, given, status, code) => {
    const answer = await search(given);
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(validator.problems(answer)).toEqual([]);
  });

  it('takes nothing from the query string, which ends up in logs', async () => {
    const answer = await callApi('/api/v1/sessions/search?query=secret-session-id', { body: {} });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'SMK-201' } } });
    expect(JSON.stringify(answer.body)).not.toContain('secret-session-id');
  });
});

describe('the OpenAPI document', () => {
  const text = JSON.stringify(validator.document);

  it('has every schema that it refers to, and refers to every one that it has', () => {
    const named = Object.keys((validator.document.components as { schemas: object }).schemas);
    const used = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, id]) => id);
    expect([...new Set(used)].sort()).toEqual(named.sort());
  });

  it('names a unique code for every problem', () => {
    const codes = Object.values(PROBLEMS).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('says nothing of zod, and nothing that only our types mean', () => {
    expect(text).not.toContain('$schema');
    expect(text.includes('"readOnly":true')).toBe(false);
    expect(text).not.toContain('"$id"');
  });
});
