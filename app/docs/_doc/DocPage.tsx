import Link from 'next/link';
import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import { LinkButton } from '#components/ui/Button.tsx';

interface DocPageProps {
  /** The term as the API has it. */
  readonly term: string;
  readonly parent: { readonly href: string; readonly label: string };
  /** The page in Markdown, when it is written. */
  readonly text: string | undefined;
  /** What is said where it is not. */
  readonly short: ReactNode;
  readonly next: { readonly href: string; readonly label: string };
}

/** The page of one term: what it means, what it costs, how to fix it. */
export function DocPage({ term, parent, text, short, next }: DocPageProps) {
  return (
    <div className="mx-auto max-w-[860px] px-4 py-5 sm:px-6">
      <p className="mb-4 text-sm text-muted">
        <Link href={parent.href} className="underline hover:text-ink">
          {parent.label}
        </Link>{' '}
        / <code className="font-mono text-xs">{term}</code>
      </p>
      <article className="prose-seamark">
        {text === undefined ? short : <Markdown components={{ a: DocLink }}>{text}</Markdown>}
      </article>
      <p className="mt-8">
        <LinkButton href={next.href}>{next.label}</LinkButton>
      </p>
    </div>
  );
}

interface DocLinkProps {
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}

/** Among files, a page is linked by its file name; here by its address. */
function DocLink({ href = '', children }: DocLinkProps) {
  const page = /^(?:\.{1,2}\/)?(?:(verdicts|findings)\/)?(\w+)\.md$/.exec(href);
  if (!page) return <a href={href}>{children}</a>;
  const [, folder, name] = page;
  return <Link href={folder === undefined ? `./${name}` : `/docs/${folder}/${name}`}>{children}</Link>;
}
