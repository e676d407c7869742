import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsFromOtlpJson } from '#collector/ingest/facts-from-json.ts';
import { createSessionIds } from '#db/session-ids.ts';
import type {
  FactsAnswer,
  FindingsAnswer,
  RatesAnswer,
  SessionDetail,
  SessionRow,
  SetupAnswer,
  SummaryAnswer,
} from '#domain/api-types.ts';
import { toJson } from '#domain/api-types.ts';
import { VERDICTS } from '#domain/words.ts';
import { callApi } from '#test/support/api.ts';
import { ask, byRawId, detailOf, search, sendAllCases, validator, wholeList } from '#test/support/ask.ts';
import { readCases } from '#test/support/expected-answers.ts';
import { anHourAgo, type Pipeline, SECRET_KEY, startPipeline } from '#test/support/pipeline.ts';

const BLOCKED = 'f1f1f1f1-0000-4000-8000-000000000004';
const ALIASED = '0b0b0b0b-0000-4000-8000-000000000001';

describe('sessions and figures of the API over all worked cases', () => {
  let pipeline: Pipeline;
  let all: readonly SessionRow[];

  beforeAll(async () => {
    pipeline = await startPipeline();
    all = await sendAllCases(pipeline);
  });
  afterAll(() => pipeline.stop());

  describe('one session', () => {
    it('is whole when its attempts come by pages', async () => {
      const { id } = await byRawId(BLOCKED);
      const whole = await detailOf(id);
      expect(whole.attempts).toHaveLength(12);
      expect(whole.attemptsCursor).toBeNull();
      const paged: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: SessionDetail = await detailOf(id, `?limit=5${cursor && `&attemptsCursor=${cursor}`}`);
        paged.push(...page.attempts);
        cursor = page.attemptsCursor;
      }
      expect(paged).toEqual(whole.attempts);
    });

    it('says the same as its row of the list', async () => {
      for (const row of all) {
        const { attempts, executions, findings, ...detail } = await detailOf(row.id);
        const { attempts: attemptCount, executions: executionCount, findings: findingCounts, ...rest } = row;
        expect(detail).toMatchObject(rest);
        expect([attempts.length, executions.length]).toEqual([attemptCount, executionCount]);
        const byKind: Record<string, number> = {};
        for (const { kind } of findings) byKind[kind] = (byKind[kind] ?? 0) + 1;
        expect(findingCounts).toEqual(byKind);
      }
    });

    it('is found under an alias as the session that the alias names', async () => {
      const { id } = await byRawId(ALIASED);
      const rows = await pipeline.sql<{ key: string }[]>`
        select key from session_members where canonical_key = ${id} and key <> canonical_key`;
      expect(rows.length).toBeGreaterThan(0);
      for (const { key } of rows) {
        expect((await detailOf(key)).id).toBe(id);
        expect((await search({ query: key })).sessions.map((session) => session.id)).toEqual([id]);
        const facts = await ask<FactsAnswer>(`/api/v1/sessions/${key}/facts`);
        expect(facts).toEqual(await ask<FactsAnswer>(`/api/v1/sessions/${id}/facts`));
      }
    });

    it('that does not exist is told from a raw id, which is not repeated', async () => {
      const none = await callApi('/api/v1/sessions/abcdefghijklmnopqrstuvwxyz');
      expect(none).toMatchObject({ status: 404, body: { error: { code: 'SMK-204' } } });
      for (const path of [`/api/v1/sessions/${BLOCKED}`, `/api/v1/sessions/${BLOCKED}/facts`]) {
        const raw = await callApi(path);
        expect(raw).toMatchObject({ status: 404, body: { error: { code: 'SMK-205' } } });
        expect(validator.problems(raw)).toEqual([]);
        expect(JSON.stringify(raw.body)).not.toContain(BLOCKED);
      }
    });
  });

  describe('the facts of a session', () => {
    it('are all there, in order of time, by pages or at once', async () => {
      const { id } = await byRawId(BLOCKED);
      const { factCount } = await detailOf(id);
      const path = `/api/v1/sessions/${id}/facts`;
      const whole = await ask<FactsAnswer>(path);
      expect(whole.facts).toHaveLength(factCount);
      const times = whole.facts.map(({ at }) => at);
      expect(times).toEqual([...times].sort());
      expect(await wholeList<FactsAnswer>(`${path}?`, (body) => body.facts, 4)).toEqual(whole.facts);
    });

    it('are narrowed by kind and by time', async () => {
      const { id } = await byRawId(BLOCKED);
      const path = `/api/v1/sessions/${id}/facts`;
      const { facts } = await ask<FactsAnswer>(path);
      const some = await ask<FactsAnswer>(`${path}?kinds=resumption&kinds=open`);
      const wanted = facts.filter(({ kind }) => kind === 'resumption' || kind === 'open');
      expect(some.facts).toEqual(wanted);
      const middle = facts[Math.floor(facts.length / 2)]?.at ?? '';
      const later = await ask<FactsAnswer>(`${path}?from=${middle}`);
      const earlier = await ask<FactsAnswer>(`${path}?to=${middle}`);
      expect([...earlier.facts, ...later.facts]).toEqual(facts);
      expect(later.facts.every(({ at }) => at >= middle)).toBe(true);
    });
  });

  describe('figures', () => {
    it('of rates are a recount of all attempts', async () => {
      const { series } = await ask<RatesAnswer>('/api/v1/rates?step=1h');
      const recount = VERDICTS.map((verdict) =>
        all.reduce((sum, row) => sum + (row.verdicts[verdict] ?? 0), 0),
      );
      const [one] = series;
      const counted = VERDICTS.map((verdict) =>
        one?.points.reduce((sum, point) => sum + (point.verdicts[verdict] ?? 0), 0),
      );
      expect(series.map(({ key }) => key)).toEqual(['all']);
      expect(counted).toEqual(recount);
    });

    it('by service add up to those of all', async () => {
      const sum = ({ series }: RatesAnswer) =>
        series.flatMap(({ points }) => points).reduce((total, { attempts }) => total + attempts, 0);
      const whole = await ask<RatesAnswer>('/api/v1/rates');
      const byService = await ask<RatesAnswer>('/api/v1/rates?by=service');
      expect(byService.series.length).toBeGreaterThan(0);
      expect(sum(byService)).toBe(sum(whole));
      const only = byService.series[0]?.key ?? '';
      const one = await ask<RatesAnswer>(`/api/v1/rates?by=service&service=${only}`);
      expect(one.series.map(({ key }) => key)).toEqual([only]);
      expect((await ask<RatesAnswer>('/api/v1/rates?by=environment')).series.length).toBeGreaterThan(0);
    });

    it('are refused when there would be too many', async () => {
      const tooMany = await callApi('/api/v1/rates?from=2020-01-01T00:00:00Z&step=1m');
      expect(tooMany).toMatchObject({ status: 400, body: { error: { code: 'SMK-214' } } });
      const backwards = await callApi('/api/v1/rates?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z');
      expect(backwards).toMatchObject({ status: 400, body: { error: { code: 'SMK-202' } } });
    });

    it('of the summary agree with findings, sessions and facts', async () => {
      const summary = await ask<SummaryAnswer>('/api/v1/summary');
      const { findings } = await ask<FindingsAnswer>('/api/v1/findings?limit=200');
      const of = (kind: string) => findings.filter((finding) => finding.kind === kind);
      const fabricated = all.reduce((sum, row) => sum + (row.verdicts.fabricated ?? 0), 0);
      const doubles = of('double_execution');
      expect(summary).toMatchObject({
        sessions: all.length,
        judgingLagMs: 0,
        figures: { attempts: all.reduce((sum, row) => sum + row.attempts, 0), fabricated },
        resyncs: { count: of('resync').length },
        rejectedIncarnations: of('rejected_incarnation').length,
        lostResults: of('lost_result').length,
        doubles: {
          proven: doubles.filter(({ strength }) => strength === 'proven').length,
          probable: doubles.filter(({ strength }) => strength === 'probable').length,
          possible: doubles.filter(({ strength }) => strength === 'possible').length,
        },
      });
      expect(summary.figures.rate).toBeCloseTo(fabricated / summary.figures.judged);
      expect(summary.reasons.map(({ reason }) => reason)).toContain('clamped_to_floor');
      expect(summary.missing.length).toBeGreaterThan(0);
      expect(summary.services.every(({ lastFactAt }) => lastFactAt !== null)).toBe(true);
    });

    it('of the set-up page count what arrived, and name what each service leaves undecided', async () => {
      const setup = await ask<SetupAnswer>('/api/v1/setup');
      const [stored] = await pipeline.sql<{ facts: number }[]>`select count(*)::int as facts from facts`;
      expect(setup.received.reduce((sum, { facts }) => sum + facts, 0)).toBe(stored?.facts);
      for (const { facts, kinds } of setup.received) {
        expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(facts);
      }
      for (const { service, checks } of setup.blind) {
        const named = all.filter((row) => row.service === service);
        const details = await Promise.all(named.map(({ id }) => detailOf(id)));
        const outcomes = details.flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.checks));
        for (const { check } of checks) {
          const results = new Set(
            outcomes.filter((outcome) => outcome.check === check).map(({ result }) => result),
          );
          expect([...results].filter((result) => result !== 'not_applicable')).toEqual(['unknown']);
        }
      }
    });
  });

  it('gives the facts that the collector read, down to the nanosecond and the last attribute', async () => {
    await pipeline.clear();
    const sessionIds = createSessionIds({ secretKey: SECRET_KEY, mode: 'hashed' });
    for (const { name, otlp, expected } of readCases()) {
      const sent = anHourAgo(otlp);
      await pipeline.send(sent);
      await pipeline.judged();
      const read = factsFromOtlpJson(sent, { sessionIds });
      if (!read.ok) throw new Error(read.message);
      const bySession = (key: string) =>
        read.facts.filter(({ session }) => session === key).map((fact) => toJson(fact));
      for (const { id } of expected.sessions) {
        const key = sessionIds.keyOf(id);
        const { facts } = await ask<FactsAnswer>(`/api/v1/sessions/${key}/facts`);
        const own = facts.filter(({ session }) => session === key);
        expect(own, name).toHaveLength(bySession(key).length);
        expect(new Map(own.map((fact) => [fact.id, fact])), name).toEqual(
          new Map(bySession(key).map((fact) => [fact.id, JSON.parse(JSON.stringify(fact))])),
        );
      }
    }
  });

  it('names what a service that says little leaves undecided, once a few attempts tell so', async () => {
    await pipeline.clear();
    const thin = readCases().find(({ name }) => name === 'http-instrumentation-only');
    // The last digit of the session's id and of its trace's.
    const comesBack = (digit: string) =>
      pipeline.send(
        anHourAgo(thin?.otlp ?? '')
          .replaceAll('orders-mcp', 'thin-mcp')
          .replaceAll('-000000000002"', `-00000000000${digit}"`)
          .replaceAll('7ab94"', `7ab9${digit}"`),
      );
    for (const digit of ['a', 'b', 'c', 'd']) await comesBack(digit);
    // A refusal of a session that is gone is an attempt of this service too, and tells nothing.
    const gone = readCases().find(({ name }) => name === 'idle-eviction-refused');
    await pipeline.send(
      anHourAgo(gone?.otlp ?? '').replace(
        /("service\.name",\s*"value": \{\s*"stringValue": ")[^"]+/g,
        '$1thin-mcp',
      ),
    );
    await pipeline.judged();
    const { series } = await ask<RatesAnswer>('/api/v1/rates?service=thin-mcp');
    expect(series[0]?.points.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
    expect((await ask<SetupAnswer>('/api/v1/setup')).blind).toEqual([]);
    await comesBack('e');
    await pipeline.judged();
    const { blind } = await ask<SetupAnswer>('/api/v1/setup');
    expect(blind).toMatchObject([{ service: 'thin-mcp', attempts: 5 }]);
    const checks = blind[0]?.checks ?? [];
    expect(checks.find(({ check }) => check === 'retained')?.missing).toContain('seamark.stream.floor');
    expect(checks.filter(({ missing }) => missing.length === 0)).toEqual([]);
  });
});
