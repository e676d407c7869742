import { readFileSync } from 'node:fs';
import * as semconv from '@seamark/semconv';
import { describe, expect, it } from 'vitest';
import * as words from '#domain/words.ts';

const readme = readFileSync(new URL('../../../packages/semconv/README.md', import.meta.url), 'utf8');
const exported: Readonly<Record<string, unknown>> = semconv;
const names = Object.entries(exported).filter(
  (entry): entry is [string, string] =>
    /^(ATTR_SEAMARK|FACT|SPAN)_/.test(entry[0]) && typeof entry[1] === 'string',
);

/** The table writes `a.b.c`, `.d`: the second stands for `a.b.d`. */
function isInTable(name: string): boolean {
  const cut = Math.max(name.lastIndexOf('.'), 0);
  const head = name.slice(0, cut);
  const tail = name.slice(cut);
  return (
    readme.includes(`\`${name}\``) ||
    readme.split('\n').some((line) => line.includes(`\`${head}.`) && line.includes(`\`${tail}\``))
  );
}

describe('the names', () => {
  it('are all in the table', () => {
    expect(names.length).toBeGreaterThan(60);
    expect(names.map(([, name]) => name).filter((name) => !isInTable(name))).toEqual([]);
  });

  it('are lower case with dots, and no two are the same', () => {
    for (const [, name] of names) expect(name).toMatch(/^seamark(\.[a-z][a-z_]*)+$/);
    expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
  });

  it('leave nothing in the table that no constant has', () => {
    const written = [...readme.matchAll(/`(seamark\.[a-z_.]+)`/g)].map((match) => match[1]);
    const known = new Set(names.map(([, name]) => name));
    expect(written.filter((name) => !known.has(name ?? ''))).toEqual([]);
  });
});

describe('the values', () => {
  it.each([
    ['OBSERVERS', semconv.OBSERVERS, words.OBSERVERS],
    ['SESSION_ORIGINS', semconv.SESSION_ORIGINS, words.SESSION_ORIGINS],
    ['CLOSE_REASONS', semconv.CLOSE_REASONS, words.CLOSE_REASONS],
    ['STREAM_ORIGINS', semconv.STREAM_ORIGINS, words.STREAM_ORIGINS],
    ['DETACH_REASONS', semconv.DETACH_REASONS, words.DETACH_REASONS],
    ['EVENT_KINDS', semconv.EVENT_KINDS, words.EVENT_KINDS],
    ['REQUEST_OUTCOMES', semconv.REQUEST_OUTCOMES, words.REQUEST_OUTCOMES],
    ['VERDICTS', semconv.VERDICTS, words.VERDICTS],
  ])('of %s are those that the domain knows', (_name, sent, known) => {
    expect([...sent].sort()).toEqual([...known].sort());
  });

  it('are all in the table', () => {
    const sets = Object.values(exported).filter((value): value is readonly string[] => Array.isArray(value));
    const values = sets.flat().filter((value) => /^[a-z_]+$/.test(value));
    expect(values.length).toBeGreaterThan(60);
    expect(
      values.filter(
        (value) => !readme.includes(value) && !semconv.GONE_ERROR_CODES.some((code) => code === value),
      ),
    ).toEqual([]);
  });
});

describe('an event id', () => {
  it('reads back as what it was written from', () => {
    const parts = { incarnation: 'a1b2', streamId: '_GET_stream', ordinal: 4821 };
    expect(semconv.formatEventId(parts)).toBe('a1b2._GET_stream.4821');
    expect(semconv.parseEventId(semconv.formatEventId(parts))).toEqual(parts);
  });

  it.each([
    '',
    '41',
    'a.b',
    'a.b.c',
    'a.b.01',
    'a.b.-1',
    'a.b.1.2',
    'a b.c.1',
    '..1',
    `a.b.${'9'.repeat(16)}`,
  ])('of another form (%j) is not guessed at', (id) => {
    expect(semconv.parseEventId(id)).toBeUndefined();
  });
});
