import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { judgeBatch } from '#collector/judge/judge-batch.ts';
import { startJudgeWorker } from '#collector/judge/judge-worker.ts';
import { type Db, openDb } from '#db/client.ts';
import { toEpochMs, unixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { hourAfter, story } from '#test/support/story.ts';
import { waitUntil } from '#test/support/wait-until.ts';
import { type JudgedDatabase, judgedDatabase, LIMITS, rulesAt } from './judged-database.ts';

const later = (facts: readonly Fact[]): number => toEpochMs(hourAfter(facts));

/** A session of its own whose one resumption is sound. */
const sound = (session: string) =>
  story(`
    10:00:00 node-1 opens ${session} as inc-1 [${session}-open]
    +1s attach G1 get k1 [${session}-attach]
    +1s emit G1 #41 notification on k1 [${session}-41]
    +1s emit G1 #42 notification [${session}-42]
    +1s detach G1 k1 network [${session}-detach]
    +5s resume with G1:41 sound window 1..42 -> 200 replayed first G1:42 count 1 [${session}-resume]
  `);

describe('judging what is stored', () => {
  let base: JudgedDatabase;
  let db: Db;
  beforeAll(async () => {
    base = await judgedDatabase();
    db = base.db;
  });
  afterEach(() => base.clear());
  afterAll(() => base.drop());

  const keysOf = async (table: string, column = 'key') => {
    const rows = await db.sql.unsafe<{ key: string }[]>(`select ${column} as key from ${table} order by 1`);
    return rows.map((row) => row.key);
  };

  it('folds what stands under an alias into the session that it names, also when the alias arrives last', async () => {
    const inner = sound('S');
    const front = story('10:00:03 client receives G1 #41 notification on k1 in front [seen]');
    const alias = story('10:00:00.5 proxy alias front in S [mapped]');
    const at = later(inner);
    await base.store([...inner, ...front, ...alias]);
    await base.judge(at);
    const whole = await base.dump();
    expect(await keysOf('sessions')).toEqual(['S']);

    await base.clear();
    await base.store(front);
    await base.judge(at);
    await base.store(inner);
    await base.judge(at);
    expect(await keysOf('sessions')).toEqual(['S', 'front']);
    await base.store(alias);
    await base.judge(at);
    expect(await keysOf('sessions')).toEqual(['S']);
    expect(await base.dump()).toEqual(whole);
    const { kept, recounted } = await base.counts();
    expect(kept).toEqual(recounted);
    const members = await db.sql`select key, canonical_key, facts from session_members order by key`;
    expect(members.map((row) => [row.key, row.canonical_key, Number(row.facts)])).toEqual([
      ['S', 'S', 7],
      ['front', 'S', 1],
    ]);
  });

  it('finds what did not happen once its time has come, though nothing arrives', async () => {
    const facts = story(`
      10:00:00 node-1 opens S as inc-1
      +1s attach P7 post k1 for 7
      +1s run pay for 7 args d1
      +1s detach P7 k1 network
      +1s emit P7 #1 result of 7
    `);
    const end = toEpochMs(facts.at(-1)?.at ?? unixNanos(0n));
    await base.store(facts);
    await base.judge(end + 1_000);
    expect(await keysOf('findings', 'kind')).not.toContain('lost_result');
    const [due] = await db.sql<{ at: string }[]>`select judge_again_at as at from sessions`;
    expect(due?.at).not.toBeNull();
    await base.judge(end + 60_000);
    expect(await keysOf('findings', 'kind')).not.toContain('lost_result');
    await base.judge(end + 3_600_000);
    expect(await keysOf('findings', 'kind')).toContain('lost_result');
  });

  it('judges a session again when another one emits the id that was presented to it', async () => {
    const presented = story(`
      10:00:00 node-1 opens A as inc-1 [a1]
      +10s resume with QZ:9 -> 200 replayed first QZ:10 count 1 [a2]
    `);
    const emitted = story(`
      10:00:00 node-1 opens B as inc-9 [b1]
      +1s emit QZ #9 notification [b2]
    `);
    const at = later(presented);
    await base.store(presented);
    await base.judge(at);
    const verdict = async () => (await db.sql`select verdict, reasons from attempts`)[0];
    expect(await verdict()).not.toMatchObject({ verdict: 'fabricated' });
    await base.store(emitted);
    await base.judge(at);
    const now = await verdict();
    expect(now).toMatchObject({ verdict: 'fabricated' });
    expect(now?.reasons).toContain('foreign_session');
    const [finding] = await db.sql`select session_key from findings where kind = 'foreign_delivery'`;
    expect(finding?.session_key).toBe('A');
    const { kept, recounted } = await base.counts();
    expect(kept).toEqual(recounted);
  });

  it('shows a double execution across sessions on both, whichever is told last', async () => {
    const first = story(`
      10:00:00 node-1 opens A as inc-1 clientId=cid-1 [a1]
      +1s run pay for 7 args d1 clientId=cid-1 [a2]
      +1s client requests 7 tools/call lost clientId=cid-1 [a3]
    `);
    const second = story(`
      10:00:30 node-1 opens B as inc-2 clientId=cid-1 [b1]
      +1s run pay for 1 args d1 clientId=cid-1 [b2]
    `);
    for (const pieces of [
      [first, second],
      [second, first],
    ]) {
      await base.clear();
      for (const piece of pieces) {
        await base.store(piece);
        await base.judge(later(second));
      }
      const [finding] =
        await db.sql`select session_key, strength from findings where kind = 'double_execution'`;
      expect(finding).toEqual({ session_key: 'B', strength: 'probable' });
      const shown = await db.sql<{ key: string; findings: Record<string, number>; facets: string[] }[]>`
        select key, findings, facets from sessions order by key`;
      expect(shown.map((row) => row.findings.double_execution)).toEqual([1, 1]);
      for (const row of shown) expect(row.facets).toContain('finding:double_execution');
    }
  });

  it('does not wake sessions that nothing joins though they call the same tool', async () => {
    const call = (session: string) =>
      story(`
        10:00:00 node-1 opens ${session} as inc-1 clientId=c-${session} [${session}1]
        +1s run search for 7 args d1 clientId=c-${session} [${session}2]
      `);
    await base.store(call('A'));
    await base.judge(later(call('A')));
    await base.store(call('B'));
    const results = await base.judge(later(call('A')));
    expect(results.flatMap((result) => result.judged.flatMap(({ keys }) => keys))).toEqual(['B']);
  });

  it('contains a session that cannot be judged, and tries it again later', async () => {
    await base.store(sound('A'));
    await base.store(sound('B'));
    let asked = 0;
    const clock = () => {
      asked += 1;
      if (asked === 1) throw new TypeError('made to fail');
      return later(sound('A'));
    };
    const rules = { settings: DEFAULT_SETTINGS, clock };
    const result = await judgeBatch(db, rules, { limits: LIMITS, except: [] });
    expect(result.failed).toEqual([{ key: 'A', code: 'TypeError' }]);
    expect(await keysOf('sessions')).toEqual(['B']);
    expect(await judgeBatch(db, rules, { limits: LIMITS, except: [] })).toEqual({ judged: [], failed: [] });
    expect(await keysOf('dirty', 'session_key')).toEqual(['A']);
    await db.sql`update judge_failures set not_before = now()`;
    await base.judge(later(sound('A')));
    expect(await keysOf('sessions')).toEqual(['A', 'B']);
    expect(await keysOf('judge_failures', 'session_key')).toEqual([]);
  });

  it('finds the session that cannot be stored, and judges the others', async () => {
    const at = later(sound('A'));
    for (const key of ['A', 'B', 'C', 'D']) await base.store(sound(key));
    await db.sql.unsafe(`
      create function refuse_c() returns trigger language plpgsql as
        $$ begin if new.key = 'C' then raise exception 'no' using errcode = '22000'; end if; return new; end $$;
      create trigger refuse_c before insert on sessions for each row execute function refuse_c();`);
    const problems: string[] = [];
    const worker = await startJudgeWorker({
      db,
      rules: rulesAt(at),
      onBatch: () => {},
      onProblem: ({ code }) => problems.push(code),
    });
    expect(await waitUntil(async () => (await keysOf('sessions')).length === 3, 20_000)).toBe(true);
    expect(await keysOf('sessions')).toEqual(['A', 'B', 'D']);
    await db.sql.unsafe('drop trigger refuse_c on sessions; drop function refuse_c');
    expect(await waitUntil(async () => (await keysOf('sessions')).length === 4, 20_000)).toBe(true);
    await worker.stop();
    expect(problems).toContain('22000');
    const { kept, recounted } = await base.counts();
    expect(kept).toEqual(recounted);
  });

  it('judges spans that were sent twice with different times', async () => {
    const once = sound('A');
    const again = once.map((fact) => ({
      ...fact,
      at: unixNanos(fact.at + 60_000_000_000n),
      end: unixNanos(fact.end + 60_000_000_000n),
    }));
    await base.store([...once, ...again]);
    const results = await base.judge(later(again));
    expect(results.flatMap((result) => result.failed)).toEqual([]);
    const [row] = await db.sql<{ kept: number; said: number }[]>`
      select (select count(*)::int from attempts) as kept, (select attempts from sessions) as said`;
    expect(row?.kept).toBe(row?.said);
    const { kept, recounted } = await base.counts();
    expect(kept).toEqual(recounted);
  });

  it('comes to the same with several workers while facts keep coming', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `S${index}`);
    const at = later(sound('S0'));
    for (const name of names) await base.store(sound(name));
    await base.judge(at);
    const whole = await base.dump();

    await base.clear();
    const pools = [openDb({ url: base.url, max: 3 }), openDb({ url: base.url, max: 3 })];
    const problems: string[] = [];
    const workers = await Promise.all(
      [...pools, db].map((pool) =>
        startJudgeWorker({
          db: pool,
          rules: rulesAt(at),
          onBatch: () => {},
          onProblem: ({ what, code }) => problems.push(`${what} ${code}`),
        }),
      ),
    );
    await Promise.all(
      names.map(async (name) => {
        for (const fact of sound(name)) await base.store([fact]);
      }),
    );
    const done = async () =>
      (await keysOf('dirty', 'session_key')).length === 0 &&
      (await keysOf('sessions')).length === names.length;
    expect(await waitUntil(done, 60_000)).toBe(true);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(problems).toEqual([]);
    expect(await base.dump()).toEqual(whole);
    const { kept, recounted } = await base.counts();
    expect(kept).toEqual(recounted);
    await Promise.all(pools.map((pool) => pool.close()));
  });
});
