import type { ErrorAnswer } from '#domain/api-types.ts';

/** An answer of the API that is an error, with its stable code and what to do about it. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly help: string;

  constructor(status: number, error: ErrorAnswer['error']) {
    super(error.message);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = error.code;
    this.help = error.help;
  }
}

export type Params = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Parameters as a query; nothing is sent for what is not set, arrays become repeated values. */
export function queryOf(params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === '') continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Asks the API. The shape of an answer is fixed by the OpenAPI document that the API is tested against. */
export async function getJson<T>(
  path: string,
  options: { params?: Params; signal?: AbortSignal } = {},
): Promise<T> {
  const url = `/api/v1${path}${queryOf(options.params ?? {})}`;
  return answerOf<T>(await fetch(url, { ...(options.signal && { signal: options.signal }) }));
}

/** Asks with a body: for what must not stand in a URL. Like in a query, what is not set is not sent. */
export async function postJson<T>(path: string, params: Params, signal?: AbortSignal): Promise<T> {
  const set = Object.entries(params).filter(([, value]) => value !== '' && !isEmptyList(value));
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(set)),
  };
  return answerOf<T>(await fetch(`/api/v1${path}`, { ...init, ...(signal && { signal }) }));
}

const isEmptyList = (value: Params[string]): boolean => Array.isArray(value) && value.length === 0;

async function answerOf<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  throw new ApiProblem(response.status, await readProblem(response));
}

async function readProblem(response: Response): Promise<ErrorAnswer['error']> {
  const fallback = {
    code: `HTTP ${response.status}`,
    message: 'The server did not answer as expected.',
    help: '',
  };
  try {
    const body: Partial<ErrorAnswer> = await response.json();
    return body.error ?? fallback;
  } catch {
    return fallback;
  }
}
