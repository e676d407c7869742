import type { BracketMark, RunMark, TimelineLayout } from '#domain/timeline/layout-types.ts';
import { Selectable, type Selecting } from './Selectable.tsx';

interface RunsLayerProps {
  readonly layout: TimelineLayout;
  readonly selecting: Selecting;
}

/** Tool executions; both runs of one call are filled and joined. */
export function RunsLayer({ layout, selecting }: RunsLayerProps) {
  return (
    <>
      {layout.runs.map((run) => (
        <RunBox key={run.id} run={run} selecting={selecting} />
      ))}
      {layout.brackets.map((bracket) => (
        <Bracket key={bracket.finding} bracket={bracket} selecting={selecting} />
      ))}
    </>
  );
}

function RunBox({ run, selecting }: { readonly run: RunMark; readonly selecting: Selecting }) {
  const here = selecting.selected?.kind === 'run' && selecting.selected.id === run.id;
  const border = run.failed ? 'var(--misrefused)' : 'var(--strong-line)';
  const name = `${run.tool}${run.double ? ', ran twice' : ''}${run.failed ? ', failed' : ''}`;
  return (
    <Selectable target={{ kind: 'run', id: run.id }} selecting={selecting} name={name}>
      <rect
        x={run.x}
        y={run.y}
        width={run.width}
        height={run.height}
        rx={4}
        fill={run.double ? 'var(--exec)' : 'var(--card)'}
        stroke={here ? 'var(--focus)' : run.double ? 'none' : border}
        strokeWidth={here ? 2 : 1}
        className="tl-focus"
      />
      <text
        x={run.x + run.width / 2}
        y={run.y + 14}
        textAnchor="middle"
        className="tl-small"
        style={run.double ? { fill: 'var(--on-exec)' } : undefined}
        pointerEvents="none"
      >
        {run.label}
      </text>
    </Selectable>
  );
}

function Bracket({ bracket, selecting }: { readonly bracket: BracketMark; readonly selecting: Selecting }) {
  const colour = bracket.possible ? 'var(--muted)' : 'var(--exec)';
  const name = bracket.sub === '' ? bracket.label : `${bracket.label}, ${bracket.sub}`;
  return (
    <>
      <Selectable target={{ kind: 'finding', id: bracket.finding }} selecting={selecting} name={name}>
        <path
          d={bracket.path}
          fill="none"
          stroke={colour}
          strokeWidth={1.8}
          strokeDasharray={bracket.possible ? '3 3' : undefined}
          className="tl-focus"
        />
        <text
          x={bracket.x}
          y={bracket.y}
          textAnchor={bracket.anchor}
          className="tl-label tl-halo"
          style={{ fill: colour }}
        >
          {bracket.label}
        </text>
      </Selectable>
      <Elsewhere bracket={bracket} />
    </>
  );
}

/** Where the other run is: a way there, when it is one session. */
function Elsewhere({ bracket }: { readonly bracket: BracketMark }) {
  const words = (
    <text
      x={bracket.x}
      y={bracket.y + 14}
      textAnchor={bracket.anchor}
      className={`tl-small tl-halo ${bracket.elsewhere === undefined ? '' : 'tl-link'}`}
    >
      {bracket.sub}
    </text>
  );
  if (bracket.elsewhere === undefined) return words;
  return <a href={`/sessions/${encodeURIComponent(bracket.elsewhere)}`}>{words}</a>;
}
