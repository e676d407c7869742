import {
  type Answer,
  type CallIdentity,
  callSubjects,
  clientSubject,
  disturbanceSubject,
  eventSubject,
} from '#db/queries/session-questions.ts';
import type { JudgedChanges } from '#db/queries/store-judgements.ts';
import type { JudgedRow } from '#db/queries/sync-rows.ts';
import type { UnixNanos } from '#domain/brand.ts';
import type { Fact } from '#domain/facts.ts';
import type { Judgement } from '#domain/judgement.ts';

/** A session that was judged just now, and the times within which its new facts lie. */
export interface Judged {
  readonly judgement: Judgement;
  readonly facts: readonly Fact[];
  readonly news: { readonly from: UnixNanos; readonly to: UnixNanos } | undefined;
}

const BARE_NUMBER = /^[0-9]+$/;

/** Emissions among the new facts: another session may have been asked for one of these ids. */
export function emissionAnswers({ judgement, facts, news }: Judged): readonly Answer[] {
  if (news === undefined) return [];
  return facts.flatMap((fact) => {
    if (fact.kind !== 'emit' || fact.at < news.from || fact.at > news.to) return [];
    if (fact.eventId === undefined || BARE_NUMBER.test(fact.eventId)) return [];
    const place = { session_key: judgement.session, at: String(fact.at) };
    return [{ ...eventSubject(fact.service, fact.eventId), ...place }];
  });
}

/** Opens of clients that were not known before. */
export function openAnswers(changes: JudgedChanges): readonly Answer[] {
  return changes.opens.map((open) => ({
    ...clientSubject(open.client_id),
    session_key: open.session_key,
    at: open.at,
  }));
}

/** What disturbed a client of known identity, or is no longer thought to have. */
export function disturbanceAnswers(changes: JudgedChanges): readonly Answer[] {
  return [...changes.disturbances.written, ...changes.disturbances.before].flatMap((row) =>
    typeof row.client_id === 'string'
      ? [{ ...disturbanceSubject(row.client_id), session_key: row.session_key, at: String(row.at) }]
      : [],
  );
}

/**
 * Executions that changed in what matters to others, and all of a session of which the disturbances changed.
 * That one of them was found to have run twice is no news: it would make two sessions wake each other for ever.
 */
export function executionAnswers(changes: JudgedChanges, judged: readonly Judged[]): readonly Answer[] {
  const before = new Map(changes.executions.before.map((row) => [placeOf(row), row]));
  const rows = changes.executions.written.filter((row) => {
    const old = before.get(placeOf(row));
    before.delete(placeOf(row));
    return old === undefined || essence(old) !== essence(row);
  });
  const changed = [...rows, ...before.values()].map((row) => ({
    session: row.session_key,
    run: row.body as CallIdentity,
    at: String(row.at),
  }));
  const disturbed = new Set(
    [...changes.disturbances.written, ...changes.disturbances.before].map((row) => row.session_key),
  );
  const ofDisturbed = judged
    .filter(({ judgement }) => disturbed.has(judgement.session))
    .flatMap(({ judgement }) =>
      judgement.executions.map((run) => ({ session: judgement.session, run, at: String(run.at) })),
    );
  return [...changed, ...ofDisturbed].flatMap(({ session, run, at }) => callAnswers(session, run, at));
}

const callAnswers = (session_key: string, run: CallIdentity, at: string): readonly Answer[] =>
  callSubjects(run).map((subject) => ({ ...subject, session_key, at }));

const placeOf = (row: JudgedRow): string => `${row.session_key} ${row.id}`;

/** An execution's body without what other sessions made of it, in a form that can be compared. */
function essence(row: JudgedRow): string {
  const { doubleOf: _, ...rest } = row.body as Record<string, unknown>;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}
