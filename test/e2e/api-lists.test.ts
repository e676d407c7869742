import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FacetsAnswer, FindingsAnswer, SessionRow, SessionsAnswer } from '#domain/api-types.ts';
import { callApi } from '#test/support/api.ts';
import { ask, byRawId, detailOf, search, sendAllCases, wholeList } from '#test/support/ask.ts';
import { type Pipeline, startPipeline } from '#test/support/pipeline.ts';

const BLOCKED = 'f1f1f1f1-0000-4000-8000-000000000004';

describe('the lists of the API over all worked cases', () => {
  let pipeline: Pipeline;
  let all: readonly SessionRow[];

  beforeAll(async () => {
    pipeline = await startPipeline();
    all = await sendAllCases(pipeline);
  });
  afterAll(() => pipeline.stop());

  describe('the list of sessions', () => {
    it('has every session once, the last seen first', () => {
      expect(all.length).toBeGreaterThan(40);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const times = all.map(({ lastSeen }) => lastSeen);
      expect(times).toEqual([...times].sort().reverse());
    });

    it.each(['-lastSeen', 'lastSeen', '-firstSeen', 'firstSeen'])(
      'is the same by pages, ordered by %s',
      async (sort) => {
        const paged = await wholeList<SessionsAnswer>(
          `/api/v1/sessions?sort=${sort}&`,
          (body) => body.sessions,
          7,
        );
        const whole = await ask<SessionsAnswer>(`/api/v1/sessions?sort=${sort}&limit=200`);
        expect(paged).toEqual(whole.sessions);
        expect(paged).toHaveLength(all.length);
        const field = sort.endsWith('lastSeen') ? 'lastSeen' : 'firstSeen';
        const times = whole.sessions.map((session) => session[field]);
        const ascending = [...times].sort();
        expect(times).toEqual(sort.startsWith('-') ? ascending.reverse() : ascending);
      },
    );

    it('counts under each facet what its filter finds', async () => {
      const { facets } = await ask<FacetsAnswer>('/api/v1/sessions/facets');
      const filters = Object.entries(facets).flatMap(([name, values]) =>
        values.map((value) => ({ name: name === 'client_version' ? 'client' : name, ...value })),
      );
      expect(filters.length).toBeGreaterThan(20);
      for (const { name, value, count, more } of filters) {
        const query = new URLSearchParams({ [name]: value, limit: '200' });
        const found = await ask<SessionsAnswer>(`/api/v1/sessions?${query}`);
        expect({ name, value, more, count: found.sessions.length }).toEqual({
          name,
          value,
          more: false,
          count,
        });
      }
    });

    it('keeps the other values of a facet in sight once one is chosen', async () => {
      const without = await ask<FacetsAnswer>('/api/v1/sessions/facets');
      const chosen = await ask<FacetsAnswer>('/api/v1/sessions/facets?verdict=fabricated');
      expect(chosen.facets.verdict).toEqual(without.facets.verdict);
      expect(chosen.facets.reason).not.toEqual(without.facets.reason);
    });

    it('takes values of one filter as alternatives, and different filters together', async () => {
      const of = (query: string) => ask<SessionsAnswer>(`/api/v1/sessions?limit=200&${query}`);
      const either = await of('verdict=fabricated&verdict=misrefused');
      const has = (row: SessionRow, verdict: 'fabricated' | 'misrefused') => (row.verdicts[verdict] ?? 0) > 0;
      expect(either.sessions.map(({ id }) => id)).toEqual(
        all.filter((row) => has(row, 'fabricated') || has(row, 'misrefused')).map(({ id }) => id),
      );
      const both = await of('verdict=fabricated&reason=clamped_to_floor');
      expect(both.sessions.length).toBeGreaterThan(0);
      expect(both.sessions.length).toBeLessThan(either.sessions.length);
      expect((await of('verdict=fabricated&service=no-such-service')).sessions).toEqual([]);
    });

    it('finds what lived in a range of time', async () => {
      const [newest] = all;
      if (!newest) throw new Error('no sessions');
      const from = await ask<SessionsAnswer>(`/api/v1/sessions?limit=200&from=${newest.lastSeen}`);
      expect(from.sessions.every(({ lastSeen }) => lastSeen >= newest.lastSeen)).toBe(true);
      expect(from.sessions.map(({ id }) => id)).toContain(newest.id);
      const before = await ask<SessionsAnswer>('/api/v1/sessions?to=2020-01-01T00:00:00Z');
      expect(before.sessions).toEqual([]);
    });
  });

  describe('a search', () => {
    it('finds a session by raw id, hash, and the start of the hash', async () => {
      const session = await byRawId(BLOCKED);
      expect(session.id).toMatch(/^[a-z2-7]{26}$/);
      expect(session.label).toBe(session.id.slice(0, 8));
      for (const query of [session.id, session.label, session.id.slice(0, 15), ` ${BLOCKED} `]) {
        expect((await search({ query })).sessions).toEqual([session]);
      }
    });

    it('finds by trace id in any case, and by request id', async () => {
      const session = await byRawId(BLOCKED);
      const { attempts } = await detailOf(session.id);
      const traceId = attempts[0]?.traceId ?? '';
      expect((await search({ query: traceId.toUpperCase() })).sessions).toEqual([session]);
      const [ran] = all.filter(({ executions }) => executions > 0);
      const [execution] = (await detailOf(ran?.id ?? '')).executions;
      const found = await search({ query: execution?.requestId ?? '' });
      expect(found.sessions.map(({ id }) => id)).toContain(ran?.id);
    });

    it('is narrowed by the same filters, and without a query is the list', async () => {
      expect((await search({ query: BLOCKED, verdict: 'continuous' })).sessions).toEqual([]);
      expect((await search({ query: BLOCKED, verdict: ['refused'] })).sessions).toHaveLength(1);
      expect((await search({ limit: 200 })).sessions).toEqual(all);
    });

    it('finds nothing for what nobody sent, and gives a made-up cursor back', async () => {
      expect((await search({ query: 'ffffffff-0000-4000-8000-ffffffffffff' })).sessions).toEqual([]);
      expect(await callApi('/api/v1/sessions/search', { body: { cursor: 'x' } })).toMatchObject({
        status: 400,
        body: { error: { code: 'SMK-206' } },
      });
    });
  });

  describe('findings', () => {
    it('are the same by pages, newest first, and those of the sessions', async () => {
      const paged = await wholeList<FindingsAnswer>('/api/v1/findings?', (body) => body.findings, 6);
      const { findings } = await ask<FindingsAnswer>('/api/v1/findings?limit=200');
      expect(paged).toEqual(findings);
      const times = findings.map(({ at }) => at);
      expect(times).toEqual([...times].sort().reverse());
      const details = await Promise.all(all.map(({ id }) => detailOf(id)));
      const shown = new Set(details.flatMap((detail) => detail.findings.map(({ id }) => id)));
      expect([...shown].sort()).toEqual(findings.map(({ id }) => id).sort());
    });

    it('are narrowed by kind, severity, service and time', async () => {
      const { findings } = await ask<FindingsAnswer>('/api/v1/findings?limit=200');
      const of = async (query: string) =>
        (await ask<FindingsAnswer>(`/api/v1/findings?limit=200&${query}`)).findings;
      expect(await of('kind=fork&kind=resync')).toEqual(
        findings.filter(({ kind }) => kind === 'fork' || kind === 'resync'),
      );
      expect(await of('severity=critical')).toEqual(
        findings.filter(({ severity }) => severity === 'critical'),
      );
      expect(await of('service=no-such-service')).toEqual([]);
      expect(await of('to=2020-01-01T00:00:00Z')).toEqual([]);
    });

    it('carry what people said of them', async () => {
      const [finding] = (await ask<FindingsAnswer>('/api/v1/findings?limit=1')).findings;
      expect(finding?.triage).toBeNull();
      await pipeline.sql`
        insert into triage (finding_id, state, note) values (${finding?.id ?? ''}, 'benign', 'a load test')`;
      const [triaged] = (await ask<FindingsAnswer>('/api/v1/findings?limit=1')).findings;
      expect(triaged).toMatchObject({ id: finding?.id, triage: { state: 'benign', note: 'a load test' } });
      await pipeline.sql`delete from triage`;
    });
  });
});
