import { Mark } from '#components/ui/Mark.tsx';
import type { FlagMark, TimelineLayout } from '#domain/timeline/layout-types.ts';
import { FINDING_INFO } from '#domain/words-info/findings.ts';
import { isSelected, Selectable, type Selecting } from './Selectable.tsx';

interface FlagsLayerProps {
  readonly layout: TimelineLayout;
  readonly selecting: Selecting;
}

const RADIUS = 6.5;

/** Findings on their streams, and the words beside all marks. */
export function FlagsLayer({ layout, selecting }: FlagsLayerProps) {
  return (
    <>
      {layout.labels.map((label) => (
        <text
          key={label.id}
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          className="tl-label tl-halo"
          style={{ fill: `var(--${label.colour})` }}
          pointerEvents="none"
        >
          {label.text}
        </text>
      ))}
      {layout.flags.map((flag) => (
        <FlagShape key={flag.finding} flag={flag} selecting={selecting} />
      ))}
    </>
  );
}

function FlagShape({ flag, selecting }: { readonly flag: FlagMark; readonly selecting: Selecting }) {
  const info = FINDING_INFO[flag.kind];
  const here = isSelected(selecting, 'finding', [flag.finding]);
  return (
    <Selectable target={{ kind: 'finding', id: flag.finding }} selecting={selecting} name={info.title}>
      <g transform={`translate(${flag.x} ${flag.y})`} style={{ color: `var(--${info.colour})` }}>
        <circle r={RADIUS + 1.5} fill="var(--card)" />
        <circle r={RADIUS + 3.5} className={here ? 'tl-ring tl-ring-on' : 'tl-ring'} />
        <Mark shape={info.shape} radius={RADIUS} />
      </g>
    </Selectable>
  );
}
