import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const LIMIT_BYTES = 10 * 1024 * 1024;

/** Everything a child writes, on disk: the file and one older one, 10 MiB each. */
export class LogFile {
  readonly path: string;
  #size: number;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#size = sizeOf(path);
  }

  /** A full disk must not end the supervisor, so a line that cannot be written is let go. */
  write(line: string): void {
    try {
      if (this.#size > LIMIT_BYTES) {
        renameSync(this.path, `${this.path}.1`);
        this.#size = 0;
      }
      appendFileSync(this.path, `${line}\n`, { mode: 0o600 });
      this.#size += line.length + 1;
    } catch {
      return;
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
