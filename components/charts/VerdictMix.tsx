'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { MixTooltip } from './MixTooltip.tsx';
import { type MixPoint, STACK_ORDER, type StackedVerdict } from './verdict-series.ts';

interface VerdictMixProps {
  readonly points: readonly MixPoint[];
  readonly label: string;
  /** A part of a bar was chosen: its verdict, in the step that begins at this time. */
  readonly onPart: (verdict: StackedVerdict, at: number) => void;
}

const FILL = {
  continuous: 'var(--continuous-fill)',
  new_stream: 'url(#mix-outline)',
  resynced: 'var(--resynced)',
  refused: 'var(--refused)',
  indeterminate: 'url(#mix-hatch)',
  misrefused: 'var(--misrefused)',
  fabricated: 'var(--fabricated)',
} as const satisfies Record<StackedVerdict, string>;

const DAY_MS = 86_400_000;
const AXIS = { fill: 'var(--muted)', fontSize: 11 };

/** What reconnects were told, over time: stacked counts, never shares, so that few look like few. */
export function VerdictMix({ points, label, onPart }: VerdictMixProps) {
  const first = points[0];
  const last = points.at(-1);
  const long = first !== undefined && last !== undefined && last.at - first.at > 1.5 * DAY_MS;
  const format = (at: number) => axisLabel(at, long);
  const shown = STACK_ORDER.filter((verdict) => points.some((point) => point[verdict] > 0));
  return (
    <figure aria-label={label}>
      <ResponsiveContainer width="100%" height={232}>
        <BarChart data={[...points]} margin={{ top: 8, right: 4, bottom: 0, left: -18 }} barCategoryGap="14%">
          <MixPatterns />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            tickFormatter={format}
            tick={AXIS}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={56}
          />
          <YAxis
            allowDecimals={false}
            domain={[0, 'auto']}
            tick={AXIS}
            tickLine={false}
            axisLine={false}
            width={50}
          />
          <Tooltip content={<MixTooltip />} cursor={{ fill: 'var(--soft)' }} isAnimationActive={false} />
          {shown.map((verdict) => (
            <Bar
              key={verdict}
              dataKey={verdict}
              name={VERDICT_INFO[verdict].short}
              stackId="mix"
              fill={FILL[verdict]}
              stroke="var(--card)"
              strokeWidth={0.8}
              isAnimationActive={false}
              maxBarSize={26}
              className="cursor-pointer"
              onClick={({ payload }) => onPart(verdict, payload.at)}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** Patterns, so that "cannot tell" and "marked new" are told apart without colour. */
function MixPatterns() {
  return (
    <defs>
      <pattern
        id="mix-hatch"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" fill="var(--soft)" />
        <rect width="2" height="6" fill="var(--muted)" />
      </pattern>
      <pattern id="mix-outline" width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" fill="var(--soft)" />
        <path d="M0 0h8M0 0v8" stroke="var(--refused)" strokeWidth="1.2" />
      </pattern>
    </defs>
  );
}

function axisLabel(at: number, long: boolean): string {
  const date = new Date(at);
  if (long) return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
