import { StringDecoder } from 'node:string_decoder';

/** One event as it stands on the wire. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Joined `data` lines; `undefined` when there were none, or more than the reader keeps. */
  readonly data: string | undefined;
  readonly oversized: boolean;
}

const MAX_CHARACTERS = 1_048_576;

/**
 * Reads server-sent events out of chunks (WHATWG HTML, section 9.2.6). Comments and events without any field of
 * interest are skipped. Memory is bounded: of a longer line or event only id and name are kept.
 */
export class SseReader {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onEvent: (event: SseEvent) => void;
  #rest = '';
  #skipLine = false;
  #afterCr = false;
  #id: string | undefined;
  #name: string | undefined;
  #data: string[] = [];
  #dataLength = 0;
  #oversized = false;

  constructor(onEvent: (event: SseEvent) => void) {
    this.#onEvent = onEvent;
  }

  push(chunk: string | Uint8Array): void {
    const text =
      typeof chunk === 'string'
        ? chunk
        : this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#rest += this.#unified(text);
    let start = 0;
    for (let end = this.#rest.indexOf('\n', start); end >= 0; end = this.#rest.indexOf('\n', start)) {
      if (this.#skipLine) this.#skipLine = false;
      else this.#line(this.#rest.slice(start, end));
      start = end + 1;
    }
    this.#rest = this.#rest.slice(start);
    if (this.#rest.length > MAX_CHARACTERS) this.#dropLongLine();
  }

  /** CRLF and CR become LF; a CRLF may be split between two chunks. */
  #unified(text: string): string {
    const joined = this.#afterCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#afterCr = text.endsWith('\r');
    return joined.includes('\r') ? joined.replace(/\r\n?/g, '\n') : joined;
  }

  #dropLongLine(): void {
    this.#rest = '';
    this.#skipLine = true;
    this.#oversized = true;
  }

  #line(line: string): void {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const from = line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1;
    const value = colon < 0 ? '' : line.slice(from);
    if (field === 'data') this.#addData(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'event') this.#name = value;
  }

  #addData(value: string): void {
    this.#dataLength += value.length;
    if (this.#dataLength > MAX_CHARACTERS) {
      this.#oversized = true;
      this.#data = [];
    }
    if (!this.#oversized) this.#data.push(value);
  }

  #dispatch(): void {
    const event: SseEvent = {
      id: this.#id === '' ? undefined : this.#id,
      name: this.#name,
      data: this.#oversized || this.#data.length === 0 ? undefined : this.#data.join('\n'),
      oversized: this.#oversized,
    };
    this.#id = undefined;
    this.#name = undefined;
    this.#data = [];
    this.#dataLength = 0;
    this.#oversized = false;
    if (event.id !== undefined || event.name !== undefined || event.data !== undefined || event.oversized) {
      this.#onEvent(event);
    }
  }
}
