import { countText } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { VERDICTS, type Verdict } from '#domain/words.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

interface VerdictCountsProps {
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
}

/** How many of each verdict, as marks with numbers; the worst first. */
export function VerdictCounts({ counts }: VerdictCountsProps) {
  const all = VERDICTS.filter((verdict) => (counts[verdict] ?? 0) > 0);
  // Where nothing was to be resumed there is nothing to see, beside what was.
  const present = all.length > 1 ? all.filter((verdict) => verdict !== 'not_applicable') : all;
  if (present.length === 0) return <span className="text-muted">no reconnect</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-0.5">
      {present.map((verdict) => {
        const info = VERDICT_INFO[verdict];
        return (
          <span
            key={verdict}
            className={`inline-flex items-center gap-1 ${verdict === 'not_applicable' ? 'text-muted' : ''}`}
            title={info.title}
          >
            <ShapeIcon shape={info.shape} colour={info.colour} size={12} />
            <span>
              {countText(counts[verdict] ?? 0)} {info.short}
            </span>
          </span>
        );
      })}
    </span>
  );
}
