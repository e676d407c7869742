import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_LOCK_CLASS } from '#db/advisory-locks.ts';
import { type Db, openDb } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createSessionIds } from '#db/session-ids.ts';
import { type CollectorProcess, startCollector } from '#test/support/collector-process.ts';
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts';
import { readCases, shiftTimes } from '#test/support/expected-answers.ts';
import { waitUntil } from '#test/support/wait-until.ts';

const SECRET = 'a secret key for tests only';
const HOUR = 3_600_000_000_000n;

const worked = (name: string) => {
  const found = readCases().find((one) => one.name === name);
  if (!found) throw new Error(`there is no case ${name}`);
  return { ...found, otlp: shiftTimes(found.otlp, BigInt(Date.now()) * 1_000_000n - HOUR) };
};

function send(collector: CollectorProcess, otlp: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${collector.url}/v1/traces`, { method: 'POST', headers, body: otlp });
}

describe('a collector process', () => {
  let fresh: FreshDatabase;
  let db: Db;
  let collector: CollectorProcess | undefined;
  const start = async (env: Record<string, string> = {}) => {
    collector = await startCollector({ databaseUrl: fresh.url, secretKey: SECRET, env });
    return collector;
  };
  const count = async (table: string) => {
    const [row] = await db.sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`);
    return row?.n ?? 0;
  };

  beforeAll(async () => {
    fresh = await freshDatabase();
    await migrate({ url: fresh.url, log: () => {} });
    db = openDb({ url: fresh.url });
  });
  beforeEach(async () => {
    await db.sql`truncate facts, dirty, sessions, attempts, findings, minute_counts, arrivals, services`;
  });
  afterEach(async () => {
    await collector?.kill();
    collector = undefined;
  });
  afterAll(async () => {
    await db.close();
    await fresh.drop();
  });

  it('judges after a crash what it had acknowledged before', async () => {
    const { otlp, expected } = worked('clamped-to-floor');
    const rawId = expected.sessions[0]?.id ?? '';
    const key = createSessionIds({ secretKey: SECRET, mode: 'hashed' }).keyOf(rawId);
    const first = await start();
    // Holding the session's lock keeps every judge off it, so that the crash comes between storing and judging.
    const holder = await db.sql.reserve();
    await holder`select pg_advisory_lock(${SESSION_LOCK_CLASS}, hashtext(${key}))`;
    const answer = await send(first, otlp);
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    await first.kill();
    expect(await count('facts')).toBeGreaterThan(3);
    expect(await count('attempts')).toBe(0);
    await holder`select pg_advisory_unlock(${SESSION_LOCK_CLASS}, hashtext(${key}))`;
    holder.release();
    expect(await count('dirty')).toBeGreaterThan(0);

    const second = await start();
    expect(await waitUntil(async () => (await count('attempts')) === 1, 20_000)).toBe(true);
    const [attempt] = await db.sql`select verdict from attempts where session_key = ${key}`;
    expect(attempt?.verdict).toBe('fabricated');
    expect(await count('dirty')).toBe(0);
    expect(second.output()).not.toContain(rawId);
  });

  it('counts what is sent twice, also to two collectors at once, only once', async () => {
    const { otlp } = worked('idle-eviction-silent-new-stream');
    const one = await start();
    const two = await startCollector({ databaseUrl: fresh.url, secretKey: SECRET });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send(index % 2 === 0 ? one : two, otlp)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect(
      await waitUntil(async () => (await count('dirty')) === 0 && (await count('sessions')) > 0, 20_000),
    ).toBe(true);
    const [arrived] = await db.sql<{ n: number }[]>`select sum(facts)::int as n from arrivals`;
    expect(arrived?.n).toBe(await count('facts'));
    const [fabricated] = await db.sql<{ n: number }[]>`
      select sum(count)::int as n from minute_counts where measure = 'verdict'`;
    expect(fabricated?.n).toBe(1);
    await two.kill();
  });

  it('shows a verdict within two seconds of the acknowledgement', async () => {
    const { otlp } = worked('clamped-to-floor');
    const running = await start();
    await send(running, otlp);
    const acknowledged = Date.now();
    expect(await waitUntil(async () => (await count('attempts')) > 0, 5_000)).toBe(true);
    expect(Date.now() - acknowledged).toBeLessThan(2_000);
  });

  it('asks senders to come again while the database is away, and goes on when it is back', async () => {
    const running = await start();
    const database = new URL(fresh.url).pathname.slice(1);
    const admin = new URL(fresh.url);
    admin.pathname = '/postgres';
    const other = openDb({ url: admin.href, max: 1 });
    await other.sql`alter database ${other.sql(database)} allow_connections false`;
    await other.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`;
    const refused = await send(running, worked('clamped-to-floor').otlp);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const unready = await fetch(`${running.url}/readyz`);
    expect(unready.status).toBe(503);
    await other.sql`alter database ${other.sql(database)} allow_connections true`;
    await other.close();
    const taken = await waitUntil(
      async () => (await send(running, worked('clamped-to-floor').otlp)).status === 200,
      10_000,
    );
    expect(taken).toBe(true);
    expect(await waitUntil(async () => (await count('attempts')) === 1, 20_000)).toBe(true);
  });

  it('finishes what is in flight on SIGTERM and leaves', async () => {
    const running = await start();
    const sent = Array.from({ length: 20 }, (_, index) =>
      send(
        running,
        worked('clamped-to-floor').otlp.replaceAll('a7b1c2d3-0000', `a7b1c2d3-00${10 + index}`),
      ).catch(() => undefined),
    );
    const stopped = running.stop();
    const answers = await Promise.all(sent);
    await stopped;
    const acknowledged = answers.filter((answer) => answer?.status === 200).length;
    const [row] = await db.sql<{ n: number }[]>`select count(distinct session_key)::int as n from facts`;
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged);
    expect(running.output()).toContain('stopping');
    expect(running.output()).not.toMatch(/"level":50/);
  });

  it('tells its figures in Prometheus form', async () => {
    const running = await start();
    const { otlp } = worked('clamped-to-floor');
    await send(running, otlp);
    await send(running, otlp);
    expect(await waitUntil(async () => (await count('dirty')) === 0, 20_000)).toBe(true);
    const answer = await fetch(`${running.url}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    const value = (name: string) => Number(new RegExp(`^${name}(?:{[^}]*})? (.+)$`, 'm').exec(text)?.[1]);
    expect(value('seamark_facts_stored_total')).toBe(await count('facts'));
    expect(value('seamark_facts_repeated_total') + value('seamark_facts_stored_total')).toBe(
      value('seamark_items_received_total'),
    );
    expect(value('seamark_judging_lag_seconds')).toBe(0);
    expect(value('seamark_queued_facts')).toBe(0);
    expect(value('seamark_commit_seconds_count')).toBe(2);
    expect(value('seamark_sessions_judged_total')).toBeGreaterThan(0);
  });

  const failedStart = (env: Record<string, string>) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'collector/main.ts'], {
        cwd: new URL('../../..', import.meta.url),
        env: { ...process.env, SEAMARK_OTLP_HTTP_PORT: '24777', ...env },
      });
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      child.on('exit', (code) => resolve({ code, output }));
    });

  it('refuses a key with which the database was not filled, and says so', async () => {
    const running = await start();
    await running.stop();
    const { code, output } = await failedStart({
      DATABASE_URL: fresh.url,
      SEAMARK_SECRET_KEY: 'quite another secret key',
    });
    expect(code).toBe(1);
    expect(output).toContain('SMK-232');
    expect(output).not.toContain('quite another');
  });

  it('refuses a database that was not migrated', async () => {
    const empty = await freshDatabase();
    const { code, output } = await failedStart({ DATABASE_URL: empty.url, SEAMARK_SECRET_KEY: SECRET });
    expect(code).toBe(1);
    expect(output).toContain('SMK-223');
    await empty.drop();
  });

  it('names the port that is in use', async () => {
    const running = await start();
    const { code, output } = await failedStart({
      DATABASE_URL: fresh.url,
      SEAMARK_SECRET_KEY: SECRET,
      SEAMARK_OTLP_HTTP_PORT: new URL(running.url).port,
    });
    expect(code).toBe(1);
    expect(output).toContain('SMK-121');
    expect(output).toContain(new URL(running.url).port);
    expect(output).toContain('SEAMARK_OTLP_HTTP_PORT');
  });
});
