'use client';

import { useMemo, useRef, useState } from 'react';
import { layoutTimeline } from '#domain/timeline/layout.ts';
import type { TimelineModel } from '#domain/timeline/model-types.ts';
import {
  clampRange,
  panRange,
  revealTime,
  type TimeRange,
  timeAt,
  zoomRange,
} from '#domain/timeline/range.ts';
import { nextStop } from '#domain/timeline/stops.ts';
import { AttemptsLayer } from './AttemptsLayer.tsx';
import { FlagsLayer } from './FlagsLayer.tsx';
import { HeadsLayer } from './HeadsLayer.tsx';
import { LivesLayer } from './LivesLayer.tsx';
import { Minimap } from './Minimap.tsx';
import { RulerLayer } from './RulerLayer.tsx';
import { RunsLayer } from './RunsLayer.tsx';
import type { Selecting } from './Selectable.tsx';
import { StreamsLayer } from './StreamsLayer.tsx';
import { TimelineBar } from './TimelineBar.tsx';
import { type TimelineActions, useTimelineInput } from './use-timeline-input.ts';
import { useWidth } from './use-width.ts';

interface SessionTimelineProps {
  readonly model: TimelineModel;
  /** The visible part; nothing means all of it. */
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly selecting: Selecting;
}

/** The session drawn over time. All geometry comes from the domain; here it becomes SVG and listens. */
export function SessionTimeline({ model, range, onRange, selecting }: SessionTimelineProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [keysOpen, setKeysOpen] = useState(false);
  const [band, setBand] = useState<{ readonly from: number; readonly to: number } | undefined>();
  const visible = range ?? model.whole;
  const layout = useMemo(
    () =>
      layoutTimeline(model, {
        width: width || 960,
        range: visible,
        offsetMinutes: -new Date(visible.from).getTimezoneOffset(),
      }),
    [model, width, visible],
  );
  const tallest = useTallest(layout.height, width);
  const { scale } = layout;
  const show = (next: TimeRange) => onRange(isWhole(next, model.whole) ? undefined : next);
  const actions: TimelineActions = {
    zoomBy: (factor, anchorX) => {
      const anchor = anchorX === undefined ? (visible.from + visible.to) / 2 : timeAt(scale, anchorX);
      show(zoomRange(visible, { factor, anchor, whole: model.whole }));
    },
    panBy: (share) => show(panRange(visible, share, model.whole)),
    zoomTo: (fromX, toX) =>
      show(clampRange({ from: timeAt(scale, fromX), to: timeAt(scale, toX) }, model.whole)),
    fit: () => onRange(undefined),
    step: (direction) => {
      const stop = nextStop(model.stops, { selected: selecting.selected, at: visible.from, step: direction });
      if (!stop) return;
      selecting.onSelect(stop.target);
      show(revealTime(visible, stop.at, model.whole));
    },
    toggleKeys: () => setKeysOpen((open) => !open),
  };
  useTimelineInput(canvas, actions, { scale, rulerBottom: 28, onBand: setBand });
  return (
    <div>
      <section ref={frame} className="card overflow-hidden" aria-label="Session timeline">
        {width === 0 ? (
          <div style={{ height: layout.height + 44 }} />
        ) : (
          <Minimap model={model} range={visible} edges={scale} width={width} onRange={show} />
        )}
        <div
          ref={canvas}
          className="timeline-canvas select-none"
          style={{ touchAction: 'pan-y', minHeight: tallest }}
        >
          {width === 0 ? null : (
            <svg width={width} height={layout.height} className="block" role="presentation">
              <defs>
                <pattern
                  id="tl-hatch"
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <rect width="2" height="6" fill="var(--strong-line)" />
                </pattern>
              </defs>
              <RulerLayer layout={layout} />
              <HeadsLayer layout={layout} />
              <LivesLayer layout={layout} selecting={selecting} />
              <StreamsLayer layout={layout} selecting={selecting} />
              <RunsLayer layout={layout} selecting={selecting} />
              <AttemptsLayer layout={layout} selecting={selecting} />
              <FlagsLayer layout={layout} selecting={selecting} />
              {band ? (
                <rect
                  x={band.from}
                  y={4}
                  width={band.to - band.from}
                  height={layout.height - 12}
                  fill="var(--focus)"
                  opacity={0.12}
                />
              ) : null}
            </svg>
          )}
        </div>
      </section>
      <TimelineBar actions={actions} keysOpen={keysOpen} />
    </div>
  );
}

/** The greatest height so far at this width: what is below must not jump while one zooms. */
function useTallest(height: number, width: number): number {
  const seen = useRef({ width, height });
  if (seen.current.width !== width) seen.current = { width, height };
  seen.current.height = Math.max(seen.current.height, height);
  return seen.current.height;
}

const isWhole = (range: TimeRange, whole: TimeRange): boolean =>
  range.from <= whole.from + 0.01 && range.to >= whole.to - 0.01;
