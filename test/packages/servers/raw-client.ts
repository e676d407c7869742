/** An MCP client in full control of its headers and connections, for what the official one would never do. */
export class RawClient {
  readonly url: string;
  sessionId: string | undefined;
  #nextId = 0;

  constructor(url: string) {
    this.url = url;
  }

  async initialize(name = 'raw-client'): Promise<string> {
    const response = await this.post({
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1.2.3' } },
    });
    this.sessionId = response.headers.get('mcp-session-id') ?? undefined;
    await new SseBody(response).rest();
    await (await this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })).text();
    return this.sessionId ?? '';
  }

  /** Sends a request and answers the response, whose body may still be streaming. */
  post(request: {
    readonly method: string;
    readonly params?: unknown;
    readonly id?: number | string;
  }): Promise<Response> {
    const id = request.id ?? this.#nextId++;
    return this.#send({ jsonrpc: '2.0', id, method: request.method, params: request.params });
  }

  call(tool: string, args: unknown, id?: number | string): Promise<Response> {
    const params = { name: tool, arguments: args };
    return this.post({ method: 'tools/call', params, ...(id === undefined ? {} : { id }) });
  }

  async notify(method: string, params: unknown): Promise<void> {
    await (await this.#send({ jsonrpc: '2.0', method, params })).text();
  }

  /** Opens a stream by GET, with a cursor or without. */
  get(lastEventId?: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    return fetch(this.url, {
      headers: {
        ...this.#headers(),
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        ...headers,
      },
      ...(signal ? { signal } : {}),
    });
  }

  delete(): Promise<Response> {
    return fetch(this.url, { method: 'DELETE', headers: this.#headers() });
  }

  #send(message: unknown): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: {
        ...this.#headers(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    });
  }

  #headers(): Record<string, string> {
    return {
      'mcp-protocol-version': '2025-11-25',
      ...(this.sessionId === undefined ? {} : { 'mcp-session-id': this.sessionId }),
    };
  }
}

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: string;
}

/** Reads a response's server-sent events one by one. */
export class SseBody {
  readonly #reader: ReadableStreamDefaultReader<string> | undefined;
  #text = '';

  constructor(response: Response) {
    this.#reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next event; `undefined` when the stream has ended or was cut. */
  async next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        if (!block.startsWith(':')) return parseBlock(block);
        continue;
      }
      const read = await this.#reader?.read().catch(() => undefined);
      if (!read || read.done) return undefined;
      this.#text += read.value;
    }
  }

  async rest(): Promise<readonly ReceivedEvent[]> {
    const events: ReceivedEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  async take(count: number): Promise<readonly ReceivedEvent[]> {
    const events: ReceivedEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (!event) break;
      events.push(event);
    }
    return events;
  }

  async cancel(): Promise<void> {
    await this.#reader?.cancel().catch(() => {});
  }
}

function parseBlock(block: string): ReceivedEvent {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  return { id: field('id'), name: field('event'), data: field('data') ?? '' };
}
