/** The two forms of OTLP over HTTP. An answer has the form of its request. */
export const MEDIA_TYPES = { protobuf: 'application/x-protobuf', json: 'application/json' } as const;
export type MediaType = keyof typeof MEDIA_TYPES;

/** Of a Content-Type header, whatever its parameters; nothing when it is another one. */
export function mediaTypeOf(header: string | undefined): MediaType | undefined {
  const name = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (name === MEDIA_TYPES.protobuf) return 'protobuf';
  return name === MEDIA_TYPES.json ? 'json' : undefined;
}

export const ENCODINGS = ['identity', 'gzip', 'deflate'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Of a Content-Encoding header; nothing when it is one that is not understood, or several. */
export function encodingOf(header: string | undefined): Encoding | undefined {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '') return 'identity';
  if (name === 'x-gzip') return 'gzip';
  return ENCODINGS.find((encoding) => encoding === name);
}
