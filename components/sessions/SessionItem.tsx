import Link from 'next/link';
import { plural } from '#components/ui/numbers.ts';
import { Time } from '#components/ui/Time.tsx';
import { VerdictCounts } from '#components/verdict/VerdictCounts.tsx';
import type { SessionRow } from '#domain/api-types.ts';
import { isoMs } from '#domain/timeline/range.ts';
import { durationText } from '#domain/timeline/ruler.ts';
import { VERDICTS } from '#domain/words.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { FindingCounts } from './FindingCounts.tsx';
import { MiniTimeline } from './MiniTimeline.tsx';

const SAID_BY_VERDICTS = ['fabricated_continuity', 'resync'] as const;

/** One session as a row that is a link; its edge has the colour of its worst verdict. */
export function SessionItem({ session }: { readonly session: SessionRow }) {
  const worst = VERDICTS.find((verdict) => (session.verdicts[verdict] ?? 0) > 0);
  const edge =
    worst === undefined || VERDICT_INFO[worst].honest
      ? 'transparent'
      : `var(--${VERDICT_INFO[worst].colour})`;
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        href={`/sessions/${encodeURIComponent(session.id)}`}
        style={{ borderLeftColor: edge }}
        className="grid grid-cols-1 gap-x-5 gap-y-1.5 border-l-[3px] px-3.5 py-2.5 hover:bg-soft md:grid-cols-[minmax(200px,1.1fr)_minmax(140px,1fr)_minmax(220px,1.4fr)]"
      >
        <span className="min-w-0">
          <span className="flex items-baseline gap-2">
            <span className="font-mono text-[13px] font-[560]">{session.label}…</span>
            <span className="truncate">{session.service}</span>
          </span>
          <span className="block truncate text-[12.5px] text-muted">{describe(session)}</span>
        </span>
        <span className="min-w-0">
          <MiniTimeline session={session} />
          <span className="flex justify-between text-[12px] text-muted">
            <Time iso={session.lastSeen} form="ago" />
            <span>{durationText(Math.max(isoMs(session.lastSeen) - isoMs(session.firstSeen), 0))}</span>
          </span>
        </span>
        <span className="flex min-w-0 flex-col gap-0.5">
          <VerdictCounts counts={session.verdicts} />
          <FindingCounts counts={session.findings} without={SAID_BY_VERDICTS} most={3} />
        </span>
      </Link>
    </li>
  );
}

function describe(session: SessionRow): string {
  const client =
    session.clientName === null
      ? undefined
      : [session.clientName, session.clientVersion].filter(Boolean).join(' ');
  const parts = [
    client,
    session.era === 'sessionless' ? 'sessionless' : undefined,
    session.protocol === null ? undefined : `protocol ${session.protocol}`,
    session.environment ?? undefined,
    session.executions > 0 ? plural(session.executions, 'call') : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
