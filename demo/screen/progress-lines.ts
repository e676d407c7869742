import type { Progress } from '../run.ts';

/** Where text goes: a terminal, or a file or pipe that wants whole lines. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const BAR = 28;
const LINE_EVERY = 0.1;
const CLEAR_LINE = '\r\u001B[2K';

/** Shows how far the demo is: a bar that is drawn anew in a terminal, else a line now and then. */
export function createProgress(output: Output): {
  readonly show: (progress: Progress) => void;
  /** Takes the bar away, so that other text can follow. */
  readonly end: () => void;
} {
  let last = Number.NEGATIVE_INFINITY;
  const draw = (progress: Progress): void => {
    if (progress.news !== undefined) output.write(`${CLEAR_LINE}  ${progress.news}\n`);
    output.write(`${CLEAR_LINE}${cut(barOf(progress), output.columns ?? 80)}`);
  };
  const print = (progress: Progress): void => {
    if (progress.news !== undefined) output.write(`  ${progress.news}\n`);
    if (progress.done < 1 && progress.done - last < LINE_EVERY) return;
    if (progress.done === last) return;
    last = progress.done;
    output.write(`${countsOf(progress)}\n`);
  };
  return output.isTTY ? { show: draw, end: () => output.write(CLEAR_LINE) } : { show: print, end: () => {} };
}

function barOf(progress: Progress): string {
  const full = Math.round(progress.done * BAR);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${countsOf(progress)}`;
}

function countsOf({ done, played, planned, healthySessions }: Progress): string {
  const percent = String(Math.round(done * 100)).padStart(3);
  return `${percent} %  ${played} of ${planned} failures played, ${healthySessions} healthy sessions`;
}

function cut(text: string, columns: number): string {
  return text.slice(0, Math.max(10, columns - 1));
}
