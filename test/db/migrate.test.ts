import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '#db/client.ts';
import { assertMigrated, MigrationError, migrate } from '#db/migrate.ts';
import { createPartitions, dayOf, partitionName } from '#db/partitions.ts';
import { fromEpochMs } from '#domain/brand.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

describe('migrating', () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase();
  });
  afterAll(() => fresh.drop());

  it('says that an empty database was not migrated, and works from several processes at once', async () => {
    const db = openDb({ url: fresh.url });
    await expect(assertMigrated(db.sql)).rejects.toMatchObject({ code: 'SMK-223' });
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await Promise.all([1, 2, 3, 4].map(() => migrate({ url: fresh.url, log })));
    expect(lines.filter((line) => line === 'creating the tables')).toHaveLength(1);
    await migrate({ url: fresh.url, log });
    await assertMigrated(db.sql);
    await db.close();
  });

  it('refuses a database that a newer version migrated', async () => {
    const db = openDb({ url: fresh.url });
    await db.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`;
    await expect(migrate({ url: fresh.url, log: () => {} })).rejects.toThrow(MigrationError);
    await expect(assertMigrated(db.sql)).rejects.toMatchObject({ code: 'SMK-221' });
    await db.sql`delete from drizzle.__drizzle_migrations where hash = 'x'`;
    await db.close();
  });

  it('makes the partitions of days once, also when asked at the same time', async () => {
    const db = openDb({ url: fresh.url });
    const day = dayOf(fromEpochMs(Date.parse('2026-11-29T23:59:59.999Z')));
    expect(partitionName(day)).toBe('facts_p20261129');
    await Promise.all([1, 2, 3].map(() => createPartitions(db).ensure([day, day + 1, day])));
    const names = await db.sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'facts'::regclass order by 1`;
    expect(names.map((row) => row.name)).toEqual(['facts_p20261129', 'facts_p20261130']);
    await db.close();
  });
});
