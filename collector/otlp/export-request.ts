import type { IncomingMessage } from 'node:http';
import { assertUnreachable } from '#domain/assert-unreachable.ts';
import { errorCode } from '../error-code.ts';
import { KnownSessionIds } from '../ingest/known-session-ids.ts';
import { otlpToFactsInPortions } from '../ingest/otlp-to-facts.ts';
import { acceptedTimes } from '../ingest/time-range.ts';
import {
  type AnsweredSignal,
  encodeStatus,
  encodeSuccess,
  type PartialSuccess,
  RPC_CODES,
  type RpcCode,
} from './answers.ts';
import type { DecodeResult, Rejections, Signal } from './batch.ts';
import { ByteBudget } from './byte-budget.ts';
import { decodeJson } from './decode-json.ts';
import { decodeProtobufInPortions } from './decode-protobuf.ts';
import { inSlices } from './in-slices.ts';
import { ENCODINGS, encodingOf, MEDIA_TYPES, type MediaType, mediaTypeOf } from './media-type.ts';
import { type BodyResult, readBody } from './read-body.ts';
import type { ExportReport, OtlpServerOptions, StoreResult } from './server-options.ts';

/** What is sent back. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Why it refuses, for the log: in words of ours alone, without anything from the request. */
  readonly reason?: string;
}

type Outcome = Omit<ExportReport, 'signal' | 'transport' | 'milliseconds' | 'status' | 'bytes'>;

interface Done {
  readonly answer: Answer;
  /** Of the body, inflated. */
  readonly bytes?: number;
  readonly outcome?: Outcome;
}

const NOTHING: Outcome = { items: 0, stored: 0, repeated: 0, passedOver: 0, rejected: {} };
const METRICS_NOTE = 'Seamark takes traces and logs; metrics are accepted and not stored.';

/** Answers exports of all signals; one for each server, since requests share the budget of bytes. */
export class ExportRequests {
  readonly #options: OtlpServerOptions;
  readonly #budget: ByteBudget;
  readonly #known: KnownSessionIds;

  constructor(options: OtlpServerOptions) {
    this.#options = options;
    this.#budget = new ByteBudget(options.limits.maxInFlightBytes);
    this.#known = options.ingest.known ?? new KnownSessionIds();
  }

