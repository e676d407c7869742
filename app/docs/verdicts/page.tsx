import type { Metadata } from 'next';
import Link from 'next/link';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { REASONS, VERDICTS } from '#domain/words.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

export const metadata: Metadata = { title: 'Verdicts and reasons' };

/** Every verdict and every reason in a sentence, each reason with its page. */
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
          <li key={reason} className="border-t border-line py-2.5 first:border-t-0">
            <Link href={`/docs/verdicts/${reason}`} className="font-[560] underline hover:text-focus">
              {REASON_INFO[reason].title}
            </Link>{' '}
            <code className="font-mono text-xs text-muted">{reason}</code>
            <span className="block text-muted">{REASON_INFO[reason].fact}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
