import Link from 'next/link';
import { countText } from '#components/ui/numbers.ts';
import type { SummaryAnswer } from '#domain/api-types.ts';

/** The facts whose absence left reconnects undecided: what an operator can do about "cannot tell". */
export function MissingFacts({ missing }: { readonly missing: SummaryAnswer['missing'] }) {
  if (missing.length === 0)
    return <p className="text-muted">Every reconnect carried the facts that its judgement needs.</p>;
  return (
    <>
      <ul>
        {missing.map((each) => (
          <li
            key={each.name}
            className="flex items-baseline gap-3 border-t border-line px-1 py-1.5 first:border-t-0"
          >
            <span className="min-w-0 font-mono text-[12.5px] [overflow-wrap:anywhere]">{each.name}</span>
            <span className="ml-auto">{countText(each.count)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-[12.5px] text-muted">
        <Link href="/setup" className="underline hover:text-ink">
          Set-up
        </Link>{' '}
        says which service leaves them out.
      </p>
    </>
  );
}
