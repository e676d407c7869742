import { countText, intervalText, percentText, plural } from '#components/ui/numbers.ts';
import type { SummaryAnswer } from '#domain/api-types.ts';
import { Kpi, KpiPair } from './Kpi.tsx';

/** The four figures of the state, each with what it is of. */
export function Kpis({ summary }: { readonly summary: SummaryAnswer }) {
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:gap-3.5 xl:grid-cols-4">
      <FabricatedKpi summary={summary} />
      <DoublesKpi summary={summary} />
      <HonestKpi summary={summary} />
      <UndecidedKpi summary={summary} />
    </div>
  );
}

function FabricatedKpi({ summary }: { readonly summary: SummaryAnswer }) {
  const { figures } = summary;
  if (figures.rate === null || figures.low === null || figures.high === null) {
    return (
      <Kpi title="Fabricated continuity" value="no resumptions" href="/sessions">
        nothing was judged: this is not 0 %
      </Kpi>
    );
  }
  return (
    <Kpi
      title="Fabricated continuity"
      href="/sessions?verdict=fabricated"
      value={percentText(figures.rate)}
      colour={figures.fabricated > 0 ? 'fabricated' : undefined}
    >
      {countText(figures.fabricated)} of {countText(figures.judged)} judged ·{' '}
      {intervalText(figures.low, figures.high)} at 95 %
    </Kpi>
  );
}

function DoublesKpi({ summary }: { readonly summary: SummaryAnswer }) {
  const { proven, probable, possible, destructive } = summary.doubles;
  const sure = proven + probable;
  return (
    <Kpi
      title="Calls that ran twice"
      href="/findings?kind=double_execution"
      value={countText(sure)}
      colour={sure > 0 ? 'exec' : undefined}
    >
      {sure === 0 ? 'none proven or probable' : `${proven} proven, ${probable} probable`}
      {destructive > 0 ? ` · ${destructive} of them destructive` : ''}
      {possible > 0 ? ` · ${possible} more possible` : ''}
    </Kpi>
  );
}

function HonestKpi({ summary }: { readonly summary: SummaryAnswer }) {
  const { resyncs, rejectedIncarnations } = summary;
  const given = resyncs.eventsGivenUp;
  return (
    <KpiPair
      first={{
        title: 'Rejected incarnations',
        href: '/sessions?finding=rejected_incarnation',
        value: countText(rejectedIncarnations),
      }}
      second={{ title: 'Resyncs', href: '/sessions?finding=resync', value: countText(resyncs.count) }}
    >
      honest answers{given > 0 ? `; ${plural(given, 'event')} given up` : ''}
    </KpiPair>
  );
}

function UndecidedKpi({ summary }: { readonly summary: SummaryAnswer }) {
  const { figures, missing } = summary;
  if (figures.attempts === 0) {
    return (
      <Kpi title="Could not be judged" value="–" href="/sessions">
        no reconnects
      </Kpi>
    );
  }
  const lacking = missing[0];
  const idle = figures.verdicts.not_applicable ?? 0;
  return (
    <Kpi
      title="Could not be judged"
      href="/sessions?verdict=indeterminate"
      value={percentText(figures.indeterminate / figures.attempts)}
    >
      {countText(figures.indeterminate)} of {countText(figures.attempts)}
      {idle > 0 ? ` · ${countText(idle)} had nothing to resume` : ''}
      {lacking === undefined || figures.indeterminate === 0 ? '' : ` · most lack ${lacking.name}`}
    </Kpi>
  );
}
