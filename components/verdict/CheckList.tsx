import type { Json } from '#domain/api-types.ts';
import type { CheckOutcome } from '#domain/judgement.ts';
import type { CheckResult } from '#domain/words.ts';
import { CHECK_INFO, CHECK_RESULT_INFO } from '#domain/words-info/checks.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { EvidenceLine } from './EvidenceLine.tsx';

type CheckJson = Json<CheckOutcome>;

/** The proof: each check with its result and the facts that it used. What does not apply is folded away. */
export function CheckList({ checks }: { readonly checks: readonly CheckJson[] }) {
  const asked = checks.filter((check) => check.result !== 'not_applicable');
  const idle = checks.filter((check) => check.result === 'not_applicable');
  return (
    <section aria-label="Checks">
      <h3 className="mt-5 mb-1 text-xs font-[560] text-muted">Checks</h3>
      <ul>
        {asked.map((check) => (
          <CheckRow key={check.check} check={check} />
        ))}
      </ul>
      {idle.length === 0 ? null : (
        <details className="border-t border-line pt-1.5">
          <summary className="text-sm text-muted hover:text-ink">
            {idle.length === 1 ? '1 check does not apply' : `${idle.length} checks do not apply`}
          </summary>
          <ul className="mt-1">
            {idle.map((check) => (
              <CheckRow key={check.check} check={check} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function CheckRow({ check }: { readonly check: CheckJson }) {
  const info = CHECK_INFO[check.check];
  return (
    <li className="grid grid-cols-[18px_1fr] gap-2 border-t border-line py-1.5" title={info.question}>
      <ResultGlyph result={check.result} />
      <div className="min-w-0">
        <span title={info.question}>{info.title}</span>
        <span className="sr-only">: {CHECK_RESULT_INFO[check.result].word}</span>
        {check.reasons.map((reason) => (
          <span key={reason} className="block text-sm text-fabricated">
            {REASON_INFO[reason].fact}
          </span>
        ))}
        {check.facts.map((fact) => (
          <EvidenceLine key={`${fact.name} ${fact.value} ${fact.fact ?? ''}`} evidence={fact} />
        ))}
        {check.result === 'unknown' && check.missing.length > 0 ? (
          <span className="block text-xs text-muted">not reported: {check.missing.join(', ')}</span>
        ) : null}
        {check.error === undefined ? null : (
          <span className="block text-xs text-misrefused">the check itself failed ({check.error})</span>
        )}
      </div>
    </li>
  );
}

const GLYPHS = {
  holds: { path: 'M2 7.5l3.2 3.2L12 3.5', colour: 'continuous' },
  fails: { path: 'M3 3l8 8M11 3l-8 8', colour: 'fabricated' },
  unknown: { path: 'M4.6 4.8a2.4 2.4 0 1 1 3.7 2c-.9.6-1.3 1-1.3 2M7 11.2v.3', colour: 'muted' },
  not_applicable: { path: 'M3 7h8', colour: 'muted' },
} as const satisfies Record<CheckResult, { readonly path: string; readonly colour: string }>;

function ResultGlyph({ result }: { readonly result: CheckResult }) {
  const glyph = GLYPHS[result];
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className="mt-[3px]">
      <path
        d={glyph.path}
        fill="none"
        stroke={`var(--${glyph.colour})`}
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