  /** Nothing when the sender has gone away. */
  async answer(signal: AnsweredSignal, request: IncomingMessage): Promise<Answer | undefined> {
    const began = performance.now();
    const done = await this.#work(signal, request);
    if (!done) return undefined;
    const { answer, bytes = 0, outcome = NOTHING } = done;
    const milliseconds = performance.now() - began;
    this.#options.onExport?.({
      signal,
      transport: 'http',
      status: answer.status,
      bytes,
      milliseconds,
      ...outcome,
    });
    return answer;
  }

  async #work(signal: AnsweredSignal, request: IncomingMessage): Promise<Done | undefined> {
    const type = mediaTypeOf(request.headers['content-type']);
    if (!type) {
      const message = `Content-Type must be ${Object.values(MEDIA_TYPES).join(' or ')}`;
      return { answer: refusal('json', { status: 415, code: RPC_CODES.invalidArgument, message }) };
    }
    const encoding = encodingOf(request.headers['content-encoding']);
    if (!encoding) {
      const message = `Content-Encoding must be one of ${ENCODINGS.join(', ')}`;
      return { answer: refusal(type, { status: 400, code: RPC_CODES.invalidArgument, message }) };
    }
    const { maxBodyBytes: maxBytes } = this.#options.limits;
    const body = await readBody(request, { encoding, maxBytes, budget: this.#budget });
    if (!body.ok) {
      const answer = this.#bodyRefusal(type, body.why);
      return answer && { answer };
    }
    try {
      return { ...(await this.#take(signal, { type, bytes: body.bytes })), bytes: body.bytes.length };
    } finally {
      this.#budget.give(body.bytes.length);
    }
  }

  async #take(
    signal: AnsweredSignal,
    body: { readonly type: MediaType; readonly bytes: Buffer },
  ): Promise<Done> {
    if (signal === 'metrics') {
      const partial = { rejected: 0, message: METRICS_NOTE };
      return { answer: success(signal, { type: body.type, partial }) };
    }
    const decoded = await decode(signal, body);
    if (!decoded.ok) {
      const refused = { status: 400, code: RPC_CODES.invalidArgument, message: decoded.message };
      const reason = `the body is no OTLP request in ${body.type}`;
      return { answer: { ...refusal(body.type, refused), reason } };
    }
    const { sessionIds, retentionDays } = this.#options.ingest;
    const times = acceptedTimes(this.#options.clock(), retentionDays);
    const result = await inSlices(
      otlpToFactsInPortions(decoded.batch, { sessionIds, known: this.#known, times }),
    );
    const items = decoded.batch.groups.reduce(
      (sum, group) => sum + group.spans.length + group.logs.length,
      0,
    );
    const stored = await this.#store(result.facts);
    const rejected = result.rejected.byCode;
    const outcome = { ...NOTHING, items, passedOver: result.passedOver, rejected };
    if (!stored.ok) return { answer: comeAgain(body.type, stored.code), outcome };
    const partial = partialSuccess(signal, { rejected: result.rejected, items });
    if (partial) this.#options.log.warn({ signal, rejected }, 'some of a batch was not stored');
    const { repeated } = stored;
    return {
      answer: success(signal, { type: body.type, partial }),
      outcome: { ...outcome, stored: stored.stored, repeated },
    };
  }

  async #store(facts: Parameters<OtlpServerOptions['sink']['store']>[0]): Promise<StoreResult> {
    if (facts.length === 0) return { ok: true, stored: 0, repeated: 0 };
    try {
      return await this.#options.sink.store(facts);
    } catch (error) {
      this.#options.log.error({ code: errorCode(error), facts: facts.length }, 'facts could not be stored');
      return { ok: false, code: 'unavailable' };
    }
  }

  #bodyRefusal(type: MediaType, why: Extract<BodyResult, { ok: false }>['why']): Answer | undefined {
    const { maxBodyBytes } = this.#options.limits;
    switch (why) {
      case 'aborted':
        return undefined;
      case 'busy':
        return comeAgain(type, 'queue_full');
      case 'broken':
        return refusal(type, {
          status: 400,
          code: RPC_CODES.invalidArgument,
          message: 'the body is not what its Content-Encoding says',
        });
      case 'too_large':
        return refusal(type, {
          status: 413,
          code: RPC_CODES.resourceExhausted,
          message: `the body is larger than ${maxBodyBytes} bytes; send smaller batches, or raise SEAMARK_MAX_BODY_MIB`,
        });
      default:
        return assertUnreachable(why);
    }
  }
}

function decode(
  signal: Signal,
  body: { readonly type: MediaType; readonly bytes: Buffer },
): Promise<DecodeResult> {
  if (body.type === 'protobuf') return inSlices(decodeProtobufInPortions(signal, body.bytes));
  return Promise.resolve(decodeJson(signal, body.bytes.toString('utf8')));
}

function partialSuccess(
  signal: Signal,
  of: { readonly rejected: Rejections; readonly items: number },
): PartialSuccess | undefined {
  const { count, first } = of.rejected;
  if (count === 0) return undefined;
  const what = signal === 'traces' ? 'spans' : 'log records';
  const more = count > first.length ? `; and ${count - first.length} more` : '';
  return {
    rejected: count,
    message: `${count} ${what} not stored, whole or in part: ${first.join('; ')}${more}`,
  };
}

function success(
  signal: AnsweredSignal,
  answer: { readonly type: MediaType; readonly partial: PartialSuccess | undefined },
): Answer {
  return { status: 200, type: MEDIA_TYPES[answer.type], body: encodeSuccess(signal, answer) };
}

/** An answer that refuses, in the form of the request. */
export function refusal(
  type: MediaType,
  why: { readonly status: number; readonly code: RpcCode; readonly message: string },
): Answer {
  const body = encodeStatus(type, why);
  return { status: why.status, type: MEDIA_TYPES[type], body, reason: why.message };
}

const COME_AGAIN = {
  unavailable: 'the database cannot be reached; nothing of this batch was stored',
  queue_full: 'too much is waiting to be stored; nothing of this batch was stored',
  failed: 'the batch could not be worked on; nothing of it was stored',
} as const;

/** 503 with a pause that differs from sender to sender, so that they do not all come back at once. */
export function comeAgain(type: MediaType, why: keyof typeof COME_AGAIN): Answer {
  const answer = refusal(type, { status: 503, code: RPC_CODES.unavailable, message: COME_AGAIN[why] });
  return { ...answer, headers: { 'retry-after': String(1 + Math.floor(Math.random() * 3)) } };
}
