import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { oneOf, REASONS, type Reason } from '#domain/words.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { DocPage } from '../../_doc/DocPage.tsx';
import { readDoc } from '../../_doc/read-doc.ts';

interface ReasonPageProps {
  readonly params: Promise<{ readonly reason: string }>;
}

export async function generateMetadata({ params }: ReasonPageProps): Promise<Metadata> {
  const reason = oneOf(REASONS, (await params).reason);
  return { title: reason === undefined ? 'Not found' : REASON_INFO[reason].title };
}

/** The page of one reason. */
export default async function ReasonPage({ params }: ReasonPageProps) {
  const reason = oneOf(REASONS, (await params).reason);
  if (reason === undefined) notFound();
  return (
    <DocPage
      term={reason}
      parent={{ href: '/docs/verdicts', label: 'Verdicts, reasons and findings' }}
      text={await readDoc('verdicts', reason)}
      short={<InShort reason={reason} />}
      next={{ href: `/sessions?reason=${reason}`, label: 'Sessions with this reason' }}
    />
  );
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
