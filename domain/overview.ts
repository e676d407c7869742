import type { SummaryAnswer } from './api-types.ts';
import { rateFigures, type VerdictCounts } from './rates.ts';
import { REASONS, type Strength, VERDICTS } from './words.ts';

/** One figure of a range: what was counted, of which service, how often. */
export interface Figure {
  readonly measure: string;
  readonly service: string;
  readonly name: string;
  readonly extra: string;
  readonly count: number;
}

/** When a service was last heard of, as ISO 8601. */
export interface ServiceSeen {
  readonly service: string;
  readonly lastFactAt: string;
  readonly lastHeartbeatAt: string | null;
}

/** The part of the overview that follows from figures alone. */
export type FigureSummary = Omit<SummaryAnswer, 'from' | 'to' | 'sessions' | 'judgingLagMs'>;

const MOST_LISTED = 20;

/** Adds the figures of a range up to what the overview shows; silent services are listed too. */
export function summarize(figures: readonly Figure[], seen: readonly ServiceSeen[]): FigureSummary {
  const finding = (name: string) => total(figures, { measure: 'finding', name });
  return {
    figures: rateFigures(verdictsOf(figures)),
    services: services(figures, seen),
    resyncs: {
      count: finding('resync'),
      eventsGivenUp: total(figures, { measure: 'given_up', name: 'resync' }),
    },
    rejectedIncarnations: finding('rejected_incarnation'),
    doubles: doubles(figures),
    lostResults: finding('lost_result'),
    reasons: reasons(figures),
    missing: counted(figures, 'missing').map(([name, count]) => ({ name, count })),
  };
}

function services(figures: readonly Figure[], seen: readonly ServiceSeen[]): FigureSummary['services'] {
  const names = new Set([...seen.map(({ service }) => service), ...figures.map(({ service }) => service)]);
  return [...names].sort().map((service) => {
    const known = seen.find((one) => one.service === service);
    return {
      service,
      lastFactAt: known?.lastFactAt ?? null,
      lastHeartbeatAt: known?.lastHeartbeatAt ?? null,
      ...rateFigures(verdictsOf(figures.filter((figure) => figure.service === service))),
    };
  });
}

function verdictsOf(figures: readonly Figure[]): VerdictCounts {
  const counts = VERDICTS.map((name) => [name, total(figures, { measure: 'verdict', name })] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function doubles(figures: readonly Figure[]): FigureSummary['doubles'] {
  const of = (extra: Strength) => total(figures, { measure: 'finding', name: 'double_execution', extra });
  // Agents repeat calls on purpose: what is only possible is listed, never counted as harm.
  const harmful = ['proven', 'probable'] as const satisfies readonly Strength[];
  const destructive = harmful.map((name) => total(figures, { measure: 'destructive_double', name }));
  return {
    proven: of('proven'),
    probable: of('probable'),
    possible: of('possible'),
    destructive: destructive.reduce((sum, count) => sum + count, 0),
  };
}

/** Primary reasons with the verdict that they led to, the most common first. */
function reasons(figures: readonly Figure[]): FigureSummary['reasons'] {
  const found = REASONS.flatMap((reason) =>
    VERDICTS.map((verdict) => ({
      reason,
      verdict,
      count: total(figures, { measure: 'reason', name: reason, extra: verdict }),
    })),
  );
  return found
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_LISTED);
}

/** Names of one measure with their counts, the most common first. */
function counted(figures: readonly Figure[], measure: string): readonly (readonly [string, number])[] {
  const names = new Set(figures.filter((figure) => figure.measure === measure).map(({ name }) => name));
  return [...names]
    .map((name) => [name, total(figures, { measure, name })] as const)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MOST_LISTED);
}

function total(
  figures: readonly Figure[],
  wanted: { readonly measure: string; readonly name: string; readonly extra?: string },
): number {
  return figures
    .filter(
      ({ measure, name, extra }) =>
        measure === wanted.measure &&
        name === wanted.name &&
        (wanted.extra === undefined || extra === wanted.extra),
    )
    .reduce((sum, { count }) => sum + count, 0);
}
