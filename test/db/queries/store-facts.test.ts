import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, openDb } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createPartitions } from '#db/partitions.ts';
import { loadFacts } from '#db/queries/load-facts.ts';
import { type FactTarget, storeFacts as store } from '#db/queries/store-facts.ts';
import { factId, fromEpochMs, sessionKey, type UnixNanos, unixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { anyFact } from '../fact-arbitrary.ts';

const NOON = fromEpochMs(Date.parse('2026-11-29T12:00:00Z'));

function emit(index: number, changes: Partial<Fact> = {}): Fact {
  const at = unixNanos(NOON + BigInt(index));
  return {
    kind: 'emit',
    id: factId(`trace:span:${index}`),
    at,
    end: at,
    session: sessionKey('s1'),
    identified: true,
    observer: 'server',
    service: 'orders',
    traceId: 'trace',
    spanId: 'span',
    attributes: {},
    replayed: false,
    ...changes,
  } as Fact;
}

const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => emit(from + index));

const storeFacts = async (target: FactTarget, facts: readonly Fact[]) => {
  const { stored, repeats, refused } = await store(target, facts);
  return { stored, repeated: repeats.size, rejected: refused.size };
};

describe('storing facts', () => {
  let fresh: FreshDatabase;
  let db: Db;
  let target: FactTarget;
  beforeAll(async () => {
    fresh = await freshDatabase();
    await migrate({ url: fresh.url, log: () => {} });
    db = openDb({ url: fresh.url });
    target = { db, partitions: createPartitions(db) };
  });
  beforeEach(async () => {
    await db.sql`truncate facts, dirty, aliases, arrivals, services`;
  });
  afterAll(async () => {
    await db.close();
    await fresh.drop();
  });

  const countOf = async (table: string) => {
    const [row] = await db.sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`);
    return row?.n;
  };
  const arrived = async () => {
    const [row] = await db.sql<{ n: number }[]>`select coalesce(sum(facts), 0)::int as n from arrivals`;
    return row?.n;
  };

  it('gives every fact back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFact, { minLength: 1, maxLength: 12 }), async (facts) => {
        await db.sql`truncate facts`;
        await storeFacts(target, facts);
        for (const fact of facts) {
          const back = await loadFacts(db.sql, [{ key: fact.session, from: fact.at, to: fact.at }]);
          expect(back.filter((other) => other.id === fact.id)).toEqual([fact]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes a repeat as a no-op, in data, in arrivals and in what is dirty', async () => {
    const facts = many(0, 10);
    expect(await storeFacts(target, facts)).toEqual({ stored: 10, repeated: 0, rejected: 0 });
    expect(await countOf('dirty')).toBe(1);
    expect(await storeFacts(target, facts)).toEqual({ stored: 0, repeated: 10, rejected: 0 });
    expect(await countOf('dirty')).toBe(1);
    const mixed = [...many(5, 15), ...many(10, 12)];
    expect(await storeFacts(target, mixed)).toEqual({ stored: 5, repeated: 7, rejected: 0 });
    expect([await countOf('facts'), await arrived(), await countOf('dirty')]).toEqual([15, 15, 2]);
    const [row] = await db.sql`select from_at, to_at, facts from dirty order by seq desc limit 1`;
    expect(row).toEqual({ from_at: String(NOON + 10n), to_at: String(NOON + 14n), facts: '5' });
  });

  it('keeps the first of two facts with one identity, and tells the same id at another time apart', async () => {
    await storeFacts(target, [emit(1, { service: 'first' }), emit(1, { service: 'second' })]);
    const later = unixNanos(NOON + 99n);
    await storeFacts(target, [emit(1, { service: 'third' }), emit(1, { at: later, end: later })]);
    const back = await loadFacts(db.sql, [{ key: sessionKey('s1'), from: NOON, to: later }]);
    expect(back.map((fact) => [fact.at, fact.service])).toEqual([
      [unixNanos(NOON + 1n), 'first'],
      [later, 'orders'],
    ]);
  });

  it('stores each fact once when many send the same at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => storeFacts(target, many(index * 20, index * 20 + 40))),
    );
    expect(results.reduce((sum, result) => sum + result.stored, 0)).toBe(180);
    expect(results.reduce((sum, result) => sum + result.repeated, 0)).toBe(140);
    expect([await countOf('facts'), await arrived()]).toEqual([180, 180]);
  });

  it('makes partitions for the days it meets', async () => {
    const days = [0, 3, 9].map((n) => unixNanos(NOON - BigInt(n) * 86_400_000_000_000n));
    await storeFacts(
      target,
      days.map((at, index) => emit(index, { at, end: at })),
    );
    const rows = await db.sql<
      { name: string }[]
    >`select distinct tableoid::regclass::text as name from facts`;
    expect(rows.map((row) => row.name).sort()).toEqual([
      'facts_p20261120',
      'facts_p20261126',
      'facts_p20261129',
    ]);
  });

  it('makes a partition again that retention dropped', async () => {
    const at = unixNanos(NOON - 20n * 86_400_000_000_000n);
    await storeFacts(target, [emit(0, { at, end: at })]);
    await db.sql`drop table facts_p20261109`;
    expect(await storeFacts(target, [emit(0, { at, end: at })])).toMatchObject({ stored: 1 });
  });

  it('keeps the good facts when one cannot be held', async () => {
    const tooLong = sessionKey(
      Array.from({ length: 9000 }, () => Math.random().toString(36).slice(2)).join(''),
    );
    const facts = [...many(0, 7), emit(7, { session: tooLong }), ...many(8, 12)];
    expect(await storeFacts(target, facts)).toEqual({ stored: 11, repeated: 0, rejected: 1 });
    expect([await countOf('facts'), await arrived()]).toEqual([11, 11]);
  });

  it('writes aliases, and opens no chain for a heartbeat without a session', async () => {
    const alias = emit(1, { kind: 'alias', aliasOf: sessionKey('front') });
    const beat = emit(2, { kind: 'heartbeat', session: sessionKey('t:1'), identified: false });
    await storeFacts(target, [alias, beat]);
    await storeFacts(target, [emit(3, { kind: 'alias', aliasOf: sessionKey('front') })]);
    expect(await db.sql`select alias_key, session_key from aliases`).toEqual([
      { alias_key: 'front', session_key: 's1' },
    ]);
    expect(await db.sql`select distinct session_key from dirty`).toEqual([{ session_key: 's1' }]);
    const [service] = await db.sql`select service, last_fact_at, last_heartbeat_at from services`;
    expect(service).toEqual({
      service: 'orders',
      last_fact_at: String(NOON + 3n),
      last_heartbeat_at: String(NOON + 2n),
    });
  });

  it('stores nothing when the database is away', async () => {
    const away = openDb({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
    const facts: readonly Fact[] = [emit(0)];
    const lost = storeFacts({ db: away, partitions: createPartitions(away) }, facts);
    await expect(lost).rejects.toThrow();
    await away.close();
  });

  it('prunes to the days that a session lived in', async () => {
    await storeFacts(target, [emit(0)]);
    const plan = await db.sql.unsafe(
      `explain select * from facts where session_key = 's1' and at between ${NOON} and ${NOON + 5n}`,
    );
    const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(text.match(/facts_p\d+/g)?.filter((name, index, all) => all.indexOf(name) === index)).toEqual([
      'facts_p20261129',
    ]);
  });

  it('answers from microseconds apart in order', async () => {
    const times: UnixNanos[] = [3n, 1n, 2n].map((n) => unixNanos(NOON + n));
    await storeFacts(
      target,
      times.map((at, index) => emit(index, { at, end: at })),
    );
    const back = await loadFacts(db.sql, [{ key: sessionKey('s1'), from: NOON, to: unixNanos(NOON + 9n) }]);
    expect(back.map((fact) => fact.at - NOON)).toEqual([1n, 2n, 3n]);
  });
});
