import type { MediaType } from './media-type.ts';

/** `google.rpc.Code`, as far as OTLP's answers use them. */
export const RPC_CODES = {
  invalidArgument: 3,
  permissionDenied: 7,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  unavailable: 14,
} as const;
export type RpcCode = (typeof RPC_CODES)[keyof typeof RPC_CODES];

/** What was not stored; the sentence alone, with a count of 0, is a warning (OTLP specification, "Partial Success"). */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

/** Name of the count in each signal's answer. In protobuf it is field 1 in all of them. */
const COUNT_NAMES = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const;
export type AnsweredSignal = keyof typeof COUNT_NAMES;

const FIELD_1_VARINT = 0x08;
const FIELD_1_FRAME = 0x0a;
const FIELD_2_FRAME = 0x12;

/** `Export…ServiceResponse`: empty when all was taken. */
export function encodeSuccess(
  signal: AnsweredSignal,
  answer: { readonly type: MediaType; readonly partial: PartialSuccess | undefined },
): Buffer {
  const { partial } = answer;
  if (answer.type === 'json') {
    const body = partial && {
      partialSuccess: { [COUNT_NAMES[signal]]: String(partial.rejected), errorMessage: partial.message },
    };
    return Buffer.from(JSON.stringify(body ?? {}));
  }
  if (!partial) return Buffer.alloc(0);
  const count = partial.rejected === 0 ? [] : [FIELD_1_VARINT, ...varint(partial.rejected)];
  return frame(
    FIELD_1_FRAME,
    Buffer.concat([Buffer.from(count), frame(FIELD_2_FRAME, Buffer.from(partial.message))]),
  );
}

/** `google.rpc.Status`, which OTLP answers with where it refuses. */
export function encodeStatus(
  type: MediaType,
  status: { readonly code: RpcCode; readonly message: string },
): Buffer {
  const { code: number, message } = status;
  if (type === 'json') return Buffer.from(JSON.stringify({ code: number, message }));
  const code = Buffer.from([FIELD_1_VARINT, ...varint(number)]);
  return Buffer.concat([code, frame(FIELD_2_FRAME, Buffer.from(message))]);
}

function frame(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...varint(content.length)]), content]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}
