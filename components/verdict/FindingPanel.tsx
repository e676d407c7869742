import { plural } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { FindingRow } from '#domain/api-types.ts';
import type { Target } from '#domain/timeline/model-types.ts';
import type { Reason } from '#domain/words.ts';
import { FINDING_INFO, SEVERITY_INFO, STRENGTH_INFO } from '#domain/words-info/findings.ts';
import { EvidenceLine } from './EvidenceLine.tsx';
import { PanelLinks } from './PanelLinks.tsx';

interface FindingPanelProps {
  readonly finding: FindingRow;
  /** The session on screen; a finding may speak of several. */
  readonly home: string;
  /** Links to what this session has of the attempts and runs that it speaks of; nothing for those elsewhere. */
  readonly hrefOf: (target: Target) => string | undefined;
  /** Why the attempt that it speaks of was judged as it was. */
  readonly reason?: Reason | undefined;
}

/** A finding that is nothing but its attempt's verdict is explained by the attempt's reason. */
function whyLink({ kind }: FindingRow, reason: Reason | undefined) {
  const byReason = kind === 'fabricated_continuity' && reason !== undefined;
  const href = byReason ? `/docs/verdicts/${reason}` : `/docs/findings/${kind}`;
  return { href, label: 'Why, and how to fix it' };
}

/** One finding: the sentence, how sure it is, and its evidence. */
export function FindingPanel({ finding, home, hrefOf, reason }: FindingPanelProps) {
  const info = FINDING_INFO[finding.kind];
  return (
    <>
      <p className="text-sm text-muted">
        Finding at <Time iso={finding.at} form="clock" /> ·{' '}
        {SEVERITY_INFO[finding.severity].title.toLowerCase()}
        {finding.count > 1 ? ` · ${plural(finding.count, 'time')}` : ''}
      </p>
      <h2 className="flex items-center gap-2 text-lg font-[620] tracking-tight">
        <ShapeIcon shape={info.shape} colour={info.colour} size={16} />
        {info.title}
      </h2>
      <p className="mt-1">{finding.sentence}</p>
      {finding.strength === undefined ? null : (
        <p className="mt-2 text-muted">
          <strong className="font-[580] text-ink">{STRENGTH_INFO[finding.strength].title}</strong>:{' '}
          {STRENGTH_INFO[finding.strength].sentence}
        </p>
      )}
      <Involved finding={finding} home={home} hrefOf={hrefOf} />
      <PanelLinks links={[whyLink(finding, reason)]} />
      <h3 className="mt-5 mb-1 text-xs font-[560] text-muted">Evidence</h3>
      <ul>
        {finding.evidence.map((evidence) => (
          <li
            key={`${evidence.name} ${evidence.value} ${evidence.fact ?? ''}`}
            className="border-t border-line py-1.5"
          >
            <EvidenceLine evidence={evidence} home={home} />
          </li>
        ))}
      </ul>
    </>
  );
}

const CHIP = 'rounded-full border border-line px-2.5 py-0.5 hover:border-strong-line hover:bg-soft';
const MOST_CHIPS = 12;

function Involved({ finding, home, hrefOf }: Omit<FindingPanelProps, 'reason'>) {
  const here = [
    ...finding.attempts.map((id, index) => ({
      target: { kind: 'attempt' as const, id },
      label: `reconnect ${index + 1}`,
    })),
    ...finding.executions.map((id, index) => ({
      target: { kind: 'run' as const, id },
      label: `run ${index + 1}`,
    })),
  ];
  const chips = here.flatMap(({ target, label }) => {
    const href = hrefOf(target);
    return href === undefined ? [] : [{ href, label }];
  });
  const elsewhere = [finding.session.id, ...finding.alsoOn].filter((id) => id !== home);
  if (chips.length + elsewhere.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-1.5 text-sm">
      {chips.slice(0, MOST_CHIPS).map((chip) => (
        <a key={chip.href} href={chip.href} className={CHIP}>
          {chip.label}
        </a>
      ))}
      {elsewhere.map((id) => (
        <a key={id} href={`/sessions/${encodeURIComponent(id)}`} className={`${CHIP} font-mono text-xs`}>
          session {id.slice(0, 8)}…
        </a>
      ))}
    </div>
  );
}
