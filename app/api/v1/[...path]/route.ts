import { Problem } from '../../_http/problem.ts';
import { serveAlways } from '../../_http/serve.ts';

/** Paths that no call has: the error has the same form as any other. */
export const { GET, POST, PUT, PATCH, DELETE } = serveAlways(
  new Problem('unknown_path', 'There is no such call.'),
);
