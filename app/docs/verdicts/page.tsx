import type { Metadata } from 'next';
import Link from 'next/link';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { FINDING_KINDS, REASONS, VERDICTS } from '#domain/words.ts';
import { FINDING_MEANING } from '#domain/words-info/finding-meanings.ts';
import { FINDING_INFO } from '#domain/words-info/findings.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

export const metadata: Metadata = { title: 'Verdicts, reasons and findings' };

/** Every verdict, reason and kind of finding in a sentence; reasons and findings each have a page. */
export default function VerdictDocsPage() {
  return (
    <div className="mx-auto max-w-[860px] px-4 py-5 sm:px-6">
      <h1>What the verdicts mean</h1>
      <ul className="card mt-3 px-4 py-1">
        {VERDICTS.map((verdict) => {
          const info = VERDICT_INFO[verdict];
          return (
            <li
              key={verdict}
              className="grid grid-cols-[20px_1fr] gap-2 border-t border-line py-2.5 first:border-t-0"
            >
              <span className="pt-1">
                <ShapeIcon shape={info.shape} colour={info.colour} size={14} />
              </span>
              <span>
                <strong className="font-[580]">{info.title}</strong>{' '}
                <code className="font-mono text-xs text-muted">{verdict}</code>
                <span className="block text-muted">{info.sentence}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <h2 className="mt-7 mb-3 text-lg">Why: the reasons</h2>
      <ul className="card px-4 py-1">
        {REASONS.map((reason) => (
          <Term
            key={reason}
            href={`/docs/verdicts/${reason}`}
            term={reason}
            title={REASON_INFO[reason].title}
            sentence={REASON_INFO[reason].fact}
          />
        ))}
      </ul>
      <h2 className="mt-7 mb-3 text-lg">What is found over a whole session: the findings</h2>
      <ul className="card px-4 py-1">
        {FINDING_KINDS.map((kind) => (
          <Term
            key={kind}
            href={`/docs/findings/${kind}`}
            term={kind}
            title={FINDING_INFO[kind].title}
            sentence={FINDING_MEANING[kind]}
          />
        ))}
      </ul>
    </div>
  );
}

interface TermProps {
  readonly href: string;
  readonly term: string;
  readonly title: string;
  readonly sentence: string;
}

function Term({ href, term, title, sentence }: TermProps) {
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <Link href={href} className="font-[560] underline hover:text-focus">
        {title}
      </Link>{' '}
      <code className="font-mono text-xs text-muted">{term}</code>
      <span className="block text-muted">{sentence}</span>
    </li>
  );
}
