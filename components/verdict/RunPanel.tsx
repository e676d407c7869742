import { CopyButton } from '#components/ui/CopyButton.tsx';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { FactJson, FindingRow, Json } from '#domain/api-types.ts';
import type { Execution } from '#domain/judgement.ts';
import type { Target } from '#domain/timeline/model-types.ts';
import { isoMs } from '#domain/timeline/range.ts';
import { durationText } from '#domain/timeline/ruler.ts';
import { FINDING_INFO } from '#domain/words-info/findings.ts';
import { DetailList } from './DetailList.tsx';
import { PanelLinks } from './PanelLinks.tsx';
import { RawFacts } from './RawFacts.tsx';

type ExecutionJson = Json<Execution>;

interface RunPanelProps {
  readonly run: ExecutionJson;
  readonly facts: readonly FactJson[];
  readonly traceHref?: string | undefined;
  /** Findings that say that this call ran twice. */
  readonly doubles: readonly FindingRow[];
  readonly hrefOf: (target: Target) => string;
}

/** One run of a tool: what is known of it, and whether its result reached anybody. */
export function RunPanel({ run, facts, traceHref, doubles, hrefOf }: RunPanelProps) {
  return (
    <>
      <p className="text-sm text-muted">
        tools/call at <Time iso={run.at} form="clock" />
      </p>
      <h2 className="text-lg font-[620] tracking-tight">{run.tool ?? 'A tool without a name'}</h2>
      <p className="mt-1">{sentenceOf(run)}</p>
      {doubles.map((finding) => (
        <p key={finding.id} className="mt-2 flex gap-2">
          <span className="pt-[3px]">
            <ShapeIcon shape={FINDING_INFO.double_execution.shape} colour="exec" />
          </span>
          <span>
            <a href={hrefOf({ kind: 'finding', id: finding.id })} className="font-[580] text-exec underline">
              Ran twice, {finding.strength}
            </a>
            : {finding.sentence}
          </span>
        </p>
      ))}
      <DetailList rows={rowsOf(run)} />
      {traceHref === undefined ? null : <PanelLinks links={[{ href: traceHref, label: 'Trace' }]} />}
      <RawFacts facts={facts} />
    </>
  );
}

function sentenceOf(run: ExecutionJson): string {
  const ran = run.deduplicated
    ? 'The answer came from a stored outcome; the tool did not run.'
    : 'The tool ran.';
  const result =
    run.deliveredAt === undefined
      ? 'Nobody reported its result reaching the client.'
      : 'Its result was seen reaching a connection.';
  return `${ran} ${result}`;
}

function rowsOf(run: ExecutionJson) {
  const candidates: readonly (readonly [string, React.ReactNode])[] = [
    [
      'Request id',
      run.requestId === undefined
        ? undefined
        : `${run.requestId}${run.requestIdLowTrust ? ' (of low trust)' : ''}`,
    ],
    ['Lasted', durationText(Math.max(isoMs(run.end) - isoMs(run.at), 0))],
    [
      'Result seen',
      run.deliveredAt === undefined ? undefined : <Time key="at" iso={run.deliveredAt} form="clock" />,
    ],
    ['Harm', harmOf(run)],
    ['Arguments', digest(run.argumentsDigest)],
    ['Idempotency key', digest(run.idempotencyKey)],
    ['Incarnation', run.incarnation],
    ['Instance', run.instance],
    ['Error', run.error],
    [
      'Trace',
      <span key="trace">
        {digest(run.traceId)} <CopyButton text={run.traceId} name="the trace id" />
      </span>,
    ],
  ];
  return candidates.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

const digest = (text: string | undefined) =>
  text === undefined ? undefined : <code className="font-mono text-xs">{text}</code>;

function harmOf(run: ExecutionJson): string {
  if (run.readOnly === true) return 'read-only';
  if (run.idempotent === true) return 'idempotent';
  if (run.destructive === true) return 'destructive';
  return 'no hint: counts as unsafe to repeat';
}
