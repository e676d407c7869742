import type { Json } from '#domain/api-types.ts';
import type { Evidence, EvidenceSource } from '#domain/judgement.ts';

const SOURCE_TITLE = {
  observed: 'seen happening',
  attested: 'said by the server',
  derived: 'worked out from what was seen',
} as const satisfies Record<EvidenceSource, string>;

/** One fact that was used: its name, its value, and where it comes from. */
export function EvidenceLine({ evidence }: { readonly evidence: Json<Evidence> }) {
  return (
    <span className="block text-xs text-muted [overflow-wrap:anywhere]">
      {evidence.name} <span className="font-mono text-[11.5px] text-ink">{evidence.value}</span>{' '}
      <span className="rounded bg-soft px-1 text-[11px]" title={SOURCE_TITLE[evidence.source]}>
        {evidence.source}
      </span>
      {evidence.session === undefined ? null : ' of another session'}
    </span>
  );
}
