'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { TimeScale } from '#domain/timeline/range.ts';
import { attachPointer } from './pointer-input.ts';

/** What a person can do to the timeline, by key, wheel or pointer. */
export interface TimelineActions {
  readonly zoomBy: (factor: number, anchorX?: number) => void;
  readonly panBy: (share: number) => void;
  readonly zoomTo: (fromX: number, toX: number) => void;
  readonly fit: () => void;
  readonly step: (direction: 1 | -1) => void;
  readonly toggleKeys: () => void;
}

export interface PointerSituation {
  readonly scale: TimeScale;
  /** The lower edge of the ruler; a drag that starts above it selects a range. */
  readonly rulerBottom: number;
  readonly onBand: (band: { readonly from: number; readonly to: number } | undefined) => void;
}

const ZOOM_KEY = 0.7;
const PAN_KEY = 0.15;
const WHEEL_RATE = 0.0022;

function onKey(event: KeyboardEvent, actions: TimelineActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = KEY_ACTIONS.get(event.key.toLowerCase());
  if (!act) return;
  event.preventDefault();
  act(actions);
}

const KEY_ACTIONS: ReadonlyMap<string, (actions: TimelineActions) => void> = new Map([
  ['w', (actions) => actions.zoomBy(ZOOM_KEY)],
  ['s', (actions) => actions.zoomBy(1 / ZOOM_KEY)],
  ['a', (actions) => actions.panBy(-PAN_KEY)],
  ['d', (actions) => actions.panBy(PAN_KEY)],
  ['f', (actions) => actions.fit()],
  ['.', (actions) => actions.step(1)],
  [',', (actions) => actions.step(-1)],
  ['?', (actions) => actions.toggleKeys()],
]);

function onWheel(event: WheelEvent, actions: TimelineActions): void {
  const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    const box =
      event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : undefined;
    actions.zoomBy(Math.exp(event.deltaY * WHEEL_RATE), box && event.clientX - box.left);
  } else if (sideways || event.shiftKey) {
    event.preventDefault();
    actions.panBy((sideways ? event.deltaX : event.deltaY) / 900);
  }
}

/**
 * Listens on the drawing itself, so that single letters act only while the timeline has the focus and the
 * page still scrolls when the wheel turns without Ctrl.
 */
export function useTimelineInput(
  ref: RefObject<HTMLElement | null>,
  actions: TimelineActions,
  situation: PointerSituation,
): void {
  const latest = useRef({ actions, situation });
  latest.current = { actions, situation };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.tabIndex = 0;
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: false };
    element.addEventListener('keydown', (event) => onKey(event, latest.current.actions), options);
    element.addEventListener('wheel', (event) => onWheel(event, latest.current.actions), options);
    attachPointer(element, () => latest.current, stop.signal);
    return () => stop.abort();
  }, [ref]);
}
