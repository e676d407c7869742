import type { z } from 'zod';
import type { ProblemName } from '../_http/problem.ts';

/** One call of the API: the source of its parsing, its documentation and its tests. */
export interface Endpoint<
  Path extends z.ZodRawShape = z.ZodRawShape,
  Input extends z.ZodRawShape = z.ZodRawShape,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Parts of the path in braces. */
  readonly pathParameters: Path;
  /** Query parameters of a GET, members of the body of a POST. */
  readonly input: Input;
  readonly answer: Answer;
  /** A second success status with the same form, such as 503 of health. */
  readonly alsoStatus?: number;
  /** What can go wrong beside what every call shares. */
  readonly problems: readonly ProblemName[];
}

/** Keeps the exact types of the parts of a call. */
export function defineEndpoint<
  Path extends z.ZodRawShape,
  Input extends z.ZodRawShape,
  Answer extends z.ZodType,
>(endpoint: Endpoint<Path, Input, Answer>): Endpoint<Path, Input, Answer> {
  return endpoint;
}

/** Problems that every call can answer with. */
export const SHARED_PROBLEMS = [
  'unknown_parameter',
  'invalid_parameter',
  'host_refused',
  'database_away',
  'internal',
] as const satisfies readonly ProblemName[];
