import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { callApi, pointWebAt, ROUTE_PATHS } from '#test/support/api.ts';
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts';
import { OpenapiValidator } from '#test/support/openapi-validator.ts';

const validator = new OpenapiValidator();
const KEY = 'abcdefghijklmnopqrstuvwxyz';

describe('the API of an empty installation', () => {
  let database: FreshDatabase;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    database = await freshDatabase();
    restore = pointWebAt({ databaseUrl: database.url, secretKey: 'a key for tests only' });
  });
  afterAll(async () => {
    await restore();
    await database.drop();
  });

  it('says that the database is not migrated before it is', async () => {
    const health = await callApi('/api/v1/health');
    expect(health).toMatchObject({ status: 503, body: { status: 'unavailable', database: 'not_migrated' } });
    expect(validator.problems(health)).toEqual([]);
    const { GET } = await import('#app/readyz/route.ts');
    expect((await GET()).status).toBe(503);
    const sessions = await callApi('/api/v1/sessions');
    expect(sessions).toMatchObject({ status: 503, body: { error: { code: 'SMK-209' } } });
    expect(sessions.headers.get('retry-after')).toBe('2');
  });

  describe('once migrated', () => {
    beforeAll(() => migrate({ url: database.url, log: () => {} }));

    it('is ready', async () => {
      const { GET } = await import('#app/readyz/route.ts');
      expect((await GET()).status).toBe(200);
      expect(await callApi('/api/v1/health')).toMatchObject({ status: 200, body: { judgingLagMs: 0 } });
    });

    it.each(ROUTE_PATHS.filter((path) => !path.endsWith('/search')))(
      'answers %s as described',
      async (path) => {
        const answer = await callApi(path.replace('{id}', KEY));
        expect(answer.status).toBe(path.includes('{id}') ? 404 : 200);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(validator.problems(answer)).toEqual([]);
      },
    );

    it('finds nothing, says "no resumptions" and never 0 %', async () => {
      expect((await callApi('/api/v1/sessions')).body).toEqual({ sessions: [], nextCursor: null });
      expect((await callApi('/api/v1/findings')).body).toEqual({ findings: [], nextCursor: null });
      const search = await callApi('/api/v1/sessions/search', { body: { query: 'whatever-id' } });
      expect(search.body).toEqual({ sessions: [], nextCursor: null });
      const { body } = await callApi('/api/v1/summary');
      expect(body).toMatchObject({
        figures: { attempts: 0, judged: 0, rate: null },
        services: [],
        judgingLagMs: 0,
      });
    });

    it('gives a point for every step though nothing happened', async () => {
      const range = 'from=2026-11-02T10:00:00Z&to=2026-11-02T11:00:00Z&step=10m';
      const { body } = await callApi<{ series: { key: string; points: { at: string }[] }[] }>(
        `/api/v1/rates?${range}`,
      );
      expect(body.series).toHaveLength(1);
      expect(body.series[0]?.points.map(({ at }) => at.slice(11, 16))).toEqual([
        '10:00',
        '10:10',
        '10:20',
        '10:30',
        '10:40',
        '10:50',
      ]);
    });
  });
});
