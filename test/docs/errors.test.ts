import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles } from '../tools/budgets.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CODE = /SMK-\d{3}/g;

function codesIn(text: string, pattern = CODE): readonly string[] {
  return [...new Set(text.match(pattern) ?? [])].sort();
}

const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
const explained = codesIn(page, /(?<=^### )SMK-\d{3}$/gm);
const used = codesIn(
  codeFiles(ROOT)
    .filter((file) => !file.startsWith('test/'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n'),
);

test('every error code in the sources is explained', () => {
  expect(used.filter((code) => !explained.includes(code))).toEqual([]);
});

test('every explained code exists in the sources', () => {
  expect(explained.filter((code) => !used.includes(code))).toEqual([]);
});

test('no code is explained twice', () => {
  expect(page.match(/^### SMK-\d{3}$/gm)).toHaveLength(explained.length);
});
