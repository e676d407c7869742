import { textWidth } from '#domain/timeline/labels.ts';
import type { TimelineLayout } from '#domain/timeline/layout-types.ts';
import type { RulerTick } from '#domain/timeline/ruler.ts';

/** Times along the top and the faint lines below them. */
export function RulerLayer({ layout }: { readonly layout: TimelineLayout }) {
  return (
    <g>
      {layout.ruler.map((tick) => (
        <g key={tick.at}>
          <line x1={tick.x} x2={tick.x} y1={26} y2={layout.height - 8} stroke="var(--line)" />
          <text x={clampLabel(tick, layout)} y={layout.rulerY} textAnchor="middle" className="tl-small">
            {tick.label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Keeps a label inside the drawing at both ends. */
function clampLabel(tick: RulerTick, layout: TimelineLayout): number {
  const half = textWidth(tick.label) / 2 + 4;
  return Math.min(Math.max(tick.x, half), layout.width - half);
}
