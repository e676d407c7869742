import type { ColourToken, Shape } from '#domain/words-info/tokens.ts';
import { Mark } from './Mark.tsx';

interface ShapeIconProps {
  readonly shape: Shape;
  readonly colour: ColourToken;
  /** Side in pixels. */
  readonly size?: number;
}

/** A mark beside its word. The word carries the meaning for those who do not see the mark. */
export function ShapeIcon({ shape, colour, size = 13 }: ShapeIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="-8 -8 16 16"
      aria-hidden="true"
      className="shrink-0"
      style={{ color: `var(--${colour})` }}
    >
      <Mark shape={shape} radius={6.8} />
    </svg>
  );
}
