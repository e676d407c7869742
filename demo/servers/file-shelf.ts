import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shelf, StoredEvent } from './event-log.ts';

/** Keeps events in a folder that several processes share, as they would share a database. Nothing is ever trimmed. */
export class FileShelf implements Shelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  append(streamId: string, event: StoredEvent): void {
    appendFileSync(this.#file(streamId), `${JSON.stringify(event)}\n`);
  }

  read(streamId: string): readonly StoredEvent[] {
    const file = this.#file(streamId);
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): StoredEvent => JSON.parse(line));
  }

  last(streamId: string): number {
    return this.read(streamId).at(-1)?.ordinal ?? 0;
  }

  trim(): void {}

  #file(streamId: string): string {
    return join(this.#folder, `${streamId.replaceAll(/[^\w-]/g, '_')}.jsonl`);
  }
}
