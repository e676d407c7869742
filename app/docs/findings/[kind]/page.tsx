import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { FINDING_KINDS, type FindingKind, oneOf } from '#domain/words.ts';
import { FINDING_MEANING } from '#domain/words-info/finding-meanings.ts';
import { FINDING_INFO } from '#domain/words-info/findings.ts';
import { DocPage } from '../../_doc/DocPage.tsx';
import { readDoc } from '../../_doc/read-doc.ts';

interface FindingPageProps {
  readonly params: Promise<{ readonly kind: string }>;
}

export async function generateMetadata({ params }: FindingPageProps): Promise<Metadata> {
  const kind = oneOf(FINDING_KINDS, (await params).kind);
  return { title: kind === undefined ? 'Not found' : FINDING_INFO[kind].title };
}

/** The page of one kind of finding. */
export default async function FindingPage({ params }: FindingPageProps) {
  const kind = oneOf(FINDING_KINDS, (await params).kind);
  if (kind === undefined) notFound();
  return (
    <DocPage
      term={kind}
      parent={{ href: '/docs/verdicts', label: 'Verdicts, reasons and findings' }}
      text={await readDoc('findings', kind)}
      short={<InShort kind={kind} />}
      next={{ href: `/sessions?finding=${kind}`, label: 'Sessions with this finding' }}
    />
  );
}

function InShort({ kind }: { readonly kind: FindingKind }) {
  return (
    <>
      <h1>{FINDING_INFO[kind].title}</h1>
      <h2>What it means</h2>
      <p>{FINDING_MEANING[kind]}</p>
    </>
  );
}
