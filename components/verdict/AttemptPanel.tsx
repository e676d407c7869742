import { CopyButton } from '#components/ui/CopyButton.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { FactJson, Json } from '#domain/api-types.ts';
import type { Attempt } from '#domain/judgement.ts';
import { NOTE_INFO, TAG_INFO } from '#domain/words-info/answers.ts';
import { attemptSentence } from '#domain/words-info/attempt-sentence.ts';
import { givenText, owedText, withoutIdText } from '#domain/words-info/attempt-words.ts';
import { REASON_INFO } from '#domain/words-info/reasons.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { CheckList } from './CheckList.tsx';
import { DetailList } from './DetailList.tsx';
import { PanelLinks } from './PanelLinks.tsx';
import { RawFacts } from './RawFacts.tsx';
import { ThreeAnswers } from './ThreeAnswers.tsx';

type AttemptJson = Json<Attempt>;

interface AttemptPanelProps {
  readonly attempt: AttemptJson;
  readonly sessionId: string;
  readonly facts: readonly FactJson[];
  /** Address of a trace in another tool, when the installation has one. */
  readonly traceHref?: string | undefined;
}

/** One reconnect: what happened in a sentence, the three answers, then the proof. */
export function AttemptPanel({ attempt, sessionId, facts, traceHref }: AttemptPanelProps) {
  const reason = attempt.reasons[0];
  return (
    <>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        Reconnect at <Time iso={attempt.at} form="clock" />
        {attempt.method === undefined ? '' : `, ${attempt.method}`}{' '}
        {attempt.lastEventId === undefined ? (
          withoutIdText(attempt)
        ) : (
          <>
            with <code className="font-mono text-xs">{attempt.lastEventId}</code>
          </>
        )}
        {attempt.status === undefined ? '' : `, answered ${attempt.status}`}
      </p>
      <h2 className="text-lg font-[620] tracking-tight">{VERDICT_INFO[attempt.verdict].title}</h2>
      <p className="mt-1">{attemptSentence(attempt)}</p>
      <ThreeAnswers attempt={attempt} />
      <SaidOwedGiven attempt={attempt} />
      <Missing attempt={attempt} />
      <Remarks attempt={attempt} />
      <CheckList checks={attempt.checks} />
      <DetailList rows={detailsOf(attempt)} />
      <PanelLinks links={linksOf({ sessionId, reason, traceHref })} />
      <RawFacts facts={facts} />
    </>
  );
}

/** Where it happened, for those who look on in logs and traces. */
function detailsOf({ service, instance, traceId }: AttemptJson) {
  const where = instance === undefined ? service : `${service} · ${instance}`;
  const trace = (
    <>
      <code className="font-mono text-xs">{traceId}</code> <CopyButton text={traceId} name="the trace id" />
    </>
  );
  return [
    { name: 'Served by', value: where },
    { name: 'Trace', value: trace },
  ];
}

interface LinkPlaces {
  readonly sessionId: string;
  readonly reason: AttemptJson['reasons'][number] | undefined;
  readonly traceHref: string | undefined;
}

function linksOf({ sessionId, reason, traceHref }: LinkPlaces) {
  return [
    ...(reason === undefined ? [] : [{ href: `/docs/verdicts/${reason}`, label: 'Why, and how to fix it' }]),
    ...(traceHref === undefined ? [] : [{ href: traceHref, label: 'Trace' }]),
    { href: `/api/v1/sessions/${encodeURIComponent(sessionId)}`, label: 'As JSON' },
  ];
}

function SaidOwedGiven({ attempt }: { readonly attempt: AttemptJson }) {
  const differs = attempt.claimed !== undefined && attempt.claimed !== attempt.verdict;
  const owed = owedText(attempt);
  return (
    <p className="text-muted">
      {attempt.claimed === undefined ? null : (
        <>
          The server said{' '}
          <strong className={differs ? 'font-[580] text-fabricated' : 'font-[580] text-ink'}>
            {attempt.claimed}
          </strong>
          .{' '}
        </>
      )}
      {owed === undefined ? (
        'What it owed cannot be told; it gave '
      ) : (
        <>
          It owed <strong className="font-[580] text-ink">{owed}</strong> and gave{' '}
        </>
      )}
      <strong className="font-[580] text-ink">{givenText(attempt)}</strong>
      {attempt.replayedCount === undefined || attempt.given === 'refusal'
        ? '.'
        : ` with ${attempt.replayedCount} replayed.`}
    </p>
  );
}

/** What was not reported. Only where the verdict is open would it decide anything. */
function Missing({ attempt }: { readonly attempt: AttemptJson }) {
  const { missing, verdict } = attempt;
  if (missing.length === 0) return null;
  return (
    <div className="mt-3 rounded-lg border border-dashed border-strong-line px-3 py-2">
      <p className="text-sm font-[560]">
        {verdict === 'indeterminate' ? 'Facts that would decide it' : 'Also not reported'}
      </p>
      <ul className="mt-0.5 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
        {missing.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

function Remarks({ attempt }: { readonly attempt: AttemptJson }) {
  const remarks = [
    ...attempt.reasons.slice(1).map((reason) => ({ id: reason, text: `also: ${REASON_INFO[reason].fact}` })),
    ...attempt.notes.map((note) => ({ id: note, text: NOTE_INFO[note] })),
    ...attempt.tags.map((tag) => ({ id: tag, text: TAG_INFO[tag] })),
  ];
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-3 space-y-1 text-sm text-muted">
      {remarks.map((remark) => (
        <li key={remark.id} className="flex gap-2">
          <span aria-hidden="true">·</span>
          <span>
            {remark.text} <code className="rounded bg-soft px-1 font-mono text-[11px]">{remark.id}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
