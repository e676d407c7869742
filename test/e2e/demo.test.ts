import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeBatch } from '#collector/judge/judge-batch.ts';
import { type Db, openDb } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { markDirty } from '#db/queries/dirty-sessions.ts';
import { type RunReport, runDemo } from '#demo/run.ts';
import { SCENARIOS } from '#demo/scenarios/index.ts';
import type { Expectation } from '#demo/scenarios/scenario.ts';
import { closingWords } from '#demo/screen/closing.ts';
import { createSeamarkApi } from '#demo/screen/seamark.ts';
import { createTelemetry, type Telemetry } from '#demo/telemetry/telemetry.ts';
import type { SessionDetail } from '#domain/api-types.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { callApi, pointWebAt } from '#test/support/api.ts';
import { byRawId, detailOf } from '#test/support/ask.ts';
import { type CollectorProcess, startCollector } from '#test/support/collector-process.ts';
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts';

const SECRET_KEY = 'a secret key for tests only';
const HOUR_MS = 3_600_000;
const HARMLESS = ['continuous', 'not_applicable'];
/** As a demo of two minutes has them: what is played again must not look like a call made twice. */
const ROUNDS = 2;

let database: FreshDatabase;
let collector: CollectorProcess;
let db: Db;
let telemetry: Telemetry;
let report: RunReport;
let restore: () => Promise<void>;

