import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import Markdown from 'react-markdown';
import { LinkButton } from '#components/ui/Button.tsx';
import { oneOf, REASONS, type Reason } from '#domain/words.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';

interface ReasonPageProps {
  readonly params: Promise<{ readonly reason: string }>;
}

export async function generateMetadata({ params }: ReasonPageProps): Promise<Metadata> {
  const reason = oneOf(REASONS, (await params).reason);
  return { title: reason === undefined ? 'Not found' : REASON_INFO[reason].title };
}

/** The page of one reason: what it means, what it costs, how to fix it. */
export default async function ReasonPage({ params }: ReasonPageProps) {
  const reason = oneOf(REASONS, (await params).reason);
  if (reason === undefined) notFound();
  const text = await readReason(reason);
  return (
    <div className="mx-auto max-w-[860px] px-4 py-5 sm:px-6">
      <p className="mb-4 text-sm text-muted">
        <Link href="/docs/verdicts" className="underline hover:text-ink">
          Verdicts and reasons
        </Link>{' '}
        / <code className="font-mono text-xs">{reason}</code>
      </p>
      <article className="prose-seamark">
        {text === undefined ? <InShort reason={reason} /> : <Markdown>{text}</Markdown>}
      </article>
      <p className="mt-8">
        <LinkButton href={`/sessions?reason=${reason}`}>Sessions with this reason</LinkButton>
      </p>
    </div>
  );
}

/** Only the members of a closed vocabulary become file names. */
async function readReason(reason: Reason): Promise<string | undefined> {
  try {
    return await readFile(join(process.cwd(), 'docs', 'verdicts', `${reason}.md`), 'utf8');
  } catch {
    return undefined;
  }
}

function InShort({ reason }: { readonly reason: Reason }) {
  const info = REASON_INFO[reason];
  return (
    <>
      <h1>{info.title}</h1>
      <h2>What it means</h2>
      <p>In an honest answer: {info.fact}.</p>
      <p>Where continuity was claimed all the same: {info.fabricated}</p>
    </>
  );
}
