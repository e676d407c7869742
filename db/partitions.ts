import type { UnixNanos } from '#domain/brand.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './client.ts';

const NANOS_PER_DAY = 86_400_000_000_000n;

/** The UTC day of a time, counted from the Unix epoch: its partition of `facts`. */
export const dayOf = (at: UnixNanos): number => Number(at / NANOS_PER_DAY);

/** The name of a day's partition, such as `facts_p20261129`. */
export function partitionName(day: number): string {
  const iso = new Date(day * 86_400_000).toISOString();
  return `facts_p${iso.slice(0, 10).replaceAll('-', '')}`;
}

/** Makes partitions of `facts` where they lack, and remembers which are there. */
export interface Partitions {
  /** Resolves when each of the days has its partition. Cheap when they were seen before. */
  ensure(days: Iterable<number>): Promise<void>;
  /** Forgets what was seen, so that a partition that retention dropped is made again. */
  forget(): void;
}

/**
 * A new partition is filled in beside the table and then attached: that waits for nobody who reads or writes,
 * which `create table … partition of` would.
 */
export function createPartitions(db: Db): Partitions {
  const known = new Set<number>();
  return {
    ensure: async (days) => {
      const wanted = [...new Set(days)].filter((day) => !known.has(day)).sort((a, b) => a - b);
      for (const day of wanted) {
        await attachPartition(db, day);
        known.add(day);
      }
    },
    forget: () => known.clear(),
  };
}

async function attachPartition(db: Db, day: number): Promise<void> {
  const name = partitionName(day);
  const from = BigInt(day) * NANOS_PER_DAY;
  await db.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.partitions})`;
    const [found] = await sql<{ attached: boolean }[]>`
      select exists (
        select 1 from pg_inherits
        where inhparent = 'facts'::regclass and inhrelid = to_regclass(${name})
      ) as attached`;
    if (found?.attached) return;
    await sql`create table if not exists ${sql(name)} (like facts including all)`;
    await sql.unsafe(
      `alter table facts attach partition ${name} for values from (${from}) to (${from + NANOS_PER_DAY})`,
    );
  });
}