beforeAll(async () => {
  database = await freshDatabase();
  await migrate({ url: database.url, log: () => {} });
  const settings = { databaseUrl: database.url, secretKey: SECRET_KEY };
  collector = await startCollector(settings);
  restore = pointWebAt(settings);
  db = openDb({ url: database.url, max: 2 });
  telemetry = createTelemetry(collector.url);
  report = await runDemo({
    scenarios: Array.from({ length: ROUNDS }, () => SCENARIOS).flat(),
    telemetry,
    durationMs: 16_000,
    rate: 150,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  await everythingJudged();
}, 120_000);

afterAll(async () => {
  await restore?.();
  await db?.close();
  await collector?.stop();
  await database?.drop();
});

async function everythingJudged(): Promise<void> {
  for (;;) {
    const [row] = await db.sql<{ waiting: number }[]>`select count(*)::int as waiting from dirty`;
    if (row?.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Judges every session again as of an hour later, as the collector would then. */
async function anHourPasses(): Promise<void> {
  await collector.stop();
  const sessions = await db.sql<{ key: string }[]>`select key from sessions`;
  await markDirty(
    db.sql,
    sessions.map(({ key }) => key),
  );
  const rules = { settings: DEFAULT_SETTINGS, clock: () => Date.now() + HOUR_MS };
  for (;;) {
    const result = await judgeBatch(db, rules, { limits: { sessions: 32, facts: 20_000 }, except: [] });
    expect(result.failed).toEqual([]);
    if (result.judged.length === 0) return;
  }
}

async function detailOfRaw(rawId: string): Promise<SessionDetail> {
  return detailOf((await byRawId(rawId)).id);
}

/** Of all rounds. */
function sessionsOf(id: string, name: string): readonly string[] {
  const rawIds = report.played
    .filter(({ scenario }) => scenario.id === id)
    .flatMap(({ sessions }) => sessions[name] ?? []);
  if (rawIds.length !== ROUNDS) throw new Error(`${id} was played ${rawIds.length} times`);
  return rawIds;
}

function rawIds(): readonly string[] {
  return [...report.healthy, ...report.played.flatMap(({ sessions }) => Object.values(sessions))];
}

/** As text, and as a column of bytes would show it. */
const formsOf = (id: string): readonly string[] => [id, Buffer.from(id).toString('hex')];

/** Every table of the database that is not Postgres' own, with all its rows as text. */
async function everyRow({ sql }: Db): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  return Promise.all(
    tables.map(async ({ schema, name }) => {
      const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(schema)}.${sql(name)} t`;
      return { name: `${schema}.${name}`, text: rows.map(({ text }) => text).join('\n') };
    }),
  );
}

/** The real handlers of the API behind a port, as the web serves them. */
async function serveApi(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (req, res) => {
    const answer = await callApi(req.url ?? '/', { method: req.method ?? 'GET', body: await text(req) });
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, server };
}

function answersOf(detail: SessionDetail) {
  return {
    attempts: detail.attempts.map(({ verdict, reasons }) => `${verdict} ${reasons[0] ?? ''}`.trim()),
    findings: detail.findings.map(({ kind, strength }) => [kind, strength].filter(Boolean).join(' ')),
  };
}

/** What is not as it was expected to be. */
function faultsOf(detail: SessionDetail, expected: Expectation, later: boolean): readonly string[] {
  const { attempts, findings } = answersOf(detail);
  const wantedAttempts = expected.attempts.map(({ verdict, reason }) =>
    [verdict, reason].filter(Boolean).join(' '),
  );
  const wantedFindings = [
    ...expected.findings.map(({ kind, strength }) => [kind, strength].filter(Boolean).join(' ')),
    ...(later ? (expected.later ?? []) : []),
  ];
  const mayFind = [
    ...wantedFindings.map((finding) => finding.split(' ')[0]),
    ...(expected.also ?? []),
    ...(expected.later ?? []),
  ];
  return [
    ...wantedAttempts.filter((one) => !attempts.includes(one)).map((one) => `no attempt is ${one}`),
    ...wantedFindings.filter((one) => !findings.includes(one)).map((one) => `no finding is ${one}`),
    ...(doublesIn(findings) > doublesIn(wantedFindings) ? ['a call ran twice that was not to'] : []),
    ...attempts
      .filter((one) => !wantedAttempts.includes(one) && !HARMLESS.includes(one))
      .map((one) => `an attempt is ${one}`),
    ...detail.findings
      .filter(({ kind, severity }) => severity !== 'info' && !mayFind.includes(kind))
      .map(({ kind, sentence }) => `a finding is ${kind}: ${sentence}`),
  ];
}

const doublesIn = (findings: readonly string[]): number =>
  findings.filter((one) => one.startsWith('double_execution')).length;

const shown = SCENARIOS.flatMap((scenario) =>
  scenario.shows.map((expected) => ({ title: `${scenario.id}, ${expected.session}`, scenario, expected })),
);

describe('the demo, from real failures to the answers of the API', () => {
  it('plays all of it, and every span arrives', () => {
    expect(report.problems).toEqual([]);
    expect(report.played).toHaveLength(ROUNDS * SCENARIOS.length);
    expect(report.healthy.length).toBeGreaterThan(12);
    expect(telemetry.counts).toMatchObject({ failed: 0 });
    expect(collector.output()).not.toMatch(/"level":(50|60)/);
  });

  it.each(shown)('shows $title', async ({ scenario, expected }) => {
    for (const rawId of sessionsOf(scenario.id, expected.session)) {
      const detail = await detailOfRaw(rawId);
      expect(detail.service).toBe(scenario.service);
      expect(faultsOf(detail, expected, false), JSON.stringify(answersOf(detail))).toEqual([]);
    }
  });

  it('finds nothing wrong with any healthy session', async () => {
    const healthy = await Promise.all(report.healthy.map(detailOfRaw));
    expect(healthy.map(troubleOf).filter((trouble) => trouble !== undefined)).toEqual([]);
    const attempts = healthy.flatMap((detail) => detail.attempts);
    expect(attempts.filter(({ verdict }) => verdict === 'continuous').length).toBeGreaterThan(8);
  });

  it('stores no raw id in any table, and logs none', async () => {
    const tables = await everyRow(db);
    const filled = tables.filter(({ text }) => text !== '').map(({ name }) => name);
    expect(filled).toEqual(expect.arrayContaining(['public.sessions', 'public.attempts', 'public.findings']));
    expect(filled.filter((name) => name.startsWith('public.facts')).length).toBeGreaterThan(0);
    // What is kept instead of them is found in the same way.
    const [someone = ''] = report.healthy;
    const { id } = await byRawId(someone);
    expect(tables.find(({ name }) => name === 'public.sessions')?.text).toContain(id);
    const kept = [...tables, { name: 'the log', text: collector.output() }];
    const found = kept.flatMap(({ name, text }) =>
      rawIds().flatMap((id) => (formsOf(id).some((form) => text.includes(form)) ? [name] : [])),
    );
    expect(found).toEqual([]);
  });

  it('ends with links to the overview and to three sessions, by their hashed keys alone', async () => {
    const web = await serveApi();
    const urls = { otlpUrl: collector.url, webUrl: web.url };
    const api = createSeamarkApi(urls, 5_000);
    expect(await api.problem()).toBeUndefined();
    const words = await closingWords(report, { api, webUrl: web.url, counts: telemetry.counts });
    web.server.close();
    const { id } = await byRawId(sessionsOf('idle-eviction', 'evicted').at(-1) ?? '');
    expect(words).toContain(`${web.url}/\n`);
    expect(words).toContain(`${web.url}/sessions/${id}\n    a mail was sent twice`);
    expect(words.match(/\/sessions\//g)).toHaveLength(3);
    expect(rawIds().filter((rawId) => words.includes(rawId))).toEqual([]);
  });

  it('is stopped by Ctrl+C in order: what was played by then is sent and shown', async () => {
    const web = await serveApi();
    const program = ['--conditions=seamark-source', '--import', 'tsx', 'demo/main.ts', '--rate', '600'];
    const child = spawn(process.execPath, program, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        SEAMARK_OTLP_HTTP_PORT: new URL(collector.url).port,
        SEAMARK_WEB_PORT: new URL(web.url).port,
      },
    });
    const ended = once(child, 'close');
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    await vi.waitFor(() => expect(out).toMatch(/[1-9]\d* healthy sessions|evicted/), { timeout: 60_000 });
    child.kill('SIGINT');
    const [code] = await ended;
    web.server.close();
    expect(code).toBe(0);
    expect(out).toMatch(/Played \d+ failures and \d+ healthy sessions; [1-9]\d* spans were sent\./);
    expect(out).toContain(`${web.url}/\n`);
  });

  describe('an hour later', () => {
    beforeAll(anHourPasses);

    it.each(shown)('shows $title', async ({ scenario, expected }) => {
      for (const rawId of sessionsOf(scenario.id, expected.session)) {
        const detail = await detailOfRaw(rawId);
        expect(faultsOf(detail, expected, true), JSON.stringify(answersOf(detail))).toEqual([]);
      }
    });

    it('finds nothing wrong with any healthy session', async () => {
      const healthy = await Promise.all(report.healthy.map(detailOfRaw));
      expect(healthy.map(troubleOf).filter((trouble) => trouble !== undefined)).toEqual([]);
    });
  });
});

/** Undefined for a session without trouble. */
function troubleOf(detail: SessionDetail) {
  const attempts = detail.attempts.filter(({ verdict }) => !HARMLESS.includes(verdict));
  const findings = detail.findings.filter(({ severity }) => severity !== 'info');
  if (attempts.length + findings.length === 0) return undefined;
  return {
    service: detail.service,
    attempts: attempts.map(({ verdict, reasons, missing }) => ({ verdict, reasons, missing })),
    findings: findings.map(({ kind, sentence }) => ({ kind, sentence })),
  };
}
