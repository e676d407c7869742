import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REASONS } from '#domain/words.ts';

const FOLDER = new URL('../../docs/verdicts/', import.meta.url);
const SECTIONS = ['What it means', 'What it costs', 'Common causes', 'How to fix it', 'How sure we are'];

describe('the pages on reasons', () => {
  test.each(REASONS)('%s is explained, in the form that the pages expect', (reason) => {
    const page = new URL(`${reason}.md`, FOLDER);
    expect(existsSync(page)).toBe(true);
    const headings = [...readFileSync(page, 'utf8').matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(SECTIONS);
  });

  test('there is no page on anything else', () => {
    const pages = readdirSync(FOLDER).map((file) => file.replace(/\.md$/, ''));
    expect(pages.filter((page) => !REASONS.some((reason) => reason === page))).toEqual([]);
  });
});
