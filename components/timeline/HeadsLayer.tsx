import type { TimelineLayout } from '#domain/timeline/layout-types.ts';

/** The names of the lanes: in a column, or above each lane where the page is narrow. */
export function HeadsLayer({ layout }: { readonly layout: TimelineLayout }) {
  if (layout.compact) {
    return layout.heads.map((head) => (
      <text key={head.id} x={layout.scale.left} y={head.y}>
        {head.title}
        <tspan dx="7" className="tl-mono">
          {head.sub}
        </tspan>
      </text>
    ));
  }
  return layout.heads.map((head) => (
    <g key={head.id}>
      <text x={16} y={head.y}>
        {head.title}
      </text>
      <text x={16} y={head.y + 15} className="tl-mono">
        {head.sub}
      </text>
    </g>
  ));
}
