import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { FINDING_KINDS, type FindingKind } from '#domain/words.ts';
import { countedFinding, FINDING_INFO } from '#domain/words-info/findings.ts';

interface FindingCountsProps {
  readonly counts: Readonly<Partial<Record<FindingKind, number>>>;
  /** Kinds that the verdict counts beside it say already. */
  readonly without?: readonly FindingKind[];
  readonly most: number;
}

/** What was found, as words with marks; the rest as a number. */
export function FindingCounts({ counts, without = [], most }: FindingCountsProps) {
  const present = FINDING_KINDS.filter((kind) => (counts[kind] ?? 0) > 0 && !without.includes(kind));
  if (present.length === 0) return null;
  const rest = present.length - most;
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-0.5">
      {present.slice(0, most).map((kind) => {
        const info = FINDING_INFO[kind];
        return (
          <span key={kind} className="inline-flex items-center gap-1 text-[12.5px]" title={info.title}>
            <ShapeIcon shape={info.shape} colour={info.colour} size={12} />
            {countedFinding(kind, counts[kind] ?? 0)}
          </span>
        );
      })}
      {rest > 0 ? <span className="text-[12.5px] text-muted">+{rest} more</span> : null}
    </span>
  );
}
