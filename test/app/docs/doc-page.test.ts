import { expect, test } from 'vitest';
import { DocPage } from '#app/docs/_doc/DocPage.tsx';
import { markupOf } from '#test/components/markup.ts';

function hrefsOf(text: string): readonly string[] {
  const { html } = markupOf(DocPage, {
    term: 'gap',
    parent: { href: '/docs/verdicts', label: 'Verdicts' },
    text,
    short: null,
    next: { href: '/sessions', label: 'Sessions' },
  });
  const [, article = ''] = /<article[^>]*>(.*)<\/article>/s.exec(html) ?? [];
  return [...article.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
}

test('a link to the file of a page becomes the address of that page', () => {
  const at = (href: string) => new URL(href, 'http://127.0.0.1/docs/verdicts/redelivery').pathname;
  expect(hrefsOf('[a](gap.md) [b](../findings/fork.md) [c](../verdicts/gap.md)').map(at)).toEqual([
    '/docs/verdicts/gap',
    '/docs/findings/fork',
    '/docs/verdicts/gap',
  ]);
});

test('other links stay, and none runs code', () => {
  expect(hrefsOf('[a](https://example.com/x.md) [b](javascript:alert)')).toEqual([
    'https://example.com/x.md',
    '',
  ]);
});
