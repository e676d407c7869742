import { Term } from '#components/ui/Term.tsx';
import type { Json } from '#domain/api-types.ts';
import type { Evidence, EvidenceSource } from '#domain/judgement.ts';

const SOURCE_TITLE = {
  observed: 'seen happening',
  attested: 'said by the server',
  derived: 'worked out from what was seen',
} as const satisfies Record<EvidenceSource, string>;

interface EvidenceLineProps {
  readonly evidence: Json<Evidence>;
  /** The session on screen; a fact of another one is linked to it. */
  readonly home?: string | undefined;
}

/** One fact that was used: its name, its value, and where it comes from. */
export function EvidenceLine({ evidence, home }: EvidenceLineProps) {
  const elsewhere = evidence.session === home ? undefined : evidence.session;
  return (
    <span className="block text-xs text-muted [overflow-wrap:anywhere]">
      <Term name={evidence.name.replaceAll('_', ' ')} />{' '}
      <span className="font-mono text-[11.5px] text-ink">{evidence.value}</span>{' '}
      <abbr
        className="cursor-help rounded bg-soft px-1 text-[11px] no-underline"
        title={SOURCE_TITLE[evidence.source]}
      >
        {evidence.source}
      </abbr>
      {elsewhere === undefined ? null : (
        <>
          {' '}
          in{' '}
          <a
            href={`/sessions/${encodeURIComponent(elsewhere)}`}
            className="font-mono underline hover:text-ink"
          >
            {elsewhere.slice(0, 8)}…
          </a>
        </>
      )}
    </span>
  );
}
