import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '#db/client.ts';
import { eventsGivenUp } from '#db/rows/events-given-up.ts';
import { facetEntry, readFacetEntry } from '#db/rows/facets.ts';
import { indexText } from '#db/rows/index-text.ts';
import { jsonText } from '#db/rows/json-text.ts';
import { measuresOfAttempt } from '#db/rows/measures.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';

describe('text on its way into a column', () => {
  let fresh: FreshDatabase;
  let db: Db;
  beforeAll(async () => {
    fresh = await freshDatabase();
    db = openDb({ url: fresh.url, max: 1 });
  });
  afterAll(async () => {
    await db.close();
    await fresh.drop();
  });

  it.each([
    ['a NUL', 'a\0b', 'a�b'],
    ['half of a pair', 'cut \ud83d', 'cut �'],
    ['the other half', '\ude00 cut', '� cut'],
    ['a whole pair', 'whole 😀', 'whole 😀'],
    ['what only looks like an escape', String.raw`\u0000 \ud83d \\ud83d`, String.raw`\u0000 \ud83d \\ud83d`],
  ])('takes %s as JSON', async (_what, text, expected) => {
    const [row] = await db.sql<{ back: { text: string } }[]>`
      select ${jsonText({ text })}::text::jsonb as back`;
    expect(row?.back.text).toBe(expected);
  });

  it('keeps text that an index can hold, and tells long texts apart that begin alike', () => {
    const long = 'x'.repeat(4000);
    expect(indexText('orders')).toBe('orders');
    expect(indexText(`${long}a`)).not.toBe(indexText(`${long}b`));
    expect(indexText(long).length).toBeLessThanOrEqual(200);
    expect(indexText(indexText(long))).toBe(indexText(long));
  });

  it('reads a facet back, also when its value holds a colon', () => {
    expect(readFacetEntry(facetEntry('tool', 'a:b'))).toEqual({ facet: 'tool', value: 'a:b' });
  });

  it('adds up the events that each gap gave up, and takes an unknown number as none', () => {
    const evidence = ['12', 'unknown', '3'].map((value) => ({
      name: 'events_given_up',
      value,
      source: 'attested' as const,
    }));
    expect(eventsGivenUp({ kind: 'resync', evidence })).toBe(15);
    expect(eventsGivenUp({ kind: 'fork', evidence })).toBe(0);
  });

  it('counts an attempt under its verdict, its first reason, what is missing and what it left blind', () => {
    const outcome = { check: 'retained', result: 'unknown', missing: ['seamark.stream.floor'] } as const;
    const measured = measuresOfAttempt({
      verdict: 'indeterminate',
      reasons: [],
      missing: ['seamark.stream.floor', 'seamark.stream.floor'],
      checks: [outcome, { check: 'not_fenced', result: 'holds', missing: [] }],
    });
    expect(measured.map(({ measure, name, extra }) => `${measure} ${name} ${extra}`.trim())).toEqual([
      'verdict indeterminate',
      'missing seamark.stream.floor',
      'blind retained',
      'blind retained seamark.stream.floor',
    ]);
    const [, reason] = measuresOfAttempt({
      verdict: 'fabricated',
      reasons: ['clamped_to_floor', 'gap'],
      missing: ['x'],
      checks: [],
    });
    expect(reason).toMatchObject({ measure: 'reason', name: 'clamped_to_floor', extra: 'fabricated' });
  });
});
