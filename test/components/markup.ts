import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The markup of a component, and its words alone. */
export function markupOf<P extends object>(component: FunctionComponent<P>, props: P) {
  const html = renderToStaticMarkup(createElement(component, props));
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { html, text };
}
