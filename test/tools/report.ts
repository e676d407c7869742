import { faint, green, red } from '../../cli/bootstrap/progress.mjs';
import type { Outcome } from './program.ts';

const SHOWN_LINES = 200;

/** Prints one finished step; a failed one with what it said, cut at 200 lines. */
export function reportStep(name: string, outcome: Outcome, detail: string): void {
  console.log(`  ${outcome.ok ? green('✓') : red('✗')} ${name.padEnd(18)} ${faint(detail)}`);
  if (outcome.ok) return;
  const shown = outcome.output.slice(-SHOWN_LINES);
  if (shown.length < outcome.output.length)
    console.log(`      … ${outcome.output.length - shown.length} lines before`);
  for (const line of shown) console.log(`      ${line}`);
}

/** The time since `start`, for the detail of a step. */
export function took(start: number): string {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
