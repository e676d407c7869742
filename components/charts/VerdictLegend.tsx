import Link from 'next/link';
import { countText } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import type { Verdict } from '#domain/words.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { STACK_ORDER } from './verdict-series.ts';

interface VerdictLegendProps {
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly hrefOf: (verdict: Verdict) => string;
}

/** Marks, words and counts; each leads to its sessions. */
export function VerdictLegend({ counts, hrefOf }: VerdictLegendProps) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted">
      {STACK_ORDER.map((verdict) => (
        <li key={verdict}>
          <Link href={hrefOf(verdict)} className="inline-flex items-center gap-1.5 hover:text-ink">
            <ShapeIcon shape={VERDICT_INFO[verdict].shape} colour={VERDICT_INFO[verdict].colour} />
            {VERDICT_INFO[verdict].short} <span className="text-ink">{countText(counts[verdict] ?? 0)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
