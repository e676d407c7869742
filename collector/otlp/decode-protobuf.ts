import type {
  DecodeResult,
  OtlpGroup,
  OtlpLogRecord,
  OtlpScope,
  OtlpSpan,
  OtlpValue,
  Signal,
} from './batch.ts';
import { readLog, readResource, readScope, readSpan } from './protobuf-items.ts';
import { RejectionTally } from './rejection-tally.ts';
import { WIRE_FRAME, WireError, WireReader } from './wire-reader.ts';

/** The frames of a request have the same numbers in both signals (trace_service.proto, logs_service.proto). */
const REQUEST = { resources: 1 } as const;
const RESOURCE_ITEMS = { resource: 1, scopes: 2 } as const;
const SCOPE_ITEMS = { scope: 1, items: 2 } as const;

/** As in `otlpToFactsInPortions`: give way after this many spans. */
const PORTION = 64;

/**
 * Decodes a request of OTLP in protobuf. Fields come in any order, unknown ones are skipped. A broken frame around
 * spans makes the request undecodable; a span that is broken within its own frame costs only itself.
 */
export function decodeProtobuf(signal: Signal, bytes: Uint8Array): DecodeResult {
  const work = decodeProtobufInPortions(signal, bytes);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same, giving way after every portion. */
export function* decodeProtobufInPortions(
  signal: Signal,
  bytes: Uint8Array,
): Generator<undefined, DecodeResult> {
  const decoding = new Decoding(signal, bytes);
  try {
    yield* decoding.request();
    return { ok: true, batch: { groups: decoding.groups, rejected: decoding.rejected.result() } };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { ok: false, message: `not an OTLP request in protobuf: ${error.message} at byte ${error.at}` };
  }
}

class Decoding {
  readonly groups: OtlpGroup[] = [];
  readonly rejected = new RejectionTally();
  readonly #signal: Signal;
  readonly #reader: WireReader;
  #items = 0;

  constructor(signal: Signal, bytes: Uint8Array) {
    this.#signal = signal;
    this.#reader = new WireReader(bytes);
  }

  *request(): Generator<undefined, void> {
    const reader = this.#reader;
    const end = reader.bytes.length;
    while (reader.next(end)) {
      if (reader.wireType === WIRE_FRAME && reader.field === REQUEST.resources) yield* this.#resource(end);
      else reader.skip(end);
    }
  }

  *#resource(end: number): Generator<undefined, void> {
    const reader = this.#reader;
    const to = reader.frame(end);
    // Shared by the groups below and filled whenever the resource comes: it may come last.
    const resource = new Map<string, OtlpValue>();
    while (reader.next(to)) {
      const framed = reader.wireType === WIRE_FRAME;
      if (framed && reader.field === RESOURCE_ITEMS.resource) readResource(reader, to, resource);
      else if (framed && reader.field === RESOURCE_ITEMS.scopes) yield* this.#scope(to, resource);
      else reader.skip(to);
    }
  }

  *#scope(end: number, resource: Map<string, OtlpValue>): Generator<undefined, void> {
    const reader = this.#reader;
    const to = reader.frame(end);
    const spans: OtlpSpan[] = [];
    const logs: OtlpLogRecord[] = [];
    let scope: OtlpScope = { name: '', version: '' };
    while (reader.next(to)) {
      const framed = reader.wireType === WIRE_FRAME;
      if (framed && reader.field === SCOPE_ITEMS.scope) scope = readScope(reader, to);
      else if (framed && reader.field === SCOPE_ITEMS.items) {
        this.#item(to, { spans, logs });
        if (this.#items % PORTION === 0) yield undefined;
      } else reader.skip(to);
    }
    this.groups.push({ resource, scope, spans, logs });
  }

  /** One span or record; whatever is wrong inside of its frame, reading goes on behind it. */
  #item(end: number, into: { readonly spans: OtlpSpan[]; readonly logs: OtlpLogRecord[] }): void {
    const reader = this.#reader;
    const to = reader.frame(end);
    const where = this.#signal === 'traces' ? `span ${this.#items}` : `log record ${this.#items}`;
    this.#items += 1;
    try {
      if (this.#signal === 'logs') into.logs.push(readLog(reader, to));
      else {
        const span = readSpan(reader, to, { where, rejected: this.rejected });
        if (span) into.spans.push(span);
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.rejected.add('malformed', `${where}: ${error.message} at byte ${error.at}`);
    }
    reader.pos = to;
  }
}
