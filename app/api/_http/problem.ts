import type { ErrorAnswer } from '#domain/api-types.ts';

interface ProblemInfo {
  readonly code: string;
  readonly status: number;
  readonly help: string;
}

/** Every error of the API with its stable code (explained in docs/errors.md), status and advice. */
export const PROBLEMS = {
  unknown_parameter: {
    code: 'SMK-201',
    status: 400,
    help: 'Unknown parameters are errors, so that a misspelt filter is never ignored. /api/v1/openapi.json lists what each call takes.',
  },
  invalid_parameter: {
    code: 'SMK-202',
    status: 400,
    help: 'Correct the value. /api/v1/openapi.json describes the form of each parameter.',
  },
  invalid_body: {
    code: 'SMK-203',
    status: 400,
    help: 'Send one JSON object with the content type application/json.',
  },
  session_not_found: {
    code: 'SMK-204',
    status: 404,
    help: 'Its telemetry may not have arrived or been judged yet, or it was older than the days that are taken in.',
  },
  raw_session_id: {
    code: 'SMK-205',
    status: 404,
    help: 'Sessions are addressed by the hash of their id. To find one by the id itself, send it as "query" to POST /api/v1/sessions/search: there it is hashed and appears in no URL and no log.',
  },
  invalid_cursor: {
    code: 'SMK-206',
    status: 400,
    help: 'A cursor belongs to the call, the session and the sort order that it came with. Start again without it.',
  },
  host_refused: {
    code: 'SMK-207',
    status: 403,
    help: 'Open Seamark by a loopback name such as http://127.0.0.1 or http://localhost.',
  },
  cross_origin: {
    code: 'SMK-208',
    status: 403,
    help: 'Requests that are not GET must come from the pages of Seamark itself or from a program, not from another site.',
  },
  database_away: {
    code: 'SMK-209',
    status: 503,
    help: 'The database does not answer, or is not migrated yet. Try again; what was acknowledged is kept.',
  },
  internal: {
    code: 'SMK-210',
    status: 500,
    help: 'This is a defect of Seamark. The log of the web has the details under the same code.',
  },
  unknown_path: {
    code: 'SMK-211',
    status: 404,
    help: '/api/v1/openapi.json lists all calls.',
  },
  method_not_allowed: {
    code: 'SMK-212',
    status: 405,
    help: 'The header Allow names the methods of this path.',
  },
  body_too_large: {
    code: 'SMK-213',
    status: 413,
    help: 'The body of a search is small. Send filters and one query.',
  },
  range_too_large: {
    code: 'SMK-214',
    status: 400,
    help: 'Ask for a shorter range or a longer step.',
  },
  otlp_elsewhere: {
    code: 'SMK-215',
    status: 404,
    help: 'This is the port of the pages and the API. Give the exporter the address above as its URL, or that address without its path as OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
} as const satisfies Record<string, ProblemInfo>;

export type ProblemName = keyof typeof PROBLEMS;

/** An expected failure as a value: which one, and what this case of it is. */
export class Problem {
  readonly name: ProblemName;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: ProblemName, message: string, headers: Readonly<Record<string, string>> = {}) {
    this.name = name;
    this.message = message;
    this.headers = headers;
  }

  /** The answer as it goes over HTTP. */
  toResponse(): Response {
    const { code, status, help } = PROBLEMS[this.name];
    const body: ErrorAnswer = { error: { code, message: this.message, help } };
    return Response.json(body, { status, headers: { ...NO_STORE, ...this.headers } });
  }
}

/** Answers tell of now and of one installation: nothing between may keep them. */
export const NO_STORE = { 'cache-control': 'no-store' } as const;
