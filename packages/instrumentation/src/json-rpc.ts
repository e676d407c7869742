import { type EventKind, METHOD_RESYNC } from '@seamark/semconv';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** JSON-RPC 2.0, section 4: the number 7 and the string "7" are two ids, told apart by the quotes. */
export function requestIdText(id: unknown): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? JSON.stringify(id) : undefined;
}

/** What one JSON-RPC message is, as far as telemetry needs to know. */
export interface MessageView {
  readonly kind: EventKind;
  readonly requestId?: string | undefined;
  readonly method?: string | undefined;
}

/**
 * Kind of a message on a stream. A priming event is stored as `{}` by the 1.x SDK and written with empty data.
 * Anything else that is no message yields `undefined`.
 */
export function viewMessage(message: unknown): MessageView | undefined {
  if (!isObject(message)) return undefined;
  const method = asText(message.method);
  const requestId = requestIdText(message.id);
  if (method !== undefined) {
    if (requestId !== undefined) return { kind: 'request', requestId, method };
    return { kind: 'notification', method };
  }
  if ('result' in message) return { kind: 'result', requestId };
  if ('error' in message) return { kind: 'error', requestId };
  return Object.keys(message).length === 0 ? { kind: 'priming' } : undefined;
}

/** What a resync event declares (page "Telemetry", section 5). */
export interface Resync {
  readonly earliest?: string | number | undefined;
  readonly unrecoverable?: boolean | undefined;
}

export function viewResync(message: unknown): Resync {
  const params = isObject(message) ? message.params : undefined;
  if (!isObject(params)) return {};
  const { earliest, unrecoverable } = params;
  return {
    earliest: typeof earliest === 'string' || isWhole(earliest) ? earliest : undefined,
    unrecoverable: typeof unrecoverable === 'boolean' ? unrecoverable : undefined,
  };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function isResyncMethod(view: MessageView | undefined): boolean {
  return view?.kind === 'notification' && view.method === METHOD_RESYNC;
}

/** The machine-readable code of an error body: the application's own, else JSON-RPC's number. */
export function errorCode(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const error = body.error;
  if (isObject(error)) {
    const data = error.data;
    return codeText(isObject(data) ? data.code : undefined) ?? codeText(error.code);
  }
  return codeText(error) ?? codeText(body.code);
}

function codeText(code: unknown): string | undefined {
  if (typeof code === 'number' && Number.isSafeInteger(code)) return String(code);
  return typeof code === 'string' && /^[\w.:/-]{1,100}$/.test(code) ? code : undefined;
}
