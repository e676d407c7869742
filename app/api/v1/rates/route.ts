import { readVerdictCounts } from '#db/queries/read-rates.ts';
import { rateSeries, stepFor, stepsIn } from '#domain/rate-series.ts';
import { rates } from '../../_contract/endpoints.ts';
import { Problem } from '../../_http/problem.ts';
import { rangeOf } from '../../_http/range.ts';
import { on, serve } from '../../_http/serve.ts';

/** More points than any chart has pixels. */
const MOST_STEPS = 2_000;
const MOST_POINTS = 100_000;

export const { GET, POST, PUT, PATCH, DELETE } = serve(
  on(rates, async ({ step, by, service, environment, ...given }, { db, now }) => {
    const range = rangeOf(given, now());
    if (range instanceof Problem) return range;
    const stepMs = step ?? stepFor(range);
    const steps = stepsIn(range, stepMs);
    if (steps > MOST_STEPS) {
      return new Problem('range_too_large', `The range has ${steps} steps; ${MOST_STEPS} are possible.`);
    }
    const counts = await readVerdictCounts(db, { ...range, stepMs, by, service, environment });
    const keys = new Set(counts.map(({ key }) => key));
    if (keys.size * steps > MOST_POINTS) {
      return new Problem('range_too_large', `${keys.size} series of ${steps} points are too many.`);
    }
    return { series: rateSeries(counts, { ...range, stepMs, always: by === undefined ? ['all'] : [] }) };
  }),
);
