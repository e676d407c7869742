import type { Ending } from '../exchange.ts';
import type { Guard } from '../guard.ts';

/** What is told of a response as it goes out. */
export interface ResponseSink {
  head(status: number, header: (name: string) => string | undefined): void;
  body(chunk: string | Uint8Array): void;
  end(ending: Ending): void;
}

type Method = (...args: unknown[]) => unknown;

/** What is used of Node's `IncomingMessage`; Express adds `body`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

/** What is used of Node's `ServerResponse`, HTTP/1 or HTTP/2. */
export interface NodeResponse {
  readonly statusCode: number;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  readonly socket?: { readonly errored?: Error | null | undefined } | null | undefined;
  readonly errored?: Error | null | undefined;
  getHeader(name: string): unknown;
  on(event: string, listener: () => void): unknown;
  writeHead: (...args: never[]) => unknown;
  write: (...args: never[]) => unknown;
  end: (...args: never[]) => unknown;
  flushHeaders?: (...args: never[]) => unknown;
}

const METHODS = ['writeHead', 'write', 'end', 'flushHeaders'] as const;
type MethodName = (typeof METHODS)[number];

/**
 * Watches what is written to a response by putting own methods in front of it, and tells the sink after each call
 * that the response took. Returns how to take them off; a method that someone else has wrapped since stays, and only passes on.
 */
export function tapNodeResponse(
  res: NodeResponse,
  watch: { readonly sink: ResponseSink; readonly guard: Guard },
): () => void {
  const tap = new NodeTap(res, watch);
  tap.install();
  return () => tap.remove();
}

class NodeTap {
  readonly #res: NodeResponse;
  readonly #sink: ResponseSink;
  readonly #guard: Guard;
  readonly #installed: {
    readonly name: MethodName;
    readonly before: PropertyDescriptor | undefined;
    readonly wrapper: Method;
  }[] = [];
  #active = true;
  #headSeen = false;
  #timedOut = false;

  constructor(res: NodeResponse, watch: { readonly sink: ResponseSink; readonly guard: Guard }) {
    this.#res = res;
    this.#sink = watch.sink;
    this.#guard = watch.guard;
  }

  install(): void {
    for (const name of METHODS) this.#wrap(name);
    this.#res.on('finish', () => this.#end('finished'));
    this.#res.on('timeout', () => {
      this.#timedOut = true;
    });
    this.#res.on('close', () => this.#end(this.#howClosed()));
  }

  remove(): void {
    this.#active = false;
    for (const { name, before, wrapper } of this.#installed) {
      const now = Object.getOwnPropertyDescriptor(this.#res, name);
      if (now?.value !== wrapper) continue;
      if (before) Object.defineProperty(this.#res, name, before);
      else Reflect.deleteProperty(this.#res, name);
    }
    this.#installed.length = 0;
  }

  #wrap(name: MethodName): void {
    const original: unknown = this.#res[name];
    if (!isMethod(original)) return;
    const before = Object.getOwnPropertyDescriptor(this.#res, name);
    const wrapper: Method = (...args) => {
      const open = this.#active && !this.#res.writableEnded && !this.#res.destroyed;
      const result: unknown = Reflect.apply(original, this.#res, args);
      if (open) this.#guard.do('response', () => this.#called(name, args));
      return result;
    };
    Object.defineProperty(this.#res, name, {
      value: wrapper,
      configurable: true,
      writable: true,
      enumerable: true,
    });
    this.#installed.push({ name, before, wrapper });
  }

  #called(name: MethodName, args: readonly unknown[]): void {
    const chunk = args[0];
    if (name === 'writeHead') {
      const status = typeof chunk === 'number' ? chunk : this.#res.statusCode;
      // 1xx are announcements before the answer.
      if (status >= 200) this.#head(status, args.at(-1));
      return;
    }
    this.#head(this.#res.statusCode, undefined);
    if (name === 'flushHeaders') return;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#sink.body(chunk);
  }

  #head(status: number, given: unknown): void {
    if (this.#headSeen) return;
    this.#headSeen = true;
    const headers = headersOf(given);
    this.#sink.head(status, (name) => headers.get(name) ?? headerText(this.#res.getHeader(name)));
  }

  #end(ending: Ending): void {
    if (!this.#active) return;
    this.#active = false;
    this.#sink.end(ending);
    this.remove();
  }

  #howClosed(): Ending {
    if (this.#res.writableFinished) return 'finished';
    if (this.#timedOut) return 'timeout';
    return this.#res.errored || this.#res.socket?.errored ? 'network' : 'closed';
  }
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

/** Headers as handed to `writeHead`: an object, or a flat list of names and values; they may never reach `getHeader`. */
function headersOf(given: unknown): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const add = (name: unknown, value: unknown): void => {
    const text = headerText(value);
    if (typeof name === 'string' && text !== undefined) headers.set(name.toLowerCase(), text);
  };
  if (Array.isArray(given)) {
    if (Array.isArray(given[0])) for (const pair of given) add(pair[0], pair[1]);
    else for (let i = 0; i + 1 < given.length; i += 2) add(given[i], given[i + 1]);
  } else if (typeof given === 'object' && given !== null) {
    for (const [name, value] of Object.entries(given)) add(name, value);
  }
  return headers;
}

export function headerText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}
