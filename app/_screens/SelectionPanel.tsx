'use client';

import { AttemptPanel } from '#components/verdict/AttemptPanel.tsx';
import { FindingPanel } from '#components/verdict/FindingPanel.tsx';
import { LifePanel } from '#components/verdict/LifePanel.tsx';
import { RunPanel } from '#components/verdict/RunPanel.tsx';
import { StreamPanel } from '#components/verdict/StreamPanel.tsx';
import type { FactJson, SessionDetail } from '#domain/api-types.ts';
import type { Target } from '#domain/timeline/model-types.ts';

interface SelectionPanelProps {
  readonly session: SessionDetail;
  readonly factOf: (id: string) => FactJson | undefined;
  readonly selected: Target | undefined;
  readonly hrefOf: (target: Target) => string;
  readonly traceUrlTemplate: string | null;
}

/** What is selected, explained. */
export function SelectionPanel(props: SelectionPanelProps) {
  const { session, factOf, selected, hrefOf, traceUrlTemplate } = props;
  const traceHrefOf = (traceId: string) =>
    traceUrlTemplate?.replaceAll('{traceId}', encodeURIComponent(traceId));
  const factsOf = (ids: readonly string[]) => ids.flatMap((id) => factOf(id) ?? []);
  if (selected === undefined)
    return <Hint text="Select a mark on the timeline to see what happened there." />;
  switch (selected.kind) {
    case 'attempt': {
      const attempt = session.attempts.find((each) => each.id === selected.id);
      if (!attempt) break;
      return (
        <AttemptPanel
          attempt={attempt}
          sessionId={session.id}
          facts={factsOf(attempt.facts)}
          traceHref={traceHrefOf(attempt.traceId)}
        />
      );
    }
    case 'run': {
      const run = session.executions.find((each) => each.id === selected.id);
      if (!run) break;
      return (
        <RunPanel
          run={run}
          facts={factsOf(run.facts)}
          traceHref={traceHrefOf(run.traceId)}
          doubles={session.findings.filter(
            (each) => each.kind === 'double_execution' && each.executions.includes(run.id),
          )}
          hrefOf={hrefOf}
        />
      );
    }
    case 'finding': {
      const finding = session.findings.find((each) => each.id === selected.id);
      const linked = (target: Target) => (has(session, target) ? hrefOf(target) : undefined);
      const spoken = session.attempts.find((each) => finding?.attempts.includes(each.id));
      return finding ? (
        <FindingPanel finding={finding} home={session.id} hrefOf={linked} reason={spoken?.reasons[0]} />
      ) : (
        <Gone />
      );
    }
    case 'stream': {
      const stream = session.streams.find((each) => each.id === selected.id);
      return stream ? <StreamPanel stream={stream} /> : <Gone />;
    }
    case 'life': {
      const life = session.incarnations.find((each) => each.id === selected.id);
      return life ? <LifePanel life={life} /> : <Gone />;
    }
    default:
      return selected.kind satisfies never;
  }
  return <Gone />;
}

const has = (session: SessionDetail, { kind, id }: Target): boolean =>
  kind === 'attempt'
    ? session.attempts.some((attempt) => attempt.id === id)
    : session.executions.some((run) => run.id === id);

const Gone = () => (
  <Hint text="What this link points to is not part of the session any more: it was judged again." />
);

const Hint = ({ text }: { readonly text: string }) => <p className="text-muted">{text}</p>;
