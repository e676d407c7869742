import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { type Page, type Position, pageOf } from '#db/queries/page.ts';
import { readFindings } from '#db/queries/read-findings.ts';
import { readSessions } from '#db/queries/read-sessions.ts';
import { SESSION_SORTS } from '#db/queries/session-filter.ts';
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts';

const ROWS = 21;

describe('a page', () => {
  const positionOf = (row: number): Position => [String(row), `id${row}`];

  it('ends where the rows end, and leads on where there is one more', () => {
    expect(pageOf([1, 2, 3], 2, positionOf)).toEqual({ rows: [1, 2], next: ['2', 'id2'] });
    expect(pageOf([1, 2], 2, positionOf)).toEqual({ rows: [1, 2], next: null });
    expect(pageOf([], 2, positionOf)).toEqual({ rows: [], next: null });
  });
});

describe('pages of rows of which many have the same time', () => {
  let database: FreshDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await freshDatabase();
    await migrate({ url: database.url, log: () => {} });
    db = openDb({ url: database.url, max: 2 });
    await db.sql`
      insert into sessions (key, era, service, services, instances, first_seen, last_seen, fact_count, attempts,
        executions, verdicts, findings, marks, lives, facets, judged_at, horizon)
      select 'session' || i, 'sessionful', 's', '{s}', '{}', i % 3, i % 3, 1, 0, 0, '{}', '{}', '[]', '[]', '{}', now(), 0
      from generate_series(1, ${ROWS}::int) i`;
    await db.sql`
      insert into findings (session_key, id, kind, severity, severity_rank, at, until, repetitions, service, destructive, body, hash)
      select 'session' || i, 'finding' || i, 'fork', 'high', 1, i % 3, i % 3, 1, 's', false,
        jsonb_build_object('id', 'finding' || i), ''
      from generate_series(1, ${ROWS}::int) i`;
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it.each(SESSION_SORTS)(
    'of sessions ordered by %s have each once, in the order of the whole',
    async (sort) => {
      const read = (limit: number, after?: Position) => readSessions(db, { filter: {}, sort, limit, after });
      const whole = (await read(100)).rows.map(({ id }) => id);
      expect(whole).toHaveLength(ROWS);
      expect(await allPages(read, ({ id }) => id)).toEqual(whole);
    },
  );

  it('of findings have each once, in the order of the whole', async () => {
    const read = (limit: number, after?: Position) => readFindings(db, { limit, after });
    const whole = (await read(100)).rows.map(({ id }) => id);
    expect(whole).toHaveLength(ROWS);
    expect(await allPages(read, ({ id }) => id)).toEqual(whole);
  });
});

/** Reads by fours, which cuts through the sevens of one time. */
async function allPages<T>(
  read: (limit: number, after?: Position) => Promise<Page<T>>,
  idOf: (row: T) => string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const page: Page<T> = await read(4, after);
    ids.push(...page.rows.map(idOf));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ids;
}
