import { red, yellow } from '../bootstrap/progress.mjs';

/** Levels of pino's log lines (pino docs, "level"): what is at least a warning is worth a look. */
const WARN = 40;
const ERROR = 50;
const LINES_PER_WINDOW = 20;
const WINDOW = 10_000;

/**
 * What of a child's output people should see in the terminal, or null. Structured lines count from warnings on;
 * other text only when it came over stderr; of Postgres only what ends it.
 */
export function worthShowing(source: ChildSource, line: string): string | null {
  if (source.name === 'database')
    return /\b(FATAL|PANIC):/.test(line) ? prefixed(source.name, line, true) : null;
  const entry = parseEntry(line);
  if (entry === null)
    return source.stream === 'stderr' && line.trim() !== '' ? prefixed(source.name, line, false) : null;
  if (entry.level < WARN) return null;
  return prefixed(source.name, entry.text, entry.level >= ERROR);
}

export interface ChildSource {
  readonly name: string;
  readonly stream: 'stdout' | 'stderr';
}

function prefixed(name: string, text: string, isError: boolean): string {
  const paint = isError ? red : yellow;
  return `  ${paint(name.padEnd(9))} ${text}`;
}

/** A line for people: the text of a structured one, any other as it is. */
export function readable(line: string): string {
  return parseEntry(line)?.text ?? line;
}

function parseEntry(line: string): { readonly level: number; readonly text: string } | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return null;
    const level = 'level' in entry ? levelOf(entry.level) : null;
    return level === null ? null : { level, text: textOf(entry) };
  } catch {
    return null;
  }
}

/** pino writes numbers; a name is what many other loggers write. */
function levelOf(level: unknown): number | null {
  if (typeof level === 'number') return level;
  if (level === 'warn' || level === 'warning') return WARN;
  if (level === 'error' || level === 'fatal') return ERROR;
  return typeof level === 'string' ? 0 : null;
}

function textOf(entry: object): string {
  const [message = 'no message'] = fields(entry, ['msg', 'message', 'code']);
  const [code] = fields(entry, ['code']);
  const cause = 'err' in entry ? entry.err : undefined;
  const reason =
    typeof cause === 'object' && cause !== null && 'message' in cause ? `: ${String(cause.message)}` : '';
  return `${message}${reason}${code === undefined || code === message ? '' : ` (${code})`}`;
}

/** The values of those of the named fields that are there, in order. */
function fields(entry: object, names: readonly string[]): readonly string[] {
  const values = new Map(Object.entries(entry));
  return names.filter((name) => values.has(name)).map((name) => String(values.get(name)));
}

/** Lets a burst of lines through up to a limit and then says how many were held back: the log file has them all. */
export class LineGate {
  readonly #print: (line: string) => void;
  readonly #now: () => number;
  #windowStart = 0;
  #shown = 0;
  #held = 0;

  constructor(print: (line: string) => void, now: () => number) {
    this.#print = print;
    this.#now = now;
  }

  show(line: string): void {
    const now = this.#now();
    if (now - this.#windowStart >= WINDOW) this.#openWindow(now);
    if (this.#shown < LINES_PER_WINDOW) {
      this.#shown += 1;
      this.#print(line);
    } else {
      this.#held += 1;
    }
  }

  #openWindow(now: number): void {
    if (this.#held > 0) this.#print(`  … ${this.#held} more lines are in the log files`);
    this.#windowStart = now;
    this.#shown = 0;
    this.#held = 0;
  }
}
