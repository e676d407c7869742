import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFactSink, DEFAULT_SINK_LIMITS, type SinkLimits } from '#collector/store/fact-sink.ts';
import { openDb } from '#db/client.ts';
import { createPartitions } from '#db/partitions.ts';
import type { Fact } from '#domain/facts.ts';
import { story } from '#test/support/story.ts';
import { type JudgedDatabase, judgedDatabase } from './judged-database.ts';

const request = (session: string): readonly Fact[] =>
  story(`
    10:00:00 node-1 opens ${session} as inc-1 [${session}1]
    +1s attach G1 get k1 [${session}2]
  `);

describe('the sink of the receiver', () => {
  let base: JudgedDatabase;
  beforeAll(async () => {
    base = await judgedDatabase();
  });
  afterEach(() => base.clear());
  afterAll(() => base.drop());

  const sinkOf = (limits: Partial<SinkLimits> = {}) => {
    const commits: number[] = [];
    const sink = createFactSink({
      target: base,
      limits: { ...DEFAULT_SINK_LIMITS, ...limits },
      onCommit: ({ requests }) => commits.push(requests),
      onFailure: (error) => {
        throw error;
      },
    });
    return { sink, commits };
  };
  const stored = async () => {
    const [row] = await base.db.sql<{ n: number }[]>`select count(*)::int as n from facts`;
    return row?.n;
  };

  it('puts concurrent requests into one commit and tells each its share', async () => {
    const { sink, commits } = sinkOf({ gatherMs: 20 });
    await sink.store(request('A'));
    const results = await Promise.all([
      sink.store(request('A')),
      sink.store(request('B')),
      sink.store([...request('C'), ...request('B')]),
    ]);
    expect(commits).toEqual([1, 3]);
    expect(results).toEqual([
      { ok: true, stored: 0, repeated: 2 },
      { ok: true, stored: 2, repeated: 0 },
      { ok: true, stored: 2, repeated: 2 },
    ]);
    expect(await stored()).toBe(6);
    expect(sink.queued()).toBe(0);
  });

  it('never splits a request and never holds one back for a full commit', async () => {
    const { sink, commits } = sinkOf({ factsPerCommit: 3, gatherMs: 5 });
    const names = ['A', 'B', 'C', 'D', 'E'];
    await Promise.all(names.map((name) => sink.store(request(name))));
    expect(commits).toEqual([1, 1, 1, 1, 1]);
    expect(await stored()).toBe(10);
  });

  it('refuses what would not fit into memory, and takes more once there is room', async () => {
    const { sink } = sinkOf({ factsQueued: 4 });
    const first = [sink.store(request('A')), sink.store(request('B'))];
    expect(await sink.store(request('C'))).toEqual({ ok: false, code: 'queue_full' });
    await Promise.all(first);
    expect(await sink.store(request('C'))).toMatchObject({ ok: true, stored: 2 });
  });

  it('takes a request that is larger than the queue when nothing else waits', async () => {
    const { sink } = sinkOf({ factsQueued: 1 });
    expect(await sink.store(request('A'))).toMatchObject({ ok: true, stored: 2 });
  });

  it('says that it could not store, and is empty again, when the database is away', async () => {
    const away = openDb({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
    const failures: unknown[] = [];
    const sink = createFactSink({
      target: { db: away, partitions: createPartitions(away) },
      limits: DEFAULT_SINK_LIMITS,
      onCommit: () => {},
      onFailure: (error) => failures.push(error),
    });
    expect(await sink.store(request('A'))).toEqual({ ok: false, code: 'unavailable' });
    expect(failures).toHaveLength(1);
    expect(sink.queued()).toBe(0);
    await sink.drained();
    await away.close();
  });

  it('is drained when all that waited is committed', async () => {
    const { sink } = sinkOf();
    void sink.store(request('A'));
    void sink.store(request('B'));
    await sink.drained();
    expect(await stored()).toBe(4);
  });
});
