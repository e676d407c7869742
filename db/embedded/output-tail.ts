import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const KEPT = 40;

/** Reads the output of a child line by line, hands each line on, and remembers the last ones for a failure report. */
export class OutputTail {
  readonly #lines: string[] = [];

  constructor(streams: readonly Readable[], onLine: (line: string) => void = () => {}) {
    for (const input of streams) {
      // A broken pipe at the child's end is the child's exit, which is reported there.
      input.on('error', () => {});
      createInterface({ input }).on('line', (line) => {
        this.#lines.push(line);
        if (this.#lines.length > KEPT) this.#lines.shift();
        onLine(line);
      });
    }
  }

  /** The last lines, oldest first. */
  lines(): readonly string[] {
    return [...this.#lines];
  }
}
