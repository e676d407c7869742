import { Problem } from './problem.ts';

const MOST_BYTES = 64 * 1024;

/** Reads one small JSON object; the rest of a body that is too large is not read. */
export async function readJsonObject(request: Request): Promise<object | Problem> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  // A page of another site may send text/plain unasked, never this type: it is part of the guard.
  if (type !== 'application/json')
    return new Problem('invalid_body', 'The content type is not application/json.');
  const bytes = await readBounded(request);
  if (bytes === undefined)
    return new Problem('body_too_large', `The body has more than ${MOST_BYTES} bytes.`);
  const body = parse(new TextDecoder().decode(bytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return new Problem('invalid_body', 'The body is no JSON object.');
  }
  return body;
}

async function readBounded(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MOST_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Undefined for what is no JSON; the text itself goes into no message. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
