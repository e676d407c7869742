import { Mark } from '#components/ui/Mark.tsx';
import type { ArcMark, AttemptMark, TimelineLayout } from '#domain/timeline/layout-types.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { isSelected, Selectable, type Selecting } from './Selectable.tsx';

interface AttemptsLayerProps {
  readonly layout: TimelineLayout;
  readonly selecting: Selecting;
}

const RADIUS = {
  hexagon: 10,
  triangle: 9,
  diamond: 8.5,
  bar: 9.5,
  square: 9,
  dot: 7.5,
  hatch: 9,
  ring: 8,
} as const;
const radiusOf = (shape: keyof typeof RADIUS): number => RADIUS[shape];

/** Reconnects as marks in the shape and colour of their verdicts, joined to where their cursors pointed. */
export function AttemptsLayer({ layout, selecting }: AttemptsLayerProps) {
  return (
    <>
      <g pointerEvents="none">
        {layout.arcs.map((arc) => (
          <Arc key={arc.attempt} arc={arc} strong={isSelected(selecting, 'attempt', [arc.attempt])} />
        ))}
      </g>
      {layout.attempts.map((mark) => (
        <AttemptShape key={mark.ids[0]} mark={mark} selecting={selecting} />
      ))}
    </>
  );
}

function AttemptShape({ mark, selecting }: { readonly mark: AttemptMark; readonly selecting: Selecting }) {
  const info = VERDICT_INFO[mark.verdict];
  const here = isSelected(selecting, 'attempt', mark.ids);
  const radius = radiusOf(info.shape);
  // Of several at one place, each choice goes on to the next.
  const at = here && selecting.selected ? mark.ids.indexOf(selecting.selected.id) + 1 : 0;
  const id = mark.ids[at % mark.ids.length] ?? mark.ids[0];
  return (
    <Selectable target={{ kind: 'attempt', id }} current={here} selecting={selecting} name={mark.name}>
      <g transform={`translate(${mark.x} ${mark.y})`} style={{ color: `var(--${info.colour})` }}>
        <circle r={13} fill="transparent" />
        <circle r={radius + 5.5} className={here ? 'tl-ring tl-ring-on' : 'tl-ring'} />
        <Mark shape={info.shape} radius={radius} />
        {mark.ids.length > 1 ? (
          <text y={radius + 12} textAnchor="middle" className="tl-small tl-halo">
            {mark.ids.length}
          </text>
        ) : null}
      </g>
    </Selectable>
  );
}

function Arc({ arc, strong }: { readonly arc: ArcMark; readonly strong: boolean }) {
  const sound = arc.verdict === 'continuous';
  const colour = `var(--${VERDICT_INFO[arc.verdict].colour})`;
  return (
    <g opacity={strong ? 1 : sound ? 0.45 : 0.8}>
      <path
        d={arc.path}
        fill="none"
        stroke={colour}
        strokeWidth={strong ? 2 : 1.4}
        strokeDasharray={sound ? undefined : '5 3'}
      />
      <circle cx={arc.fromX} cy={arc.fromY} r={3.5} fill={colour} stroke="var(--card)" strokeWidth={1} />
    </g>
  );
}
