import { Button } from '#components/ui/Button.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import type { TimelineActions } from './use-timeline-input.ts';

interface TimelineBarProps {
  readonly actions: TimelineActions;
  readonly keysOpen: boolean;
}

const ZOOM_STEP = 0.6;

/** What the keys do, for those who have a pointer or a finger only, and the keys themselves. */
export function TimelineBar({ actions, keysOpen }: TimelineBarProps) {
  return (
    <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <KeysHelp open={keysOpen} onToggle={actions.toggleKeys} />
      <div className="flex gap-1.5">
        <Button aria-label="Previous finding" onClick={() => actions.step(-1)}>
          ‹ finding
        </Button>
        <Button aria-label="Next finding" onClick={() => actions.step(1)}>
          finding ›
        </Button>
        <Button aria-label="Zoom out" onClick={() => actions.zoomBy(1 / ZOOM_STEP)}>
          −
        </Button>
        <Button aria-label="Zoom in" onClick={() => actions.zoomBy(ZOOM_STEP)}>
          +
        </Button>
        <Button onClick={actions.fit}>Fit</Button>
      </div>
    </div>
  );
}
