'use client';

import type { MouseEvent, ReactNode } from 'react';
import type { Target } from '#domain/timeline/model-types.ts';

/** What marks need of the page around them: the link to a thing, and what to do when one is chosen. */
export interface Selecting {
  readonly selected: Target | undefined;
  readonly hrefOf: (target: Target) => string;
  readonly onSelect: (target: Target) => void;
}

export const isSelected = ({ selected }: Selecting, kind: Target['kind'], ids: readonly string[]): boolean =>
  selected?.kind === kind && ids.includes(selected.id);

interface SelectableProps {
  readonly target: Target;
  readonly selecting: Selecting;
  /** What it is, for those who do not see the drawing. */
  readonly name: string;
  /** Whether it is what is selected, where it stands for more than its target. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** A thing on the timeline as a link to itself: focusable, named, and openable in another tab. */
export function Selectable({ target, selecting, name, current, children }: SelectableProps) {
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    selecting.onSelect(target);
  };
  const here = current ?? isSelected(selecting, target.kind, [target.id]);
  return (
    <a
      href={selecting.hrefOf(target)}
      onClick={choose}
      aria-label={name}
      aria-current={here ? 'true' : undefined}
      draggable={false}
      className="timeline-mark"
    >
      <title>{name}</title>
      {children}
    </a>
  );
}
