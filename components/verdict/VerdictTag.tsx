import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import type { Verdict } from '#domain/words.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

/** A verdict by its mark and its word. */
export function VerdictTag({ verdict }: { readonly verdict: Verdict }) {
  const info = VERDICT_INFO[verdict];
  return (
    <span className="inline-flex items-center gap-1.5 font-[560]" style={{ color: `var(--${info.colour})` }}>
      <ShapeIcon shape={info.shape} colour={info.colour} />
      {info.short}
    </span>
  );
}
