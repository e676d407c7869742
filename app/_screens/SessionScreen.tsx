'use client';

import { createSerializer, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, useRef } from 'react';
import { SessionFindings } from '#components/sessions/SessionFindings.tsx';
import { SessionHead } from '#components/sessions/SessionHead.tsx';
import { SessionPills } from '#components/sessions/SessionPills.tsx';
import { SessionTable } from '#components/sessions/SessionTable.tsx';
import { SessionTimeline } from '#components/timeline/SessionTimeline.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { Empty } from '#components/ui/Empty.tsx';
import { countText } from '#components/ui/numbers.ts';
import { Segmented } from '#components/ui/Segmented.tsx';
import { Skeleton } from '#components/ui/Skeleton.tsx';
import type { SessionDetail } from '#domain/api-types.ts';
import { timelineModel } from '#domain/timeline/model.ts';
import type { Target } from '#domain/timeline/model-types.ts';
import { SEVERITIES } from '#domain/words.ts';
import { worstAttempt } from '#domain/words-info/session-lead.ts';
import { VERDICT_INFO } from '#domain/words-info/verdicts.ts';
import { AnswerProblem } from '../_client/Answer.tsx';
import { ApiProblem } from '../_client/api.ts';
import { type LoadedFacts, useFacts, useSession } from '../_client/queries.ts';
import { SelectionPanel } from './SelectionPanel.tsx';
import { parseAsRange, parseAsTarget } from './selection.ts';

const LOOK = {
  view: parseAsStringLiteral(['timeline', 'table']).withDefault('timeline'),
  sel: parseAsTarget,
  range: parseAsRange,
};
const serializeLook = createSerializer(LOOK);

const VIEWS = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'table', label: 'Table' },
] as const;

interface SessionScreenProps {
  readonly id: string;
  readonly traceUrlTemplate: string | null;
}

/** The API's code for an address that looks like a raw session id (docs/errors.md). */
const RAW_SESSION_ID = 'SMK-205';

/** One session: what happened in a sentence, then over time, then the proof of what is selected. */
export function SessionScreen({ id, traceUrlTemplate }: SessionScreenProps) {
  const session = useSession(id);
  const facts = useFacts(id, session.data?.judgedAt);
  if (session.data) {
    return <LoadedSession session={session.data} loaded={facts.data} traceUrlTemplate={traceUrlTemplate} />;
  }
  if (session.error instanceof ApiProblem && session.error.status === 404)
    return <NoSuchSession raw={session.error.code === RAW_SESSION_ID} />;
  return (
    <div className="px-4 py-4 sm:px-6">
      <AnswerProblem asked={session} what="The session" />
      {session.isPending ? <Skeleton label="Loading the session" blocks={[28, 64, 32, 420]} /> : null}
    </div>
  );
}

function NoSuchSession({ raw }: { readonly raw: boolean }) {
  return (
    <div className="px-4 sm:px-6">
      <Empty title="No session has this address">
        <p>
          Sessions are addressed by the hash of their id; an address never carries the id itself. To find a
          session by its id, search for it: what you type is hashed, and is put into no address.
        </p>
        {raw ? (
          <p>
            If this address holds a raw session id, treat that as exposed: it is in the history of this
            browser, and it works like a password on many servers. End that session.
          </p>
        ) : null}
        <p>
          <LinkButton href="/sessions" strong>
            Find a session
          </LinkButton>
        </p>
      </Empty>
    </div>
  );
}

interface LoadedSessionProps {
  readonly session: SessionDetail;
  readonly loaded: LoadedFacts | undefined;
  readonly traceUrlTemplate: string | null;
}

const NO_FACTS: LoadedFacts = { facts: [], cut: false };

function LoadedSession({ session, loaded = NO_FACTS, traceUrlTemplate }: LoadedSessionProps) {
  const [view, setView] = useQueryState('view', LOOK.view);
  const [chosen, setChosen] = useQueryState('sel', LOOK.sel.withOptions({ history: 'push' }));
  const [range, setRange] = useQueryState('range', LOOK.range.withOptions({ throttleMs: 120 }));
  const model = useMemo(() => timelineModel(session, loaded.facts), [session, loaded.facts]);
  const byId = useMemo(() => new Map(loaded.facts.map((fact) => [String(fact.id), fact])), [loaded.facts]);
  const panel = useRef<HTMLElement>(null);
  const selected = chosen ?? firstLook(session);
  // A link to a thing keeps what is on screen: the same view, and the same part of the time.
  const hrefOf = (target: Target) => serializeLook({ sel: target, view, range });
  const select = (target: Target) => {
    void setChosen(target);
    showBelow(panel.current);
  };
  return (
    <div className="grid grid-cols-1 content-start lg:min-h-[calc(100vh-46px)] lg:grid-cols-[minmax(0,1fr)_356px] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 space-y-3 px-4 pt-4 sm:px-6">
        <SessionHead
          session={session}
          action={
            <Segmented label="View" options={VIEWS} value={view} onChange={(value) => void setView(value)} />
          }
        />
        <SessionPills session={session} />
        {view === 'table' ? (
          <SessionTable session={session} hrefOf={hrefOf} />
        ) : (
          <SessionTimeline
            model={model}
            range={range ?? undefined}
            onRange={(next) => void setRange(next ?? null)}
            selecting={{ selected, hrefOf, onSelect: select }}
          />
        )}
        {loaded.cut ? <CutNote count={loaded.facts.length} /> : null}
      </div>
      <aside
        ref={panel}
        aria-label="What is selected"
        aria-live="polite"
        className="mt-4 scroll-mt-12 border-y border-line bg-card lg:row-span-2 lg:mt-0 lg:border-y-0 lg:border-l"
      >
        <div className="px-5 py-4 lg:sticky lg:top-[46px] lg:max-h-[calc(100vh-46px)] lg:overflow-y-auto">
          <SelectionPanel
            session={session}
            factOf={(factId) => byId.get(factId)}
            selected={selected}
            hrefOf={hrefOf}
            traceUrlTemplate={traceUrlTemplate}
          />
        </div>
      </aside>
      <div className="min-w-0 px-4 py-4 sm:px-6">
        <SessionFindings session={session} selected={selected} onSelect={select} />
      </div>
    </div>
  );
}

function CutNote({ count }: { readonly count: number }) {
  return (
    <p className="text-sm text-muted">
      Only the first {countText(count)} facts are drawn; the verdicts are made from all of them.
    </p>
  );
}

const PANEL_BELOW_PX = 1024;

/** Where the panel stands below the timeline, it is brought into view; beside it, nothing needs to move. */
function showBelow(panel: HTMLElement | null): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (window.innerWidth < PANEL_BELOW_PX) {
    panel?.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
  }
}

/** What is shown before anything is chosen: the worst attempt, unless all were sound. */
function firstLook(session: SessionDetail): Target | undefined {
  const worst = worstAttempt(session);
  if (worst && worst.verdict !== 'not_applicable') {
    const doubled = session.findings.find(
      (finding) => finding.kind === 'double_execution' && finding.strength !== 'possible',
    );
    if (VERDICT_INFO[worst.verdict].honest && doubled) return { kind: 'finding', id: doubled.id };
    return { kind: 'attempt', id: worst.id };
  }
  const gravest = [...session.findings].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  )[0];
  return gravest && { kind: 'finding', id: gravest.id };
}
