import type { FindingKind, Verdict } from '../words.ts';
import type { ColourToken } from '../words-info/tokens.ts';
import type { PlacedLabel } from './labels.ts';
import type { TimeScale } from './range.ts';
import type { RulerTick } from './ruler.ts';
import type { TickBin } from './ticks.ts';

/** The name of a lane at its left (or above it where the page is narrow). */
export interface LaneHead {
  readonly id: string;
  readonly title: string;
  readonly sub: string;
  readonly y: number;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
}

export interface LifeMark extends Bar {
  readonly id: string;
  readonly y: number;
  readonly height: number;
  readonly label: string;
  /** Which of the alternating tints it has. */
  readonly tint: number;
  readonly open: boolean;
  /** The part in which clients were told that it is gone. */
  readonly missed: Bar | undefined;
}

export interface TearMark extends Bar {
  readonly life: string;
  readonly y: number;
  readonly height: number;
  /** Whether the tear line itself is in view. */
  readonly lineX: number | undefined;
  readonly felt: boolean;
  readonly caption: PlacedLabel | undefined;
}

export interface StreamMark {
  readonly id: string;
  readonly name: string;
  /** Middle of the lane. */
  readonly y: number;
  readonly height: number;
  readonly body: Bar | undefined;
  readonly connections: readonly (Bar & { readonly open: boolean })[];
  readonly ticks: readonly TickBin[];
  readonly fencedX: number | undefined;
  readonly band: (Bar & { readonly y: number; readonly label: string; readonly labelX: number }) | undefined;
}

export interface QuietMark extends Bar {
  readonly id: string;
  readonly y: number;
  readonly height: number;
  readonly name: string;
}

/** One attempt, or several that fall on the same few pixels: the worst is shown, with how many there are. */
export interface AttemptMark {
  readonly ids: readonly [string, ...string[]];
  readonly verdict: Verdict;
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly label: string;
  /** Time span of the attempts in it, for zooming to them. */
  readonly from: number;
  readonly to: number;
}

/** A finding on the upper edge of a stream's lane. */
export interface FlagMark {
  readonly finding: string;
  readonly kind: FindingKind;
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** Joins the place the cursor pointed to with the place that was served. */
export interface ArcMark {
  readonly attempt: string;
  readonly verdict: Verdict;
  readonly path: string;
  /** Points along it, close enough to keep words off it. */
  readonly along: readonly Point[];
  readonly fromX: number;
  readonly fromY: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface RunMark extends Bar {
  readonly id: string;
  readonly y: number;
  readonly height: number;
  readonly label: string;
  readonly tool: string;
  readonly double: boolean;
  readonly failed: boolean;
}

export interface BracketMark {
  readonly finding: string;
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly label: string;
  readonly sub: string;
  /** The session that the second line names. */
  readonly elsewhere: string | undefined;
  readonly possible: boolean;
}

export interface ColouredLabel extends PlacedLabel {
  readonly colour: ColourToken;
}

/** Everything on screen, in pixels. */
export interface TimelineLayout {
  readonly width: number;
  readonly height: number;
  readonly compact: boolean;
  readonly scale: TimeScale;
  readonly rulerY: number;
  readonly ruler: readonly RulerTick[];
  readonly heads: readonly LaneHead[];
  readonly lives: readonly LifeMark[];
  readonly tears: readonly TearMark[];
  readonly streams: readonly StreamMark[];
  readonly quiet: readonly QuietMark[];
  readonly attempts: readonly AttemptMark[];
  readonly arcs: readonly ArcMark[];
  readonly flags: readonly FlagMark[];
  readonly runs: readonly RunMark[];
  readonly brackets: readonly BracketMark[];
  readonly labels: readonly ColouredLabel[];
}
