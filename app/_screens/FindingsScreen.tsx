'use client';

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { FindingItem } from '#components/findings/FindingItem.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { Empty } from '#components/ui/Empty.tsx';
import { LiveSwitch } from '#components/ui/LiveSwitch.tsx';
import { Select } from '#components/ui/Select.tsx';
import { Skeleton } from '#components/ui/Skeleton.tsx';
import { FINDING_KINDS, SEVERITIES } from '#domain/words.ts';
import { FINDING_INFO, SEVERITY_INFO } from '#domain/words-info/findings.ts';
import { AnswerProblem } from '../_client/Answer.tsx';
import { useFindings } from '../_client/queries.ts';

const KIND_OPTIONS = [
  { value: '', label: 'any kind' },
  ...FINDING_KINDS.map((kind) => ({ value: kind, label: FINDING_INFO[kind].title })),
];
const SEVERITY_OPTIONS = [
  { value: '', label: 'any severity' },
  ...SEVERITIES.map((severity) => ({ value: severity, label: SEVERITY_INFO[severity].title })),
];

/** All findings, newest first; each leads to its place on its session's timeline. */
export function FindingsScreen() {
  const [state, setState] = useQueryStates({
    kind: parseAsStringLiteral(FINDING_KINDS),
    severity: parseAsStringLiteral(SEVERITIES),
    service: parseAsString,
    live: parseAsBoolean.withDefault(true),
  });
  const filter = {
    kind: state.kind ?? undefined,
    severity: state.severity ?? undefined,
    service: state.service ?? undefined,
  };
  const findings = useFindings(filter, state.live);
  const rows = findings.data?.pages.flatMap((page) => page.findings) ?? [];
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => void setState({ kind: null, severity: null, service: null });
  return (
    <div className="mx-auto max-w-[1120px] space-y-3 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-4">Findings</h1>
        <Select
          label="Kind"
          value={state.kind ?? ''}
          options={KIND_OPTIONS}
          onChange={(value) => void setState({ kind: FINDING_KINDS.find((kind) => kind === value) ?? null })}
        />
        <Select
          label="Severity"
          value={state.severity ?? ''}
          options={SEVERITY_OPTIONS}
          onChange={(value) => void setState({ severity: SEVERITIES.find((each) => each === value) ?? null })}
        />
        {filtered ? <Button onClick={clear}>Clear all</Button> : null}
        <div className="ml-auto">
          <LiveSwitch on={state.live} onChange={(on) => void setState({ live: on })} />
        </div>
      </div>
      <AnswerProblem asked={findings} what="The findings" />
      {findings.isPending ? <Skeleton label="Loading findings" blocks={[60, 61, 62, 63]} /> : null}
      {findings.data && rows.length === 0 ? <NoFindings filtered={filtered} onClear={clear} /> : null}
      {rows.length > 0 ? (
        <ul className="card px-3 py-1" aria-label="Findings">
          {rows.map((finding) => (
            <FindingItem key={finding.id} finding={finding} />
          ))}
        </ul>
      ) : null}
      {findings.hasNextPage ? (
        <div className="flex justify-center">
          <Button onClick={() => void findings.fetchNextPage()} disabled={findings.isFetchingNextPage}>
            {findings.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NoFindings({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  if (filtered) {
    return (
      <Empty title="No finding matches">
        <p>
          <Button onClick={onClear}>Clear all filters</Button>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing was found">
      <p>Findings appear when a session shows something that its users will notice, or soon might.</p>
      <p className="flex justify-center gap-2">
        <LinkButton href="/setup">Set up a server</LinkButton>
        <LinkButton href="/sessions">Look at sessions</LinkButton>
      </p>
    </Empty>
  );
}
