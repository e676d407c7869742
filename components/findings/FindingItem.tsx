import Link from 'next/link';
import { plural } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { FindingRow } from '#domain/api-types.ts';
import { FINDING_INFO, SEVERITY_INFO } from '#domain/words-info/findings.ts';

/** The address of a finding: its session with the finding selected. */
export const findingHref = (finding: FindingRow): string =>
  `/sessions/${encodeURIComponent(finding.session.id)}?sel=${encodeURIComponent(`finding:${finding.id}`)}`;

interface FindingItemProps {
  readonly finding: FindingRow;
  /** How many of its kind the session shows, this one included. */
  readonly alike?: number;
}

/** One finding as a row that leads to its place on the timeline. */
export function FindingItem({ finding, alike = 1 }: FindingItemProps) {
  const info = FINDING_INFO[finding.kind];
  const severity = SEVERITY_INFO[finding.severity];
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        href={findingHref(finding)}
        className="grid grid-cols-[20px_1fr] gap-2 rounded-md px-1 py-2 hover:bg-soft"
      >
        <span className="pt-[4px]">
          <ShapeIcon shape={info.shape} colour={info.colour} size={14} />
        </span>
        <span className="min-w-0">
          <span className="flex items-baseline gap-2">
            <strong className="font-[580]">
              {info.title}
              {finding.strength === undefined ? '' : `, ${finding.strength}`}
            </strong>
            {finding.tool === undefined ? null : (
              <span className="min-w-0 truncate font-mono text-[12.5px]">{finding.tool}</span>
            )}
            <span className="ml-auto text-[12.5px]" style={{ color: `var(--${severity.colour})` }}>
              {severity.title.toLowerCase()}
            </span>
          </span>
          <span className="block [overflow-wrap:anywhere]">{finding.sentence}</span>
          <span className="block text-[12.5px] text-muted">
            {finding.service} · <span className="font-mono text-xs">{finding.session.label}…</span> ·{' '}
            <Time iso={finding.at} form="ago" />
            {finding.count > 1 ? ` · ${plural(finding.count, 'time')}` : ''}
            {alike > 1 ? ` · and ${alike - 1} more like it in this session` : ''}
            {finding.clientName === null ? '' : ` · ${finding.clientName}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
