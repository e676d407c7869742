import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles, overBudget } from './budgets.ts';

const ROOT = join(import.meta.dirname, '..', '..');

function lines(count: number, text = 'call();'): string {
  return `${text}\n`.repeat(count);
}

test('a file may have 300 lines and not 301', () => {
  expect(overBudget('domain/a.ts', lines(300))).toEqual([]);
  expect(overBudget('domain/a.ts', lines(301))).toEqual(['domain/a.ts: 301 lines, 300 are allowed']);
});

test.each([
  ['a function', (body: string) => `export function long() {\n${body}}\n`],
  ['an arrow function', (body: string) => `const long = () => {\n${body}};\n`],
  ['a method', (body: string) => `class A {\n  long() {\n${body}}\n}\n`],
])('%s may have 50 lines and not 51', (_what, wrap) => {
  expect(overBudget('db/a.ts', wrap(lines(48)))).toEqual([]);
  expect(overBudget('db/a.ts', wrap(lines(49)))).toEqual(['db/a.ts: long has 51 lines, 50 are allowed']);
});

test('blank lines in a function are free', () => {
  expect(overBudget('db/a.ts', `function f() {\n${lines(40, 'call();\n')}}\n`)).toEqual([]);
});

test('a component may have 120 lines, any other function in its file 50', () => {
  const jsx = (name: string, count: number) => `function ${name}() {\n${lines(count)}return <p>hi</p>;\n}\n`;
  expect(overBudget('components/A.tsx', jsx('A', 117))).toEqual([]);
  expect(overBudget('components/A.tsx', jsx('A', 118))).toHaveLength(1);
  expect(overBudget('components/A.tsx', jsx('renderA', 60))).toHaveLength(1);
  expect(overBudget('components/A.tsx', `function A() {\n${lines(60)}}\n`)).toHaveLength(1);
});

test('tests and benchmarks have a budget for files only', () => {
  expect(overBudget('test/a.test.ts', `test('x', () => {\n${lines(90)}});\n`)).toEqual([]);
  expect(overBudget('test/a.test.ts', lines(301))).toHaveLength(1);
});

test('the real code is found, and nothing that is generated', () => {
  const files = codeFiles(ROOT);
  expect(files).toContain('config.ts');
  expect(files).toContain('cli/bootstrap.mjs');
  expect(files.filter((file) => /node_modules|\/dist\/|migrations|fixtures/.test(file))).toEqual([]);
});
