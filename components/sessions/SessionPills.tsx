import { Pill } from '#components/ui/Pill.tsx';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import type { SessionDetail } from '#domain/api-types.ts';
import { FINDING_KINDS, VERDICTS } from '#domain/words.ts';
import { countedFinding, FINDING_INFO } from '#domain/words-info/findings.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';

/** Findings that a verdict's pill says already. */
const SAID_BY_VERDICTS = ['fabricated_continuity', 'resync'];
/** A rejected incarnation is a refusal with its reason: one pill says both. */
const SAID_BY_FINDINGS = 'rejected_incarnation';

/** What there is in this session, counted: verdicts first, then findings. */
export function SessionPills({ session }: { readonly session: SessionDetail }) {
  const rejected = session.findings.some((finding) => finding.kind === SAID_BY_FINDINGS);
  const verdicts = VERDICTS.filter((verdict) => (session.verdicts[verdict] ?? 0) > 0);
  const kinds = FINDING_KINDS.filter((kind) => !SAID_BY_VERDICTS.includes(kind));
  return (
    <ul className="flex flex-wrap gap-2" aria-label="What there is in this session">
      {verdicts.map((verdict) => (
        <li key={verdict}>
          <Pill>
            <ShapeIcon shape={VERDICT_INFO[verdict].shape} colour={VERDICT_INFO[verdict].colour} />
            <span className={verdict === 'not_applicable' ? 'text-muted' : undefined}>
              {session.verdicts[verdict]} {VERDICT_INFO[verdict].short}
              {verdict === 'refused' && rejected ? ', incarnation rejected' : ''}
            </span>
          </Pill>
        </li>
      ))}
      {kinds.map((kind) => {
        const found = session.findings.filter((finding) => finding.kind === kind);
        if (found.length === 0 || (kind === SAID_BY_FINDINGS && (session.verdicts.refused ?? 0) > 0))
          return null;
        const info = FINDING_INFO[kind];
        return (
          <li key={kind}>
            <Pill>
              <ShapeIcon shape={info.shape} colour={info.colour} />
              {countedFinding(kind, found.length)}
            </Pill>
          </li>
        );
      })}
    </ul>
  );
}
