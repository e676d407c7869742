'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { RateByService } from '#components/charts/RateByService.tsx';
import { VerdictLegend } from '#components/charts/VerdictLegend.tsx';
import { VerdictMix } from '#components/charts/VerdictMix.tsx';
import { fromFirst, mixPoints, totalOf } from '#components/charts/verdict-series.ts';
import { FindingItem } from '#components/findings/FindingItem.tsx';
import { gravestFirst } from '#components/findings/gravest.ts';
import { MissingFacts } from '#components/overview/MissingFacts.tsx';
import { Panel } from '#components/overview/Panel.tsx';
import { Silence } from '#components/overview/Silence.tsx';
import { TopReasons } from '#components/overview/TopReasons.tsx';
import { Skeleton } from '#components/ui/Skeleton.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { FindingRow, RatesAnswer, SummaryAnswer } from '#domain/api-types.ts';
import { queryOf } from '../_client/api.ts';

interface OverviewPanelsProps {
  readonly summary: SummaryAnswer;
  readonly rates: RatesAnswer | undefined;
  readonly findings: readonly FindingRow[] | undefined;
  /** The service that is looked at; empty for all. */
  readonly service: string;
  readonly onService: (service: string) => void;
}

/** Where and why: the mix over time, services, findings, reasons, what is missing, who is silent. */
export function OverviewPanels({ summary, rates, findings, service, onService }: OverviewPanelsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
      <div className="min-w-0 space-y-3.5">
        <Panel title="What reconnects were told">
          {rates ? (
            <Mix rates={rates} service={service} />
          ) : (
            <Skeleton label="Loading the chart" blocks={[232]} />
          )}
          <VerdictLegend
            counts={summary.figures.verdicts}
            hrefOf={(verdict) => `/sessions${queryOf({ verdict, service })}`}
          />
        </Panel>
        <Panel
          title="Findings"
          note="the gravest first, medium and worse"
          action={
            <Link href="/findings" className="text-sm text-muted underline hover:text-ink">
              All findings
            </Link>
          }
        >
          <Gravest findings={findings} />
        </Panel>
      </div>
      <div className="min-w-0 space-y-3.5">
        <Panel title="Rate by service" note="with 95 % intervals; hollow below 20 judged">
          <RateByService services={summary.services} onService={onService} />
        </Panel>
        <Panel title="Top reasons">
          <TopReasons reasons={summary.reasons.filter((each) => each.verdict !== 'continuous').slice(0, 6)} />
        </Panel>
        <Panel title="Facts that were missing">
          <MissingFacts missing={summary.missing.slice(0, 5)} />
        </Panel>
        <Panel title="Last heard">
          <Silence services={summary.services} />
        </Panel>
      </div>
    </div>
  );
}

interface MixProps {
  readonly rates: RatesAnswer;
  /** The service that is looked at, when it is one. */
  readonly service: string;
}

function Mix({ rates, service }: MixProps) {
  const router = useRouter();
  const points = mixPoints(rates);
  const shown = fromFirst(points);
  const start = shown[0];
  if (start === undefined || shown.every((point) => totalOf(point) === 0)) {
    return <p className="grid h-[232px] place-items-center text-muted">No client came back in this range.</p>;
  }
  return (
    <>
      <VerdictMix
        points={shown}
        label="Verdicts over time, stacked"
        onPart={(verdict, at) => {
          const step = (shown[1]?.at ?? at) - (shown[0]?.at ?? at);
          const from = new Date(at).toISOString();
          const to = new Date(at + step).toISOString();
          router.push(`/sessions${queryOf({ verdict, from, to, service })}`);
        }}
      />
      {shown.length < points.length ? (
        <p className="text-[12.5px] text-muted">
          No client came back before <Time iso={new Date(start.at).toISOString()} form="seconds" />,{' '}
          <Time iso={new Date(start.at).toISOString()} form="day" />, in this range.
        </p>
      ) : null}
    </>
  );
}

const MOST_FINDINGS = 6;

function Gravest({ findings }: { readonly findings: readonly FindingRow[] | undefined }) {
  if (findings === undefined) return <Skeleton label="Loading findings" blocks={[52, 53, 54]} />;
  if (findings.length === 0) return <p className="text-muted">Nothing was found in this range.</p>;
  return (
    <ul>
      {gravestFirst(findings, MOST_FINDINGS).map(({ finding, count }) => (
        <FindingItem key={finding.id} finding={finding} alike={count} />
      ))}
    </ul>
  );
}
