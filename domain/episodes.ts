import { msToNanos, type UnixNanos, unixNanos } from './brand.ts';
import { digestOf } from './digest.ts';
import { clockOf, countOf, lengthOf } from './findings/telling.ts';
import type { Attempt, Episode, Finding } from './judgement.ts';
import type { JudgeSettings } from './settings.ts';

export interface EpisodesInput {
  readonly attempts: readonly Attempt[];
  readonly findings: readonly Finding[];
  readonly horizon: UnixNanos;
  readonly settings: JudgeSettings;
}

export interface Episodes {
  readonly episodes: readonly Episode[];
  /** The attempts as given, each with the episode that it belongs to. */
  readonly attempts: readonly Attempt[];
  /** When an open episode ends though nothing arrives; absent: none is open. */
  readonly judgeAgainAt?: UnixNanos | undefined;
}

interface Draft {
  readonly attempts: Attempt[];
  served: boolean;
}

/**
 * The losses of a session (domain.md section 2): the attempts on one stream up to the moment at which the client is served
 * again, or gives up: half an hour without an attempt. An attempt that names no stream goes with the newest loss.
 */
export function episodesOf({ attempts, findings, horizon, settings }: EpisodesInput): Episodes {
  const pause = msToNanos(settings.episodeIdleMs);
  const drafts = draftsOf(attempts, pause);
  const costs = costsOf(drafts, findings);
  const episodes = drafts.map((draft) =>
    episodeOf({ draft, findings: costs.get(draft) ?? [], horizon, pause }),
  );
  const episodeOfAttempt = new Map(
    episodes.flatMap((episode) => episode.attempts.map((id) => [id, episode.id] as const)),
  );
  return {
    episodes,
    attempts: attempts.map((attempt) => ({ ...attempt, episode: episodeOfAttempt.get(attempt.id) })),
    judgeAgainAt: firstOf(
      episodes.filter(({ ended }) => ended === 'open').map(({ until }) => unixNanos(until + pause + 1n)),
    ),
  };
}

function firstOf(times: readonly UnixNanos[]): UnixNanos | undefined {
  return [...times].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0];
}

/** Attempts in order of time, each put to the open loss of its stream. */
function draftsOf(attempts: readonly Attempt[], pause: bigint): readonly Draft[] {
  const drafts: Draft[] = [];
  const open = new Map<string, Draft>();
  let newest: Draft | undefined;
  const sorted = [...attempts].sort((a, b) =>
    a.at !== b.at ? (a.at < b.at ? -1 : 1) : a.id < b.id ? -1 : 1,
  );
  for (const attempt of sorted) {
    const key = streamOf(attempt);
    const known = key === undefined ? newest : open.get(key);
    const isOpen = known !== undefined && goesOn(known, { attempt, pause });
    // A reconnect that was owed nothing ends a loss, and is none of its own.
    if (!isOpen && attempt.verdict === 'not_applicable') continue;
    const draft: Draft = isOpen ? known : { attempts: [], served: false };
    if (draft !== known) drafts.push(draft);
    draft.attempts.push(attempt);
    draft.served = isServed(attempt);
    if (key !== undefined) open.set(key, draft);
    newest = draft;
  }
  return drafts;
}

const streamOf = (attempt: Attempt): string | undefined => attempt.cursor.streamId ?? attempt.lastEventId;

function goesOn(draft: Draft, { attempt, pause }: { attempt: Attempt; pause: bigint }): boolean {
  const last = draft.attempts.at(-1);
  return last !== undefined && !draft.served && attempt.at - last.end <= pause;
}

/** Whether the client was given a stream, rightly or wrongly: then it waits no longer. */
function isServed({ given, status }: Attempt): boolean {
  if (given === 'nothing_known') return status !== undefined && status >= 200 && status < 300;
  return given !== 'refusal';
}

/** What each loss cost: findings that name one of its attempts, or rest on one of their facts. One pass over all. */
function costsOf(
  drafts: readonly Draft[],
  findings: readonly Finding[],
): ReadonlyMap<Draft, readonly string[]> {
  const byName = new Map<string, Draft>();
  for (const draft of drafts) {
    for (const { id, facts } of draft.attempts) for (const name of [id, ...facts]) byName.set(name, draft);
  }
  const costs = new Map<Draft, string[]>();
  for (const finding of findings) {
    const named = [...finding.attempts, ...finding.evidence.flatMap(({ fact }) => fact ?? [])];
    for (const draft of new Set(named.flatMap((name) => byName.get(name) ?? []))) {
      const list = costs.get(draft);
      if (list) list.push(finding.id);
      else costs.set(draft, [finding.id]);
    }
  }
  return costs;
}

interface Drafted {
  readonly draft: Draft;
  /** Ids of the findings that speak of it. */
  readonly findings: readonly string[];
  readonly horizon: UnixNanos;
  readonly pause: bigint;
}

function episodeOf({ draft, findings, horizon, pause }: Drafted): Episode {
  const { attempts, served } = draft;
  const first = attempts[0];
  const last = attempts.at(-1);
  if (!first || !last) throw new Error('an episode has at least one attempt');
  const ended = served ? 'served' : horizon - last.end > pause ? 'gave_up' : 'open';
  return {
    id: digestOf(['episode', first.id]),
    at: first.at,
    until: last.end,
    ended,
    attempts: attempts.map(({ id }) => id),
    findings,
    sentence: sentenceOf({ attempts, ended, first, last }),
  };
}

interface Told {
  readonly attempts: readonly Attempt[];
  readonly ended: Episode['ended'];
  readonly first: Attempt;
  readonly last: Attempt;
}

const ENDS = {
  served: 'then the client was served again',
  gave_up: 'then the client gave up',
  open: 'and the client has not been served yet',
} as const satisfies Record<Episode['ended'], string>;

function sentenceOf({ attempts, ended, first, last }: Told): string {
  const refused = attempts.filter(({ given }) => given === 'refusal').length;
  const tries = `${countOf(attempts.length, 'attempt')} to resume from ${clockOf(first.at)} on`;
  const over = attempts.length === 1 ? '' : ` over ${lengthOf(last.end - first.at)}`;
  const turned = refused === 0 ? '' : `, ${refused} refused`;
  const end =
    ended === 'served' && last.verdict === 'fabricated'
      ? 'then a stream was given whose continuity the facts refute'
      : ENDS[ended];
  const text = `${tries}${over}${turned}; ${end}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
