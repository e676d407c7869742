import type { Shape } from '#domain/words-info/tokens.ts';

interface MarkProps {
  readonly shape: Shape;
  /** Distance from the middle to the edge, in the drawing's own units. */
  readonly radius: number;
}

/** A mark around the origin in `currentColor`, for use inside an SVG. Fonts lack these glyphs. */
export function Mark({ shape, radius: r }: MarkProps) {
  const stroke = { fill: 'var(--card)', stroke: 'currentColor', strokeWidth: Math.max(1.4, r * 0.24) };
  switch (shape) {
    case 'hexagon':
      return <path d={hexagon(r)} fill="currentColor" />;
    case 'triangle':
      return <path d={`M0 ${-r}L${r} ${r * 0.8}H${-r}Z`} fill="currentColor" />;
    case 'diamond':
      return <path d={`M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`} fill="currentColor" />;
    case 'bar':
      return <rect x={-r * 0.34} y={-r} width={r * 0.68} height={r * 2} rx={r * 0.14} fill="currentColor" />;
    case 'square':
      return <rect x={-r * 0.8} y={-r * 0.8} width={r * 1.6} height={r * 1.6} rx={r * 0.12} {...stroke} />;
    case 'dot':
      return <circle r={r * 0.72} fill="currentColor" />;
    case 'ring':
      return <circle r={r * 0.68} {...stroke} strokeDasharray={`${r * 0.5} ${r * 0.35}`} />;
    case 'twins':
      return <path d={twins(r)} {...stroke} fill="none" />;
    case 'hatch':
      return <Hatch r={r} />;
    case 'broken':
      return <path d={broken(r)} {...stroke} fill="none" strokeLinecap="round" />;
    default:
      return shape satisfies never;
  }
}

function Hatch({ r }: { readonly r: number }) {
  const side = r * 0.85;
  return (
    <g stroke="currentColor" strokeWidth={Math.max(1.1, r * 0.17)} fill="none">
      <rect x={-side} y={-side} width={side * 2} height={side * 2} rx={r * 0.12} fill="var(--card)" />
      <path
        d={`M${-side} ${side * 0.1}L${side * 0.1} ${-side}M${-side} ${side}L${side} ${-side}M${-side * 0.1} ${side}L${side} ${-side * 0.1}`}
      />
    </g>
  );
}

function hexagon(r: number): string {
  const x = r * 0.87;
  return `M0 ${-r}L${x} ${-r / 2}V${r / 2}L0 ${r}L${-x} ${r / 2}V${-r / 2}Z`;
}

function twins(r: number): string {
  const side = r * 1.15;
  return `M${-r * 0.9} ${-r * 0.9}h${side}v${side}h${-side}zM${-r * 0.25} ${-r * 0.25}h${side}v${side}h${-side}z`;
}

/** Two ends that do not meet. */
function broken(r: number): string {
  return `M${-r} 0H${-r * 0.35}M${r * 0.35} 0H${r}M${-r * 0.35} ${-r * 0.6}V${r * 0.6}M${r * 0.35} ${-r * 0.6}V${r * 0.6}`;
}
