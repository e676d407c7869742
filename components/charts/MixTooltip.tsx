'use client';

import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { type MixPoint, STACK_ORDER, totalOf } from './verdict-series.ts';

interface MixTooltipProps {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload: MixPoint }[];
}

/** The counts of one bar, the worst first. Recharts fills in the properties. */
export function MixTooltip({ active, payload }: MixTooltipProps) {
  const point = payload?.[0]?.payload;
  if (active !== true || point === undefined) return null;
  const rows = [...STACK_ORDER].reverse().filter((verdict) => point[verdict] > 0);
  return (
    <div className="rounded-lg border border-line bg-card px-3 py-2 text-sm shadow-lg">
      <p className="text-muted">
        {new Date(point.at).toLocaleString('en-GB', {
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
        })}{' '}
        · {totalOf(point)} reconnects
      </p>
      {rows.map((verdict) => (
        <p key={verdict} className="flex items-center gap-2">
          <ShapeIcon shape={VERDICT_INFO[verdict].shape} colour={VERDICT_INFO[verdict].colour} size={12} />
          <span>{VERDICT_INFO[verdict].short}</span>
          <span className="ml-auto pl-4 font-[560]">{point[verdict]}</span>
        </p>
      ))}
    </div>
  );
}
