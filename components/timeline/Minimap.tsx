'use client';

import { type PointerEvent, useMemo, useRef } from 'react';
import { layoutMinimap } from '#domain/timeline/minimap.ts';
import type { TimelineModel } from '#domain/timeline/model-types.ts';
import { clampRange, type TimeRange, timeAt, xOf } from '#domain/timeline/range.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

interface MinimapProps {
  readonly model: TimelineModel;
  readonly range: TimeRange;
  readonly edges: { readonly left: number; readonly right: number };
  readonly width: number;
  readonly onRange: (range: TimeRange) => void;
}

const TOP = 12;
const HEIGHT = 26;
const EDGE_PX = 7;
type Grip = {
  readonly part: 'left' | 'right' | 'body' | 'new';
  readonly startX: number;
  readonly start: TimeRange;
};

/** The whole session in one strip with the visible part framed: drag it, drag its edges, or draw a new one. */
export function Minimap({ model, range, edges, width, onRange }: MinimapProps) {
  const { left, right } = edges;
  const map = useMemo(() => layoutMinimap(model, { left, right }), [model, left, right]);
  const grip = useRef<Grip | undefined>(undefined);
  const x1 = Math.max(xOf(map.scale, range.from), left);
  const x2 = Math.min(xOf(map.scale, range.to), right);
  const localX = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const down = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = localX(event);
    const part =
      Math.abs(x - x1) < EDGE_PX
        ? 'left'
        : Math.abs(x - x2) < EDGE_PX
          ? 'right'
          : x > x1 && x < x2
            ? 'body'
            : 'new';
    grip.current = { part, startX: x, start: range };
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (!grip.current) return;
    const next = draggedRange(grip.current, {
      from: timeAt(map.scale, grip.current.startX),
      to: timeAt(map.scale, localX(event)),
    });
    if (next) onRange(clampRange(next, model.whole));
  };
  const end = () => {
    grip.current = undefined;
  };
  return (
    <svg
      width={width}
      height={TOP + HEIGHT + 6}
      className="block touch-none select-none"
      aria-hidden="true"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <rect x={left} y={TOP} width={right - left} height={HEIGHT} rx={5} fill="var(--soft)" />
      {map.bars.map((bar) => {
        const height = 3 + bar.share * (HEIGHT - 9);
        return (
          <rect
            key={bar.x}
            x={bar.x}
            y={TOP + (HEIGHT - height) / 2}
            width={bar.width}
            height={height}
            rx={1}
            fill="var(--muted)"
            opacity={0.35}
          />
        );
      })}
      {map.marks.map((mark) => (
        <rect
          key={`${mark.x} ${mark.verdict}`}
          x={mark.x - 1}
          y={TOP}
          width={2}
          height={HEIGHT}
          fill={`var(--${VERDICT_INFO[mark.verdict].colour})`}
        />
      ))}
      <rect
        x={x1}
        y={TOP - 2}
        width={Math.max(x2 - x1, 3)}
        height={HEIGHT + 4}
        rx={5}
        fill="var(--focus)"
        fillOpacity={0.05}
        stroke="var(--focus)"
        strokeWidth={1.5}
        className="cursor-grab"
      />
      {[x1, x2].map((x) => (
        <rect
          key={x}
          x={x - EDGE_PX / 2}
          y={TOP - 2}
          width={EDGE_PX}
          height={HEIGHT + 4}
          fill="transparent"
          className="cursor-ew-resize"
        />
      ))}
    </svg>
  );
}

function draggedRange(grip: Grip, drag: TimeRange): TimeRange | undefined {
  const by = drag.to - drag.from;
  const { start } = grip;
  switch (grip.part) {
    case 'left':
      return ordered(start.from + by, start.to);
    case 'right':
      return ordered(start.from, start.to + by);
    case 'body':
      return { from: start.from + by, to: start.to + by };
    case 'new':
      return by === 0 ? undefined : ordered(drag.from, drag.to);
    default:
      return grip.part satisfies never;
  }
}

const ordered = (a: number, b: number): TimeRange => ({ from: Math.min(a, b), to: Math.max(a, b) });
