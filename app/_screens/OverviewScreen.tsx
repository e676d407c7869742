'use client';

import Link from 'next/link';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Kpis } from '#components/overview/Kpis.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { Empty } from '#components/ui/Empty.tsx';
import { Lead } from '#components/ui/Lead.tsx';
import { LiveSwitch } from '#components/ui/LiveSwitch.tsx';
import { Segmented } from '#components/ui/Segmented.tsx';
import { Select } from '#components/ui/Select.tsx';
import { Skeleton } from '#components/ui/Skeleton.tsx';
import type { SummaryAnswer } from '#domain/api-types.ts';
import { overviewLead } from '#domain/words-info/overview-lead.ts';
import { AnswerProblem } from '../_client/Answer.tsx';
import { useGraveFindings, useRates, useSetup, useSummary } from '../_client/queries.ts';
import { DEFAULT_RANGE, RANGE_NAMES, RANGES, spanOf } from '../_client/ranges.ts';
import { OverviewPanels } from './OverviewPanels.tsx';

/** Of each severity, so many are asked for: those of one session become one row. */
const ASKED_FINDINGS = 20;

/** State now: one sentence, four figures, then where and why. */
export function OverviewScreen() {
  const [range, setRange] = useQueryState(
    'range',
    parseAsStringLiteral(RANGE_NAMES).withDefault(DEFAULT_RANGE),
  );
  const [service, setService] = useQueryState('service', parseAsString.withDefault(''));
  const [live, setLive] = useQueryState('live', parseAsBoolean.withDefault(true));
  const scope = { range, service, live };
  const summary = useSummary(scope);
  const rates = useRates(scope);
  const findings = useGraveFindings(scope, ASKED_FINDINGS);
  const setup = useSetup();
  const services = useSeenServices(summary.data, service);
  const empty = summary.data?.sessions === 0 && service === '' && setup.data?.received.length === 0;
  return (
    <div className="mx-auto max-w-[1520px] space-y-3.5 px-4 py-4 sm:px-6">
      <h1 className="sr-only">Overview</h1>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-[360px]">
          {summary.data ? <LeadSentence summary={summary.data} words={spanOf(range, 0).words} /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label="Range"
            options={RANGES}
            value={range}
            onChange={(value) => void setRange(value)}
          />
          <Select
            label="Service"
            value={service}
            options={[
              { value: '', label: 'all services' },
              ...services.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(value) => void setService(value || null)}
          />
          <LiveSwitch on={live} onChange={(on) => void setLive(on)} />
        </div>
      </div>
      <AnswerProblem asked={summary} what="The overview" />
      {summary.isPending ? <Skeleton label="Loading the overview" blocks={[96, 300, 240]} /> : null}
      {summary.data && empty ? <NothingYet /> : null}
      {summary.data && !empty ? (
        <>
          <Kpis summary={summary.data} />
          <OverviewPanels
            summary={summary.data}
            rates={rates.data}
            findings={findings.data}
            service={service}
            onService={(name) => void setService(name)}
          />
        </>
      ) : null}
    </div>
  );
}

function LeadSentence({ summary, words }: { readonly summary: SummaryAnswer; readonly words: string }) {
  const lead = overviewLead(summary, words);
  return (
    <Lead colour={lead.colour}>
      <strong className="font-[620]">{lead.strong}</strong> {lead.rest}
    </Lead>
  );
}

/** Services to choose from: those of the answer, kept while one of them is chosen. */
function useSeenServices(summary: SummaryAnswer | undefined, chosen: string): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const names = summary?.services.map((each) => each.service) ?? [];
  const fresh = names.filter((name) => !seen.includes(name));
  if (fresh.length > 0) setSeen([...seen, ...fresh].sort());
  return chosen === '' || seen.includes(chosen) ? seen : [...seen, chosen];
}

function NothingYet() {
  return (
    <Empty title="Nothing has arrived yet">
      <p>Point an MCP server at Seamark and its reconnects appear here as they are judged.</p>
      <p className="flex justify-center gap-2">
        <LinkButton href="/setup" strong>
          Set up a server
        </LinkButton>
      </p>
      <p>
        Or run <code className="rounded bg-soft px-1.5 py-0.5 font-mono text-xs">npm run demo</code> in
        another terminal: real servers and clients going through real failures.{' '}
        <Link href="/docs/verdicts" className="underline">
          What the verdicts mean
        </Link>
        .
      </p>
    </Empty>
  );
}
