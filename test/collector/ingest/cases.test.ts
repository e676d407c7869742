import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsFromOtlpJson } from '#collector/ingest/facts-from-json.ts';
import { createSessionIds } from '#db/session-ids.ts';

const CASES = new URL('../../fixtures/cases/', import.meta.url);
const FILES = readdirSync(CASES).filter((name) => name.endsWith('.otlp.json'));
const sessionIds = createSessionIds({ secretKey: 'a key for tests only', mode: 'hashed' });

describe('the worked cases', () => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(45);
  });

  it.each(FILES)('%s becomes facts, one for each span, with nothing refused', (file) => {
    const text = readFileSync(new URL(file, CASES), 'utf8');
    const result = factsFromOtlpJson(text, { sessionIds });
    if (!result.ok) throw new Error(result.message);
    expect(result.rejected).toEqual({ count: 0, byCode: {}, first: [] });
    expect(result.passedOver).toBe(0);
    expect(result.facts.length).toBe(text.split('"spanId"').length - 1);
  });
});
