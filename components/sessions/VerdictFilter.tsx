'use client';

import { countText } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { VERDICTS, type Verdict } from '#domain/words.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

interface VerdictFilterProps {
  readonly counts: ReadonlyMap<string, { readonly count: number; readonly more: boolean }>;
  readonly chosen: readonly Verdict[];
  readonly onChange: (chosen: readonly Verdict[]) => void;
}

/** Verdicts to filter by, each with the number of sessions that have one. */
export function VerdictFilter({ counts, chosen, onChange }: VerdictFilterProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label="Sessions with a verdict">
      <span className="mr-1 text-sm text-muted" aria-hidden="true">
        Sessions with
      </span>
      {VERDICTS.map((verdict) => {
        const on = chosen.includes(verdict);
        const info = VERDICT_INFO[verdict];
        const seen = counts.get(verdict);
        return (
          <button
            key={verdict}
            type="button"
            aria-pressed={on}
            title={info.sentence}
            onClick={() => onChange(on ? chosen.filter((each) => each !== verdict) : [...chosen, verdict])}
            className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm ${
              on ? 'border-ink bg-soft font-[560]' : 'border-line bg-card hover:border-strong-line'
            } ${seen === undefined && !on ? 'text-muted' : ''}`}
          >
            <ShapeIcon shape={info.shape} colour={info.colour} size={12} />
            {info.short}
            <span className="text-muted">
              {seen === undefined ? 0 : `${countText(seen.count)}${seen.more ? '+' : ''}`}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
