import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { tarballNames } from '../../packages/tarball-names.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const NOT_OURS = new Set(['node_modules', '.next', '.git', '.seamark', 'dist', 'fixtures']);

/** Every page in Markdown, relative to the clone. */
function pagesUnder(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pagesUnder(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Targets of links and images, those in code left out. */
function linksOf(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map(([, target = '']) => target);
}

/** The names that headings are linked by (as GitHub makes them). */
function anchorsOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+\s+(.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

/** Why a link leads nowhere; nothing when it does. An address elsewhere is not asked. */
function faultOf(page: string, link: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [file = '', anchor] = link.split('#', 2);
  const path = file === '' ? join(ROOT, page) : join(ROOT, dirname(page), decodeURIComponent(file));
  if (link.startsWith('/') || relative(ROOT, path).startsWith('..')) return 'leads out of the clone';
  if (!existsSync(path)) return 'leads to nothing';
  if (anchor === undefined) return undefined;
  return statSync(path).isFile() && anchorsOf(path).includes(anchor) ? undefined : 'leads to no heading';
}

const pages = pagesUnder('.');
const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })));

test('every link and picture of a page leads somewhere', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/errors.md', 'cli/README.md']),
  );
  expect(links.length).toBeGreaterThan(15);
  const faults = links.flatMap(({ page, link }) => {
    const fault = faultOf(page, link);
    return fault === undefined ? [] : [`${page}: ${link} ${fault}`];
  });
  expect(faults).toEqual([]);
});

test('a link that leads nowhere is seen', () => {
  expect(faultOf('README.md', 'docs/nothing.md')).toBe('leads to nothing');
  expect(faultOf('README.md', '../elsewhere')).toBe('leads out of the clone');
  expect(faultOf('docs/api.md', 'errors.md#nothing')).toBe('leads to no heading');
  expect(faultOf('docs/api.md', 'errors.md#smk-101')).toBeUndefined();
});

test('the pages that the web shows too link each other in a form that it can turn into addresses', () => {
  const shown = links.filter(({ page }) => /^docs\/(verdicts|findings)\//.test(page));
  expect(shown.length).toBeGreaterThan(3);
  const other = shown.filter(
    ({ link }) => !/^(https?:\/\/\S+|(\.\.\/(verdicts|findings)\/)?\w+\.md)$/.test(link),
  );
  expect(other).toEqual([]);
});

test('the tarballs that pages name are made by the build of the packages', () => {
  const made = ['semconv', 'instrumentation'].flatMap((folder) =>
    Object.values(tarballNames(manifestOf(folder))),
  );
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    return [...text.matchAll(/\/packages\/([\w.-]+\.tgz)/g)].map(([, tarball = '']) => tarball);
  });
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((tarball) => !made.includes(tarball))).toEqual([]);
});

function manifestOf(folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
}
