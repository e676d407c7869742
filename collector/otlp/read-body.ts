import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { assertUnreachable } from '#domain/assert-unreachable.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { Encoding } from './media-type.ts';

type Failure = 'too_large' | 'busy' | 'broken' | 'aborted';

export type BodyResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly why: Failure };

export interface BodyOptions {
  readonly encoding: Encoding;
  /** Of the body, both as sent and inflated. */
  readonly maxBytes: number;
  /** What is held is taken from here; the caller gives the length of the result back when it has done with it. */
  readonly budget: ByteBudget;
}

/**
 * Reads a body as it comes, inflating and counting, so that neither a long one nor a small one that inflates without
 * end is ever held whole. Whatever is wrong, the rest of the request is still read and thrown away: a sender that is
 * cut off while sending would not see the answer.
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<BodyResult> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > options.maxBytes) {
    request.resume();
    return { ok: false, why: 'too_large' };
  }
  const inflater = await inflaterFor(request, options.encoding);
  const result = await collect(request, { ...options, inflater });
  if (!result.ok) {
    if (inflater) request.unpipe(inflater);
    inflater?.destroy();
    request.resume();
  }
  return result;
}

function collect(
  request: IncomingMessage,
  options: BodyOptions & { readonly inflater: Transform | undefined },
): Promise<BodyResult> {
  const { inflater, budget, maxBytes } = options;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let [size, sent, done] = [0, 0, false];
    const settle = (result: BodyResult) => {
      if (done) return;
      done = true;
      source.off('data', take);
      if (!result.ok) budget.give(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      resolve(result);
    };
    const fail = (why: Failure) => settle({ ok: false, why });
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail('too_large');
      else if (!budget.take(chunk.length)) fail('busy');
      else chunks.push(chunk);
    };
    const source: Readable = inflater ? request.pipe(inflater) : request;
    if (inflater) {
      request.on('data', (chunk: Buffer) => {
        sent += chunk.length;
        if (sent > maxBytes) fail('too_large');
      });
      inflater.on('error', () => fail('broken'));
    }
    source.on('data', take);
    source.once('end', () => settle({ ok: true, bytes: Buffer.concat(chunks, size) }));
    request.on('error', () => fail('aborted'));
    request.once('close', () => {
      if (!request.complete) fail('aborted');
    });
  });
}

async function inflaterFor(request: IncomingMessage, encoding: Encoding): Promise<Transform | undefined> {
  switch (encoding) {
    case 'identity':
      return undefined;
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return (await isZlib(request)) ? createInflate() : createInflateRaw();
    default:
      return assertUnreachable(encoding);
  }
}

/**
 * HTTP's `deflate` is the zlib format (RFC 9110 section 8.4.1.2), but some senders leave its header away. The header's
 * first byte names the method in its low half: 8.
 */
function isZlib(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    request.once('readable', () => {
      const chunk: unknown = request.read();
      if (!Buffer.isBuffer(chunk) || chunk[0] === undefined) {
        resolve(true);
        return;
      }
      request.unshift(chunk);
      resolve((chunk[0] & 0x0f) === 8);
    });
    request.once('close', () => resolve(true));
  });
}
