import { textWidth } from './labels.ts';
import type { Frame } from './layout-frame.ts';
import type { BracketMark, LaneHead, RunMark } from './layout-types.ts';
import type { DoublePair, Run, TimelineModel } from './model-types.ts';
import { packRows } from './pack.ts';
import { xOf } from './range.ts';

const HEIGHT = 20;
const ROW = 25;
const MAX_ROWS = 4;
const ABOVE = 18;
/** A bracket and its words take as much room as this many rows of boxes. */
const BRACKET_ROWS = 2;
const LEAST_WIDTH = 6;

interface RunBox {
  readonly run: Run;
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/**
 * Tool executions as boxes. Runs of the same call stand in the first row with their bracket below them, and
 * the other runs keep off both.
 */
export function layoutRuns(model: TimelineModel, frame: Frame, top: number) {
  const { scale } = frame;
  if (model.runs.length === 0) return { runs: [], brackets: [], head: undefined, bottom: top };
  const y = top + frame.headRoom + ABOVE;
  const visible = model.runs.filter((run) => run.to >= scale.range.from && run.from <= scale.range.to);
  const roomy = (scale.right - scale.left) / Math.max(visible.length, 1) > 34;
  const boxes = visible.map((run) => runBox(run, frame, roomy));
  const twice = packRows(boxes.filter(isPaired(model.doubles)), { gap: 3, maxRows: MAX_ROWS });
  const pairMarks = twice.placed.map(({ item, row }) => toMark(item, y + row * ROW));
  const brackets = layoutBrackets(model.doubles, { runs: pairMarks, frame, top: y + twice.rows * ROW });
  const taken = [
    ...twice.placed.map(({ item, row }) => ({ from: item.from, to: item.to, row })),
    ...brackets.zones.flatMap((zone) => bracketRows(zone.row, twice.rows).map((row) => ({ ...zone, row }))),
  ];
  const others = packRows(
    boxes.filter((box) => !isPaired(model.doubles)(box)),
    { gap: 3, maxRows: MAX_ROWS + twice.rows + BRACKET_ROWS * brackets.rows, taken },
  );
  const rows = Math.max(others.rows, twice.rows + BRACKET_ROWS * brackets.rows, 1);
  const head: LaneHead = {
    id: 'runs',
    title: 'Executions',
    sub: model.runs.length === 1 ? '1 tools/call' : `${model.runs.length} tools/call`,
    y: frame.compact ? top + 12 : y + 10,
  };
  const runs = [...others.placed.map(({ item, row }) => toMark(item, y + row * ROW)), ...pairMarks];
  return { runs, brackets: brackets.marks, head, bottom: y + rows * ROW };
}

const isPaired = (doubles: readonly DoublePair[]) => {
  const ids = new Set(doubles.flatMap((pair) => pair.runs));
  return (box: RunBox): boolean => ids.has(box.run.id);
};

/** The rows that a bracket's lines and words cover. */
const bracketRows = (bracket: number, above: number): readonly number[] =>
  Array.from({ length: BRACKET_ROWS }, (_, index) => above + bracket * BRACKET_ROWS + index);

/** A box is as wide as the run lasted, widened to its tool's name where there is room for names. */
function runBox(run: Run, frame: Frame, roomy: boolean): RunBox {
  const { scale } = frame;
  const from = Math.max(xOf(scale, run.from), scale.left);
  const lasted = Math.min(xOf(scale, run.to), scale.right) - from;
  const named = roomy || run.double ? textWidth(run.tool) + 14 : 0;
  const width = Math.max(lasted, named, LEAST_WIDTH);
  const fits = width >= textWidth(run.tool) + 10;
  const start = Math.min(from, scale.right + 14 - width);
  return { run, from: start, to: start + width, label: fits ? run.tool : '' };
}

const toMark = (box: RunBox, y: number): RunMark => ({
  id: box.run.id,
  x: box.from,
  width: box.to - box.from,
  y,
  height: HEIGHT,
  label: box.label,
  tool: box.run.tool,
  double: box.run.double,
  failed: box.run.failed,
});

interface Span {
  readonly pair: DoublePair;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

function layoutBrackets(
  pairs: readonly DoublePair[],
  place: { runs: readonly RunMark[]; frame: Frame; top: number },
) {
  const byId = new Map(place.runs.map((run) => [run.id, run]));
  const spans = pairs.flatMap((pair): Span[] => {
    const marks = pair.runs.flatMap((id) => byId.get(id) ?? []);
    if (marks.length === 0) return [];
    const middles = marks.map((mark) => mark.x + mark.width / 2);
    const [left, right] = [Math.min(...middles), Math.max(...middles)];
    const half = Math.max(textWidth(pair.label), textWidth(pair.sub)) / 2;
    const centre = (left + right) / 2;
    const y = Math.max(...marks.map((mark) => mark.y + mark.height));
    return [
      { pair, from: Math.min(left, centre - half), to: Math.max(right, centre + half), left, right, y },
    ];
  });
  const { placed, rows } = packRows(spans, { gap: 12, maxRows: 4 });
  const marks = placed.map(({ item, row }) =>
    bracket(item, place.top + row * BRACKET_ROWS * ROW, place.frame),
  );
  return { marks, rows, zones: placed.map(({ item, row }) => ({ from: item.from, to: item.to, row })) };
}

function bracket(span: Span, top: number, frame: Frame): BracketMark {
  const foot = top + 8;
  const start = span.y + 3;
  const path =
    span.left === span.right
      ? `M${span.left} ${start}V${foot}`
      : `M${span.left} ${start}V${foot}H${span.right}V${start}`;
  const half = textWidth(span.pair.label) / 2;
  const centre = (span.left + span.right) / 2;
  const anchor =
    centre - half < frame.scale.left ? 'start' : centre + half > frame.scale.right + 14 ? 'end' : 'middle';
  const x = anchor === 'start' ? span.left : anchor === 'end' ? span.right : centre;
  const possible = span.pair.label.endsWith('possible');
  return {
    finding: span.pair.finding,
    path,
    x,
    y: foot + 15,
    anchor,
    label: span.pair.label,
    sub: span.pair.sub,
    elsewhere: span.pair.elsewhere,
    possible,
  };
}
