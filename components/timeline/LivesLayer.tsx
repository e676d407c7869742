import { textWidth } from '#domain/timeline/labels.ts';
import type { Bar, LifeMark, TearMark, TimelineLayout } from '#domain/timeline/layout-types.ts';
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
      name={`Incarnation ${life.label || life.id}${life.missed ? ', no longer known to the server at its end' : ''}`}
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
      {life.missed ? <Missed life={life} bar={life.missed} /> : null}
      <text x={life.x + 9} y={life.y + 16} pointerEvents="none">
        {life.label}
      </text>
    </Selectable>
  );
}

/** Nobody said when it ended, but reconnects were told that it is gone: it is drawn as not there. */
function Missed({ life, bar }: { readonly life: LifeMark; readonly bar: Bar }) {
  const words = 'no longer known to the server';
  return (
    <g pointerEvents="none">
      <rect x={bar.x} y={life.y} width={bar.width} height={life.height} fill="var(--card)" opacity={0.72} />
      <rect x={bar.x} y={life.y} width={bar.width} height={life.height} fill="url(#tl-hatch)" />
      {bar.width > textWidth(words) ? (
        <text
          x={bar.x + bar.width / 2}
          y={life.y + life.height + 13}
          textAnchor="middle"
          className="tl-small tl-halo"
        >
          {words}
        </text>
      ) : null}
    </g>
  );
}

/** An end that was felt is a tear in the colour of damage, any other a plain line; until the next life, nobody was there. */
function TearLine({ tear }: { readonly tear: TearMark }) {
  const { lineX, caption } = tear;
  return (
    <g pointerEvents="none">
      {tear.width > 0 ? (
        <rect x={tear.x} y={tear.y} width={tear.width} height={tear.height} fill="url(#tl-hatch)" />
      ) : null}
      {lineX === undefined ? null : (
        <path
          d={
            tear.felt
              ? `M${lineX} ${tear.y - 6}l4 5-8 6 8 6-8 6 8 6-4 6`
              : `M${lineX} ${tear.y - 3}v${tear.height + 6}`
          }
          fill="none"
          stroke={tear.felt ? 'var(--fabricated)' : 'var(--muted)'}
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
