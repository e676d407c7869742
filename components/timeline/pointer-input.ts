import type { PointerSituation, TimelineActions } from './use-timeline-input.ts';

interface Latest {
  readonly actions: TimelineActions;
  readonly situation: PointerSituation;
}

interface Drag {
  readonly startX: number;
  lastX: number;
  readonly onRuler: boolean;
  moved: boolean;
}

const CLICK_SLOP_PX = 4;

/** Drag pans; a drag that starts on the ruler selects the range to zoom to. A click stays a click. */
export function attachPointer(element: HTMLElement, latest: () => Latest, signal: AbortSignal): void {
  let drag: Drag | undefined;
  const localX = (event: PointerEvent) => event.clientX - element.getBoundingClientRect().left;
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const y = event.clientY - element.getBoundingClientRect().top;
    drag = {
      startX: localX(event),
      lastX: localX(event),
      onRuler: y < latest().situation.rulerBottom,
      moved: false,
    };
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const x = localX(event);
    if (!drag.moved && Math.abs(x - drag.startX) < CLICK_SLOP_PX) return;
    if (!drag.moved) element.setPointerCapture(event.pointerId);
    drag.moved = true;
    const { actions, situation } = latest();
    if (drag.onRuler) situation.onBand({ from: Math.min(drag.startX, x), to: Math.max(drag.startX, x) });
    else actions.panBy((drag.lastX - x) / (situation.scale.right - situation.scale.left));
    drag.lastX = x;
  };
  const up = () => {
    const done = drag;
    drag = undefined;
    if (!done?.moved) return;
    const { actions, situation } = latest();
    situation.onBand(undefined);
    if (done.onRuler) actions.zoomTo(Math.min(done.startX, done.lastX), Math.max(done.startX, done.lastX));
  };
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
}
