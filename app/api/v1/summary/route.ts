import { countSessions, readFigures, readJudgingLag, readServices } from '#db/queries/read-summary.ts';
import { toIso } from '#domain/iso-time.ts';
import { summarize } from '#domain/overview.ts';
import { summary } from '../../_contract/endpoints.ts';
import { Problem } from '../../_http/problem.ts';
import { rangeOf } from '../../_http/range.ts';
import { on, serve } from '../../_http/serve.ts';

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(summary, async ({ service, environment, ...given }, { db, now: clock }) => {
    const now = clock();
    const range = rangeOf(given, now);
    if (range instanceof Problem) return range;
    const query = { ...range, service, environment };
    const [figures, seen, sessions, judgingLagMs] = await Promise.all([
      readFigures(db, query),
      readServices(db, service),
      countSessions(db, query, now),
      readJudgingLag(db, now),
    ]);
    return {
      from: toIso(range.from),
      to: toIso(range.to),
      ...summarize(figures, seen),
      sessions,
      judgingLagMs,
    };
  }),
);
