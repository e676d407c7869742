'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/Button.tsx';
import { plural } from '#components/ui/numbers.ts';
import { ShapeIcon } from '#components/ui/ShapeIcon.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { SessionDetail } from '#domain/api-types.ts';
import type { Target } from '#domain/timeline/model-types.ts';
import { SEVERITIES, type Verdict } from '#domain/words.ts';
import { FINDING_INFO } from '#domain/words-info/findings.ts';

interface SessionFindingsProps {
  readonly session: Pick<SessionDetail, 'attempts' | 'findings' | 'episodes'>;
  readonly selected: Target | undefined;
  readonly onSelect: (target: Target) => void;
}

type EpisodeJson = SessionDetail['episodes'][number];

const ENDED = {
  served: 'ended: the client was served again',
  gave_up: 'ended: the client gave up',
  open: 'still open',
} as const satisfies Record<EpisodeJson['ended'], string>;

/** How an episode ended. A stream whose continuity was made up is no service to the client. */
function endOf(episode: EpisodeJson, verdictOf: ReadonlyMap<string, Verdict>): string {
  const last = episode.attempts.at(-1);
  const fabricated = last !== undefined && verdictOf.get(last) === 'fabricated';
  return episode.ended === 'served' && fabricated ? 'ended: a stream was given' : ENDED[episode.ended];
}

/** Findings and episodes of a session; a finding is selected on the timeline when chosen. */
export function SessionFindings({ session, selected, onSelect }: SessionFindingsProps) {
  const findings = [...session.findings].sort(bySeverity);
  const [shownFindings, moreFindings] = useFirst(findings, 'findings');
  const verdictOf = new Map(session.attempts.map((attempt) => [attempt.id, attempt.verdict]));
  const [shownEpisodes, moreEpisodes] = useFirst(session.episodes, 'episodes');
  return (
    <div className="grid gap-3.5 lg:grid-cols-2">
      <section className="card px-4 py-3.5" aria-label="Findings">
        <h2 className="mb-1">Findings</h2>
        {findings.length === 0 ? <p className="text-muted">Nothing was found in this session.</p> : null}
        <ul>
          {shownFindings.map((finding) => {
            const info = FINDING_INFO[finding.kind];
            const here = selected?.kind === 'finding' && selected.id === finding.id;
            return (
              <li key={finding.id} className="border-t border-line first:border-t-0">
                <button
                  type="button"
                  aria-pressed={here}
                  onClick={() => onSelect({ kind: 'finding', id: finding.id })}
                  className={`grid w-full grid-cols-[20px_1fr] gap-2 rounded-md px-1 py-2 text-left hover:bg-soft ${here ? 'bg-soft' : ''}`}
                >
                  <span className="pt-[4px]">
                    <ShapeIcon shape={info.shape} colour={info.colour} size={14} />
                  </span>
                  <span className="min-w-0">
                    <span className="block font-[560]">
                      {info.title}
                      {finding.strength === undefined ? '' : `, ${finding.strength}`}
                    </span>
                    <span className="block [overflow-wrap:anywhere]">{finding.sentence}</span>
                    <span className="block text-[12.5px] text-muted">
                      <Time iso={finding.at} form="clock" />
                      {finding.count > 1 ? ` · ${plural(finding.count, 'time')}` : ''} · {finding.severity}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        {moreFindings}
      </section>
      <section className="card px-4 py-3.5" aria-label="Episodes">
        <h2 className="mb-1">Episodes</h2>
        {session.episodes.length === 0 ? <p className="text-muted">Nobody tried to resume.</p> : null}
        <ol>
          {shownEpisodes.map((episode) => (
            <li key={episode.id} className="border-t border-line px-1 py-2 first:border-t-0">
              <span className="block [overflow-wrap:anywhere]">{episode.sentence}</span>
              <span className="block text-[12.5px] text-muted">
                <Time iso={episode.at} form="clock" /> – <Time iso={episode.until} form="clock" /> ·{' '}
                {plural(episode.attempts.length, 'attempt')} · {endOf(episode, verdictOf)}
              </span>
            </li>
          ))}
        </ol>
        {moreEpisodes}
      </section>
    </div>
  );
}

type FindingJson = SessionDetail['findings'][number];

/** The gravest first, then in time. */
function bySeverity(a: FindingJson, b: FindingJson): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (a.at < b.at ? -1 : 1);
}

const FIRST = 8;

/** The first few of a list, and a button for the rest when there is one. */
function useFirst<T>(all: readonly T[], name: string): readonly [readonly T[], ReactNode] {
  const [every, setEvery] = useState(false);
  if (every || all.length <= FIRST) return [all, null];
  const button = (
    <div className="pt-2" key="more">
      <Button onClick={() => setEvery(true)}>
        Show all {all.length} {name}
      </Button>
    </div>
  );
  return [all.slice(0, FIRST), button];
}
