import type { LifeMark, TearMark, TimelineLayout } from '#domain/timeline/layout-types.ts';
import { Selectable, type Selecting } from './Selectable.tsx';

interface LivesLayerProps {
  readonly layout: TimelineLayout;
  readonly selecting: Selecting;
}

/** The lives of the session, and the tears where one ends. */
export function LivesLayer({ layout, selecting }: LivesLayerProps) {
  return (
    <>
      {layout.lives.map((life) => (
        <LifeBar key={`${life.id} ${life.y} ${life.x}`} life={life} selecting={selecting} />
      ))}
      {layout.tears.map((tear) => (
        <TearLine key={`${tear.life} ${tear.x}`} tear={tear} />
      ))}
    </>
  );
}

function LifeBar({ life, selecting }: { readonly life: LifeMark; readonly selecting: Selecting }) {
  const here = selecting.selected?.kind === 'life' && selecting.selected.id === life.id;
  return (
    <Selectable
      target={{ kind: 'life', id: life.id }}
      selecting={selecting}
      name={`Incarnation ${life.label || life.id}`}
    >
      <rect
        x={life.x}
        y={life.y}
        width={life.width}
        height={life.height}
        rx={3}
        fill={life.tint === 0 ? 'var(--life-a)' : 'var(--life-b)'}
        stroke={here ? 'var(--focus)' : 'none'}
        strokeWidth={1.5}
        className="tl-focus"
      />
      <text x={life.x + 9} y={life.y + 16} pointerEvents="none">
        {life.label}
      </text>
    </Selectable>
  );
}

/** A tear in the colour of damage; the time until the next life is hatched: nobody was there. */
function TearLine({ tear }: { readonly tear: TearMark }) {
  const { lineX, caption } = tear;
  return (
    <g pointerEvents="none">
      {tear.width > 0 ? (
        <rect x={tear.x} y={tear.y} width={tear.width} height={tear.height} fill="url(#tl-hatch)" />
      ) : null}
      {lineX === undefined ? null : (
        <path
          d={`M${lineX} ${tear.y - 6}l4 5-8 6 8 6-8 6 8 6-4 6`}
          fill="none"
          stroke="var(--fabricated)"
          strokeWidth={1.6}
          strokeLinejoin="round"
        />
      )}
      {caption ? (
        <text x={caption.x} y={caption.y} textAnchor={caption.anchor} className="tl-small tl-halo">
          {caption.text}
        </text>
      ) : null}
    </g>
  );
}
