import type { TimelineLayout } from '#domain/timeline/layout-types.ts';

/** Times along the top and the faint lines below them. */
export function RulerLayer({ layout }: { readonly layout: TimelineLayout }) {
  return (
    <g>
      {layout.ruler.map((tick) => (
        <g key={tick.at}>
          <line x1={tick.x} x2={tick.x} y1={26} y2={layout.height - 8} stroke="var(--line)" />
          <text x={clampLabel(tick.x, layout)} y={layout.rulerY} textAnchor="middle" className="tl-small">
            {tick.label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Keeps half a label inside the drawing at both ends. */
function clampLabel(x: number, layout: TimelineLayout): number {
  const half = 28;
  return Math.min(Math.max(x, half), layout.width - half);
}
